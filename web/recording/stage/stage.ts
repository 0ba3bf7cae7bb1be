import { arrange, frame, type Layout, placesFor, type Rect } from '../layout/arrange.ts';
import { type Candidate, choose, leadOf } from '../layout/choose.ts';
import { type Brush, look } from './look.ts';
import { fitWords } from './plate.ts';
import { type Sight, Tile } from './tile.ts';

/** Somebody on the stage, or a screen, as the hall tells it. */
export type OnStage = Sight & Candidate;

/** What is recorded: a canvas on which everyone has a place. */
export class Stage {
  readonly canvas = new OffscreenCanvas(frame.width, frame.height);
  readonly #brush: Brush;
  readonly #tiles = new Map<string, Tile>();
  readonly #leaving = new Set<Tile>();
  readonly #layout: Layout;
  readonly #title: string;
  readonly #onPlaces: (places: ReadonlyMap<string, Rect>) => void;
  #wasMoving = true;

  constructor({ layout, title, onPlaces }: StageSettings) {
    // The canvas is read back for each frame, and drawn by the processor: there is no graphics card to be slow to read from.
    const brush = this.canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (brush === null) throw new Error('this browser has no canvas');
    this.#brush = brush;
    this.#layout = layout;
    this.#title = title ?? '';
    this.#onPlaces = onPlaces;
  }

  /** Who is there now; those who have gone fade out. `now` is in milliseconds of one clock, here as below. */
  show(everyone: readonly OnStage[], now: number): void {
    const screens = everyone.filter(({ kind }) => kind === 'screen').map(({ key }) => key);
    const people = everyone.filter(({ kind }) => kind === 'face');
    const lead = leadOf(people);
    const faces = choose(people, placesFor({ layout: this.#layout, screens }));
    const places = arrange({ layout: this.#layout, faces, screens, lead });
    const sights = new Map(everyone.map((sight) => [sight.key, sight]));
    for (const [key, tile] of this.#tiles) {
      if (places.has(key)) continue;
      tile.leave(now);
      this.#tiles.delete(key);
      this.#leaving.add(tile);
    }
    for (const [key, place] of places) {
      const sight = sights.get(key);
      if (sight === undefined) continue;
      const tile = this.#tiles.get(key);
      if (tile === undefined) this.#tiles.set(key, new Tile(sight, place, now));
      else {
        tile.place.moveTo(place, now);
        tile.show(sight, now);
      }
    }
    this.#onPlaces(places);
  }

  /** How many tiles show a moving picture. */
  get pictures(): number {
    return [...this.#tiles.values()].filter(({ picture }) => picture.isOn).length;
  }

  /** Brings the canvas up to date. Only what has changed is painted, except while something moves. */
  draw(now: number): void {
    const tiles = [...this.#leaving, ...this.#tiles.values()];
    const stale = tiles.filter((tile) => tile.isStale(now));
    const isMoving = tiles.some((tile) => tile.isMoving(now));
    if (isMoving || this.#wasMoving) {
      this.#drawGround();
      for (const tile of tiles) tile.draw(this.#brush, now);
    } else {
      for (const tile of stale) tile.draw(this.#brush, now);
    }
    this.#wasMoving = isMoving;
    for (const tile of this.#leaving) {
      if (!tile.hasLeft(now)) continue;
      tile.picture.close();
      this.#leaving.delete(tile);
    }
  }

  #drawGround(): void {
    const brush = this.#brush;
    brush.fillStyle = look.ground;
    brush.fillRect(0, 0, frame.width, frame.height);
    if (this.#tiles.size > 0) return;
    brush.textAlign = 'center';
    brush.textBaseline = 'alphabetic';
    const middle = frame.height / 2;
    if (this.#title !== '') {
      brush.font = `600 40px ${look.font}`;
      brush.fillStyle = look.text;
      brush.fillText(fitWords(brush, this.#title, frame.width - 160).words, frame.width / 2, middle);
    }
    brush.font = `400 20px ${look.font}`;
    brush.fillStyle = look.soft;
    brush.fillText('Nobody is on stage', frame.width / 2, middle + (this.#title === '' ? 0 : 40));
  }
}

interface StageSettings {
  layout: Layout;
  title: string | null;
  /** Told when somebody gets another place. */
  onPlaces: (places: ReadonlyMap<string, Rect>) => void;
}
