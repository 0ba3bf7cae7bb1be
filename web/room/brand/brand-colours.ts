/** The accent colours of theme.css, made from one colour that an organisation chose. */
export interface BrandColours {
  accent: string;
  'accent-hover': string;
  'on-accent': string;
  'accent-soft': string;
  'accent-text': string;
}

type Rgb = readonly [red: number, green: number, blue: number];

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** The grounds of theme.css on which accents stand, and the direction in which a colour gains contrast there. */
const schemes = {
  light: { grounds: [parse('#f4f3ef'), parse('#e9e7e1')], surface: parse('#ffffff'), away: black },
  dark: { grounds: [parse('#121413'), parse('#272b2a')], surface: parse('#1c1f1e'), away: white },
};

export type Scheme = keyof typeof schemes;

// The least contrasts that WCAG 2 asks for, AA.
const shapeContrast = 3;
const textContrast = 4.5;

/**
 * Stays as near to the chosen colour as can be read: a pale yellow becomes darker on light pages, a navy lighter on dark ones.
 * `colour` is #rrggbb.
 */
export function brandColours(colour: string, scheme: Scheme): BrandColours {
  const { grounds, surface, away } = schemes[scheme];
  const chosen = parse(colour);
  const accent = towards(chosen, away, (it) => grounds.every((ground) => contrast(it, ground) >= shapeContrast));
  const onAccent = contrast(white, accent) >= contrast(black, accent) ? white : black;
  const soft = mix(surface, chosen, 0.14);
  const text = towards(accent, away, (it) =>
    [surface, soft, ...grounds].every((on) => contrast(it, on) >= textContrast),
  );
  return {
    accent: format(accent),
    // Away from the words on it, which so gain contrast.
    'accent-hover': format(mix(accent, onAccent === white ? black : white, 0.16)),
    'on-accent': format(onAccent),
    'accent-soft': format(soft),
    'accent-text': format(text),
  };
}

/** The first of a few steps from one colour to another that is good enough; the other one is. */
function towards(from: Rgb, to: Rgb, isGood: (colour: Rgb) => boolean): Rgb {
  const steps = Array.from({ length: 20 }, (_, step) => mix(from, to, step / 20));
  return steps.find(isGood) ?? to;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const between = (a: number, b: number) => Math.round(a + (b - a) * share);
  return [between(from[0], to[0]), between(from[1], to[1]), between(from[2], to[2])];
}

/** WCAG's contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

export function parse(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const format = (colour: Rgb) => `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
