import { Bucket } from './bucket.ts';

/**
 * The buckets in use, in order of use. Every use forgets a few idle ones, so there is no scan and no timer. What the last
 * minute of traffic needed stays until there is traffic again.
 */
export class Buckets {
  private readonly byKey = new Map<string, Bucket>();
  private readonly most: number;
  private oldest: Bucket | undefined;
  private newest: Bucket | undefined;

  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.byKey.size;
  }

  /** The key's bucket, now the most recently used one. */
  find(key: string): Bucket | undefined {
    const bucket = this.byKey.get(key);
    if (bucket !== undefined && bucket !== this.newest) {
      this.unlink(bucket);
      this.append(bucket);
    }
    return bucket;
  }

  /** A new bucket; when there are as many as may be, the least recently used one goes, and what it counted is forgotten. */
  create(key: string): Bucket {
    if (this.byKey.size >= this.most && this.oldest !== undefined) this.remove(this.oldest);
    const bucket = new Bucket(key);
    this.byKey.set(key, bucket);
    this.append(bucket);
    return bucket;
  }

  /** Forgets at most so many idle buckets, from the least recently used one on. */
  forgetIdle(reading: number, atMost: number): void {
    for (let left = atMost; left > 0 && this.oldest?.isIdle(reading); left--) this.remove(this.oldest);
  }

  private remove(bucket: Bucket): void {
    this.unlink(bucket);
    this.byKey.delete(bucket.key);
  }

  private append(bucket: Bucket): void {
    bucket.older = this.newest;
    if (this.newest === undefined) this.oldest = bucket;
    else this.newest.newer = bucket;
    this.newest = bucket;
  }

  private unlink(bucket: Bucket): void {
    if (bucket.older === undefined) this.oldest = bucket.newer;
    else bucket.older.newer = bucket.newer;
    if (bucket.newer === undefined) this.newest = bucket.older;
    else bucket.newer.older = bucket.older;
    bucket.older = undefined;
    bucket.newer = undefined;
  }
}
