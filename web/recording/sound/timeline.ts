/** How far the sound may be from its time before it is put right, in seconds. An ear hears 45 ms between lips and words. */
const tolerance = 0.04;

/** Seconds in which every piece came late before the sound itself is said to lag. One late piece only waited for the processor. */
const watch = 1;

/**
 * Lays pieces of sound one after the other, and keeps the row on the clock of the picture: when the sound card's clock, or
 * the timer in its place, has lost time, silence is put in; when it has gained some, a piece is left out.
 * Times are seconds since the beginning.
 */
export class Timeline {
  #end = 0;
  #leastLag = Number.POSITIVE_INFINITY;
  #watched = 0;

  /** Where the next piece begins. */
  get end(): number {
    return this.#end;
  }

  /** A piece of `duration` was there in full at `now`. `silence` comes before it; `drop`: it is left out. */
  place(duration: number, now: number): { at: number; silence: number; drop: boolean } {
    const lag = now - (this.#end + duration);
    this.#leastLag = Math.min(this.#leastLag, lag);
    this.#watched += duration;
    if (lag < -tolerance) return { at: this.#end, silence: 0, drop: true };
    const silence = this.#watched >= watch ? this.#owed() : 0;
    const at = this.#end + silence;
    this.#end = at + duration;
    return { at, silence, drop: false };
  }

  #owed(): number {
    const lag = this.#leastLag;
    this.#watched = 0;
    this.#leastLag = Number.POSITIVE_INFINITY;
    return lag > tolerance ? lag : 0;
  }
}
