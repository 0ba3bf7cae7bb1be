import { windowMicroseconds } from './verdict.ts';

/** Most buckets see a few requests a minute; theirs costs 32 bytes. */
const smallestRing = 4;

/** One bucket's counted requests, oldest first, in a ring that grows by doubling up to the limit. Times in microseconds. */
export class Bucket {
  readonly key: string;
  /** Neighbours in order of use; `Buckets` keeps them. */
  older: Bucket | undefined;
  newer: Bucket | undefined;

  private ring = emptyRing(smallestRing);
  private head = 0;
  private size = 0;

  constructor(key: string) {
    this.key = key;
  }

  get count(): number {
    return this.size;
  }

  /** When the nth oldest request was counted, `otherwise` when there are not so many. */
  at(index: number, otherwise: number): number {
    return index >= 0 && index < this.size ? (this.ring[this.place(index)] ?? otherwise) : otherwise;
  }

  isIdle(reading: number): boolean {
    return this.at(this.size - 1, 0) <= reading - windowMicroseconds;
  }

  /**
   * Drops what has left the window. When the clock was set back by a window or more, the times move with it: nobody waits for
   * as long as the clock was wrong.
   */
  settle(reading: number): void {
    const ahead = this.at(this.size - 1, reading) - reading;
    if (ahead >= windowMicroseconds) this.ring = this.ring.map((time) => time - ahead);
    while (this.size > 0 && this.at(0, reading) <= reading - windowMicroseconds) this.dropOldest();
    if (this.size === 0 && this.ring.length > smallestRing) this.ring = emptyRing(smallestRing);
  }

  /** Counts a request. Beyond the limit the oldest one makes room: no decision can depend on it any more. */
  add(reading: number, limit: number): void {
    this.settle(reading);
    // the bucket's own time stands still while the clock is behind it
    const time = Math.max(reading, this.at(this.size - 1, reading));
    if (this.size === this.ring.length) {
      if (this.size < limit) this.grow(limit);
      else this.dropOldest();
    }
    this.ring[this.place(this.size)] = time;
    this.size += 1;
  }

  private place(index: number): number {
    const place = this.head + index;
    return place < this.ring.length ? place : place - this.ring.length;
  }

  private dropOldest(): void {
    this.head = this.place(1);
    this.size -= 1;
    if (this.size === 0) this.head = 0;
  }

  private grow(limit: number): void {
    const grown = emptyRing(Math.min(this.ring.length * 2, limit));
    for (let index = 0; index < this.size; index++) grown[index] = this.at(index, 0);
    this.ring = grown;
    this.head = 0;
  }
}

/** Of doubles from the beginning: V8 then keeps 8 bytes an entry. A typed array would cost another 200 bytes a bucket. */
const emptyRing = (length: number): number[] => new Array<number>(length).fill(0.5);
