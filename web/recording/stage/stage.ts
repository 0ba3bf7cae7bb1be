import type { Size } from '../../shared/fit-tiles.ts';
import { arrange, frame, type Layout, placesFor, type Rect } from '../layout/arrange.ts';
import { type Candidate, choose } from '../layout/choose.ts';
import { Lead } from '../layout/lead.ts';
import { type Brush, look } from './look.ts';
import { Picture } from './picture.ts';
import { fitWords } from './plate.ts';
import { type Sight, Tile } from './tile.ts';

/** Somebody on the stage, or a screen, as the hall tells it. */
export type OnStage = Sight & Candidate;

/** What is recorded: a canvas on which everyone has a place. */
export class Stage {
  readonly #brush: Brush;
  readonly #tiles = new Map<string, Tile>();
  readonly #leaving = new Set<Tile>();
  readonly #layout: Layout;
  readonly #lead = new Lead();
  readonly #title: string;
  readonly #onSizes: (sizes: ReadonlyMap<string, Size>) => void;
  /** Screens whose first picture is on its way. */
  readonly #coming = new Map<string, Picture>();
  #everyone: readonly OnStage[] = [];
  #wasMoving = true;

  constructor({ canvas, layout, title, onSizes }: StageSettings) {
    // The canvas is read back for each frame, and drawn by the processor: there is no graphics card to be slow to read from.
    const brush = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (brush === null) throw new Error('this browser has no canvas');
    this.#brush = brush;
    this.#layout = layout;
    this.#title = title ?? '';
    this.#onSizes = onSizes;
  }

  /** Who is there now; those who have gone fade out. `now` is in milliseconds of one clock, here as below. */
  show(everyone: readonly OnStage[], now: number): void {
    this.#everyone = everyone;
    this.#awaitScreens();
    this.#settle(now);
  }

  /** A screen that has just been shared gets its place with its first picture, not before: it would be large and black. */
  #awaitScreens(): void {
    const screens = this.#everyone.filter(({ kind, key }) => kind === 'screen' && !this.#tiles.has(key));
    const keys = new Set(screens.map(({ key }) => key));
    for (const [key, picture] of this.#coming) {
      if (keys.has(key)) continue;
      picture.close();
      this.#coming.delete(key);
    }
    for (const { key, track } of screens) {
      const picture = this.#coming.get(key) ?? new Picture();
      this.#coming.set(key, picture);
      picture.follow(track);
    }
  }

  #settle(now: number): void {
    const places = this.#places(now);
    const sights = new Map(this.#everyone.map((sight) => [sight.key, sight]));
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
      if (tile === undefined) this.#tiles.set(key, new Tile(sight, place, now, this.#coming.get(key)));
      else {
        tile.place.moveTo(place, now);
        tile.show(sight, now);
      }
      this.#coming.delete(key);
    }
    const awaited = [...this.#coming.keys()].map((key): [string, Size] => [key, frame]);
    this.#onSizes(new Map<string, Size>([...places, ...awaited]));
  }

  #places(now: number): Map<string, Rect> {
    const isReady = ({ key }: OnStage) => this.#coming.get(key)?.isOn ?? true;
    const screens = this.#everyone
      .filter(({ kind }) => kind === 'screen')
      .filter(isReady)
      .map(({ key }) => key);
    const people = this.#everyone.filter(({ kind }) => kind === 'face');
    const layout = this.#layout;
    const lead = this.#lead.among(people, now);
    // Whoever stands large was heard last, as far as places go.
    const candidates = people.map((one) => (one.key === lead ? { ...one, heardAt: Number.POSITIVE_INFINITY } : one));
    const faces = choose(candidates, placesFor({ layout, screens }));
    return arrange({ layout, faces, screens, lead });
  }

  /** Brings the canvas up to date. Only what has changed is painted, except while something moves. */
  draw(now: number): void {
    if ([...this.#coming.values()].some(({ isOn }) => isOn)) this.#settle(now);
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
  /** As large as `frame`. */
  canvas: OffscreenCanvas;
  layout: Layout;
  title: string | null;
  /** Told how large each one is to be received; who is not in it, not at all. */
  onSizes: (sizes: ReadonlyMap<string, Size>) => void;
}
