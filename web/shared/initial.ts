/** What stands for a person without a picture: the first letter of the name. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? '?';

/** The grounds on which it stands, in white, at 4.5:1 or more. */
export const shades = ['#2b6a8a', '#1b6a55', '#7a5a12', '#9a4530', '#6f4a94', '#94406b'] as const;

/** The colour that stays the same for the same person. */
export const shadeOf = (id: string): string =>
  shades[[...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 0) % shades.length] ?? shades[0];
