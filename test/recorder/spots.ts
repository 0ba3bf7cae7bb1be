import type { Rect } from '../../web/recording/layout/arrange.ts';
import type { Rgb, Spot } from './read-film.ts';

export const red: Rgb = [200, 40, 40];
export const blue: Rgb = [40, 60, 200];
export const green: Rgb = [30, 160, 70];

/** The middle of a tile's upper half: below it the name stands, and in the middle an initial may. */
export const within = ({ x, y, width, height }: Rect): Spot => ({
  x: Math.round(x + width * 0.3),
  y: Math.round(y + height * 0.25),
  width: Math.round(width * 0.4),
  height: Math.round(height * 0.15),
});
