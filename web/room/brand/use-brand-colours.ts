import { useEffect } from 'react';
import { brandColours } from './brand-colours.ts';

/** Gives the page the organisation's colour, in light and dark; without one, theme.css stands. */
export function useBrandColours(colour: string | undefined) {
  useEffect(() => {
    if (colour === undefined) return;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const { style } = document.documentElement;
    const paint = () => {
      const colours = brandColours(colour, dark.matches ? 'dark' : 'light');
      for (const [name, value] of Object.entries(colours)) style.setProperty(`--${name}`, value);
    };
    paint();
    dark.addEventListener('change', paint);
    return () => dark.removeEventListener('change', paint);
  }, [colour]);
}
