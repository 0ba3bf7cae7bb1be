import type { Rect } from '../layout/arrange.ts';

const milliseconds = 320;

/** Fast at first, then gently to rest. */
const eased = (share: number) => 1 - (1 - share) ** 3;

/** A number that goes to where it should be, within a third of a second. Times are milliseconds of one clock. */
export class Glide {
  #from: number;
  #to: number;
  #since = Number.NEGATIVE_INFINITY;

  constructor(at: number) {
    this.#from = at;
    this.#to = at;
  }

  get target(): number {
    return this.#to;
  }

  moveTo(target: number, now: number): void {
    if (target === this.#to) return;
    this.#from = this.at(now);
    this.#to = target;
    this.#since = now;
  }

  at(now: number): number {
    const share = Math.min(1, Math.max(0, (now - this.#since) / milliseconds));
    return share === 1 ? this.#to : this.#from + (this.#to - this.#from) * eased(share);
  }

  isMoving(now: number): boolean {
    return now - this.#since < milliseconds && this.#from !== this.#to;
  }
}

/** The same for a tile's place. */
export class GlidingRect {
  readonly #sides: Record<keyof Rect, Glide>;

  constructor({ x, y, width, height }: Rect) {
    this.#sides = { x: new Glide(x), y: new Glide(y), width: new Glide(width), height: new Glide(height) };
  }

  moveTo(place: Rect, now: number): void {
    this.#sides.x.moveTo(place.x, now);
    this.#sides.y.moveTo(place.y, now);
    this.#sides.width.moveTo(place.width, now);
    this.#sides.height.moveTo(place.height, now);
  }

  at(now: number): Rect {
    const { x, y, width, height } = this.#sides;
    // Whole pixels: between them every edge would be blurred.
    return {
      x: Math.round(x.at(now)),
      y: Math.round(y.at(now)),
      width: Math.round(width.at(now)),
      height: Math.round(height.at(now)),
    };
  }

  get target(): Rect {
    const { x, y, width, height } = this.#sides;
    return { x: x.target, y: y.target, width: width.target, height: height.target };
  }

  isMoving(now: number): boolean {
    return Object.values(this.#sides).some((side) => side.isMoving(now));
  }
}
