import { randomFillSync } from 'node:crypto';
import { encodeTime, monotonicFactory } from 'ulid';

export type IdPrefix =
  | 'hall'
  | 'part'
  | 'org'
  | 'key'
  | 'req'
  | 'person'
  | 'sess'
  | 'cred'
  | 'step'
  | 'totp'
  | 'pass'
  | 'link'
  | 'audit'
  | 'evt'
  | 'whk'
  | 'dlv'
  | 'rpl'
  | 'rec';

/** Random bytes in stock: an id takes sixteen, and to ask for each by itself takes longer than all else of an id. */
const stock = Buffer.alloc(4_096);
let taken = stock.length;

const random = (): number => {
  if (taken === stock.length) {
    randomFillSync(stock);
    taken = 0;
  }
  taken += 1;
  return stock.readUInt8(taken - 1) / 256;
};

const next = monotonicFactory(random);

/**
 * A new id: a type prefix and a ULID in lower case (48 bits of milliseconds, 80 random bits; the ids of one process
 * rise strictly). Sorting ids as bytes sorts them by time, so lists page by id and need no second column.
 */
export const newId = (prefix: IdPrefix): string => `${prefix}_${next().toLowerCase()}`;

/** Sorts before every id that was made at this time or later, and after all that were made before. */
export const firstIdAt = (prefix: IdPrefix, time: Date): string =>
  `${prefix}_${encodeTime(time.getTime(), 10).toLowerCase()}${'0'.repeat(16)}`;

const ulid = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Whether this could be such an id at all; what cannot be is not found without asking the database. */
export const isId = (prefix: IdPrefix, id: string): boolean =>
  id.startsWith(`${prefix}_`) && ulid.test(id.slice(prefix.length + 1));
