import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'hall.theme';
const listeners = new Set<() => void>();

const readTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(key)) ?? 'system';

/** Gives the page the colours that were chosen, before anything is drawn. */
export const applyTheme = (): void => {
  const theme = readTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
};

const choose = (theme: Theme): void => {
  localStorage.setItem(key, theme);
  applyTheme();
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): [Theme, (theme: Theme) => void] => [useSyncExternalStore(subscribe, readTheme), choose];
