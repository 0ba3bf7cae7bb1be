/** The dark colours of theme.css: faces stand out, and no player flashes white around them. */
export const look = {
  ground: '#121413',
  tile: '#272b2a',
  screen: '#1c1f1e',
  text: '#f0f2f1',
  soft: '#a8b1ad',
  accent: '#6fcfb1',
  plate: 'rgb(0 0 0 / 62%)',
  radius: 12,
  font: 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif',
} as const;

export type Brush = OffscreenCanvasRenderingContext2D;
