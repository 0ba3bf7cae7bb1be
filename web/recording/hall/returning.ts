/** What is shown of somebody; `track` is the picture. */
interface Shown {
  key: string;
  track: unknown;
  isSpeaking: boolean;
}

/** How long somebody who was there before an outage of LiveKit may take to come back, in milliseconds. */
const grace = 10_000;

/**
 * Keeps everyone in place while LiveKit is away and until they are back: their last pictures stand still for those seconds,
 * instead of a stage that empties and fills again.
 */
export class Returning<T extends Shown> {
  #known: readonly T[] = [];
  #isBackSince: number | undefined;
  #wasAway = false;

  /** Whom to show, given who is there by LiveKit. `now` is in milliseconds. */
  with(present: readonly T[], isAway: boolean, now: number): readonly T[] {
    if (this.#wasAway && !isAway) this.#isBackSince = now;
    this.#wasAway = isAway;
    if (isAway) return this.#known.map((one) => ({ ...one, isSpeaking: false }));
    if (this.#isBackSince !== undefined && now - this.#isBackSince > grace) this.#isBackSince = undefined;
    const shown = this.#isBackSince === undefined ? present : merged(this.#known, present);
    this.#known = shown;
    return shown;
  }
}

function merged<T extends Shown>(before: readonly T[], present: readonly T[]): T[] {
  const now = new Map(present.map((one) => [one.key, one]));
  const kept = before.map((old) => {
    const back = now.get(old.key);
    now.delete(old.key);
    if (back === undefined) return { ...old, isSpeaking: false };
    return back.track === undefined ? { ...back, track: old.track } : back;
  });
  return [...kept, ...now.values()];
}
