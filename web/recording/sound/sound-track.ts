import { sampleRate } from './mix.ts';
import { Timeline } from './timeline.ts';

interface SoundSink {
  addSound(time: number, frames: number, samples?: Float32Array<ArrayBuffer>): Promise<void>;
}

/**
 * Seconds by which Web Audio gives sound later than the picture that belongs to it: the buffer between a call and its mixer
 * (measured: 50 to 55 ms, test/recorder/sync.test.ts without this).
 */
const lateness = 0.05;

/** The film's sound: from the beginning on without a gap, and on the picture's clock. */
export class SoundTrack {
  readonly #film: SoundSink;
  readonly #timeline = new Timeline();
  readonly #onFault: (error: unknown) => void;
  readonly #onLost: () => void;
  #since: number | undefined;

  /** `onLost`: the mixer has lost time, which is silent in the film. */
  constructor(film: SoundSink, onLost: () => void, onFault: (error: unknown) => void) {
    this.#film = film;
    this.#onLost = onLost;
    this.#onFault = onFault;
  }

  /** `since`: of performance.now(). What sounded before is left out. */
  begin(since: number): void {
    this.#since = since + lateness * 1000;
  }

  end(): void {
    this.#since = undefined;
  }

  /** A piece of the mix, just heard. */
  add(samples: Float32Array<ArrayBuffer>): void {
    if (this.#since === undefined || performance.now() < this.#since) return;
    const frames = samples.length / 2;
    const now = (performance.now() - this.#since) / 1000;
    const { at, silence, drop } = this.#timeline.place(frames / sampleRate, now);
    if (drop) return;
    const silent = Math.round(silence * sampleRate);
    if (silent > 0) {
      this.#film.addSound(at - silence, silent).catch(this.#onFault);
      this.#onLost();
    }
    this.#film.addSound(at, frames, samples).catch(this.#onFault);
  }
}
