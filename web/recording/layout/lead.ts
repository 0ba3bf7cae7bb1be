/** Somebody who may stand large. */
interface Speaker {
  key: string;
  isSpeaking: boolean;
}

/** For so long, in milliseconds, somebody has to speak before the picture goes over: a cough or a "yes" is no speech. */
const speech = 1_000;

/** Who stands large in the speaker layout. */
export class Lead {
  #key: string | undefined;
  readonly #since = new Map<string, number>();

  /** `now` is in milliseconds. Whoever stands large does so until somebody else speaks while this one is silent, or it leaves. */
  among(people: readonly Speaker[], now: number): string | undefined {
    for (const { key, isSpeaking } of people) {
      if (!isSpeaking) this.#since.delete(key);
      else if (!this.#since.has(key)) this.#since.set(key, now);
    }
    const lead = people.find(({ key }) => key === this.#key);
    if (lead?.isSpeaking !== true) {
      const next = people
        .filter(({ key, isSpeaking }) => isSpeaking && now - (this.#since.get(key) ?? now) >= speech)
        .sort((a, b) => (this.#since.get(a.key) ?? now) - (this.#since.get(b.key) ?? now))[0];
      this.#key = next?.key ?? lead?.key ?? people[0]?.key;
    }
    return this.#key;
  }
}
