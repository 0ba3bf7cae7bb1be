import type { Bucket } from './bucket.ts';
import { Buckets } from './buckets.ts';
import { judge, type Tally } from './verdict.ts';
import type { Scope, Verdict, Windows } from './windows.ts';

/** Milliseconds since the Unix epoch, fractions welcome. It should be monotonic, as `performance.timeOrigin + performance.now()` is. */
export type Clock = { now(): number };

export interface MemoryWindows extends Windows {
  admit(scopes: readonly Scope[]): Verdict;
  /** Counts a request that another store admitted. */
  record(scopes: readonly Scope[]): void;
  /** Buckets held now. */
  readonly size: number;
}

/**
 * The windows of one process.
 *
 * Memory is bounded by `maxBuckets` (200,000): one takes about 230 bytes and 8 for each place of its ring, which doubles up to the
 * limit; `npm run bench` measures it. At the bound the least recently used bucket goes first, with what it counted, so the
 * bound belongs above the number of buckets that are used in a minute.
 */
export const memoryWindows = ({
  clock,
  maxBuckets = 200_000,
}: {
  clock: Clock;
  maxBuckets?: number;
}): MemoryWindows => {
  const buckets = new Buckets(maxBuckets);
  const read = () => Math.round(clock.now() * 1e3);

  return {
    admit(scopes) {
      const reading = read();
      // twice as many as a request can create, so they are forgotten faster than they come
      buckets.forgetIdle(reading, 2 * scopes.length);
      const found = scopes.map((scope) => buckets.find(scope.key));
      const tallies = scopes.map((scope, index) => tally(scope, found[index], reading));
      const verdict = judge(tallies, reading);
      if (verdict.admitted) {
        scopes.forEach((scope, index) => {
          const bucket = found[index] ?? buckets.create(scope.key);
          bucket.add(reading, scope.limit);
        });
      }
      return verdict;
    },

    record(scopes) {
      const reading = read();
      buckets.forgetIdle(reading, 2 * scopes.length);
      for (const scope of scopes) {
        const bucket = buckets.find(scope.key) ?? buckets.create(scope.key);
        bucket.add(reading, scope.limit);
      }
    },

    get size() {
      return buckets.size;
    },
  };
};

const tally = (scope: Scope, bucket: Bucket | undefined, reading: number): Tally => {
  if (bucket === undefined) return { scope, count: 0, counted: reading };
  bucket.settle(reading);
  return { scope, count: bucket.count, counted: bucket.at(Math.max(0, bucket.count - scope.limit), reading) };
};
