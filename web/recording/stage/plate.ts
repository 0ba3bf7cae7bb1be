import { type Brush, look } from './look.ts';

const height = 28; // pixels
const padding = 10;
const inset = 8; // from the tile's corner

const font = `500 16px ${look.font}`;

/** The words in the tile's lower left corner. */
export class Plate {
  readonly #words: string;
  #fitted: { within: number; words: string; width: number } | undefined;

  constructor(words: string) {
    this.#words = words;
  }

  draw(brush: Brush, tile: { x: number; y: number; width: number; height: number }): void {
    const within = tile.width - 2 * inset - 2 * padding;
    if (within < 24) return;
    brush.font = font;
    if (this.#fitted?.within !== within) this.#fitted = { within, ...fitWords(brush, this.#words, within) };
    const { words, width } = this.#fitted;
    const left = tile.x + inset;
    const top = tile.y + tile.height - inset - height;
    brush.fillStyle = look.plate;
    brush.beginPath();
    brush.roundRect(left, top, width + 2 * padding, height, 8);
    brush.fill();
    brush.fillStyle = '#ffffff';
    brush.textAlign = 'left';
    brush.textBaseline = 'middle';
    brush.fillText(words, left + padding, top + height / 2 + 1);
  }
}

/** Cut at the end where it is too long. */
export function fitWords(
  brush: Pick<Brush, 'measureText'>,
  words: string,
  within: number,
): { words: string; width: number } {
  const widthOf = (text: string) => Math.ceil(brush.measureText(text).width);
  if (widthOf(words) <= within) return { words, width: widthOf(words) };
  const letters = [...words];
  let fitting = '…';
  while (letters.length > 0) {
    letters.pop();
    fitting = `${letters.join('').trimEnd()}…`;
    if (widthOf(fitting) <= within) break;
  }
  return { words: fitting, width: widthOf(fitting) };
}
