import type { FragmentFacts } from './fragment.ts';
import { type InitSegment, leadingTrack } from './init-segment.ts';

/** What has been recorded so far: every fragment's size and times, in order. */
export type Timeline = {
  readonly fragments: readonly FragmentFacts[];
  readonly bytes: number;
  /** Seconds to the end of the track that ends last. */
  readonly endSeconds: number;
  add(fragment: FragmentFacts): void;
};

export const timelineOf = (init: InitSegment): Timeline => {
  const timescales = new Map(init.tracks.map(({ id, timescale }) => [id, timescale]));
  const fragments: FragmentFacts[] = [];
  let bytes = 0;
  let endSeconds = 0;
  return {
    fragments,
    get bytes() {
      return bytes;
    },
    get endSeconds() {
      return endSeconds;
    },
    add: (fragment) => {
      fragments.push(fragment);
      bytes += fragment.size;
      for (const { trackId, start, duration } of fragment.runs)
        endSeconds = Math.max(endSeconds, (start + duration) / (timescales.get(trackId) ?? 1));
    },
  };
};

/** Seconds at which a fragment begins. */
export const startSeconds = ({ runs }: FragmentFacts, { tracks }: InitSegment): number =>
  Math.min(...runs.map(({ trackId, start }) => start / (tracks.find(({ id }) => id === trackId)?.timescale ?? 1)));

/** A stretch of the file that can be played by itself. Times in ticks of the leading track. */
export type Subsegment = { size: number; start: number; end: number; startsWithSync: boolean };

/**
 * At most `most` stretches, each beginning where the leading track can be decoded from; neighbours are put together until
 * they are few enough.
 */
export const subsegmentsOf = ({ fragments }: Timeline, init: InitSegment, most: number): Subsegment[] => {
  const { id } = leadingTrack(init);
  const perGroup = Math.max(1, Math.ceil(fragments.length / most));
  const groups: Subsegment[] = [];
  let inGroup = 0;
  for (const { size, runs } of fragments) {
    const run = runs.find(({ trackId }) => trackId === id);
    const last = groups.at(-1);
    if (last !== undefined && (inGroup < perGroup || run === undefined || !run.startsWithSync)) {
      last.size += size;
      if (run !== undefined) last.end = run.start + run.duration;
      inGroup += 1;
      continue;
    }
    const start = run?.start ?? 0;
    groups.push({ size, start, end: start + (run?.duration ?? 0), startsWithSync: run?.startsWithSync ?? false });
    inGroup = 1;
  }
  // A stretch lasts until the next begins.
  return groups.map((group, index) => ({ ...group, end: groups[index + 1]?.start ?? group.end }));
};
