import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'hall_live_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** CRC-32 in base 62, as GitHub's tokens have it: typos and look-alikes are told apart without asking the database. */
const checksumOf = (random: string): string => {
  let rest = crc32(random);
  let digits = '';
  for (let place = 0; place < checksumLength; place += 1) {
    digits = `${alphabet[rest % alphabet.length]}${digits}`;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
};

/** A new key: 32 random base-62 characters (190 bits) and their checksum. */
export const makeKey = (): string => {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${prefix}${random}${checksumOf(random)}`;
};

export const isWellFormedKey = (key: string): boolean => {
  if (!shape.test(key)) return false;
  const random = key.slice(prefix.length, -checksumLength);
  return key.endsWith(checksumOf(random));
};

/** SHA-256 of a key in hexadecimal. Node makes it as text four times faster than as bytes, and each request needs it. */
export const keyDigest = (key: string): string => hash('sha256', key, 'hex');

/** What the database keeps of a key. A look-up by hash compares nothing that an attacker could time. */
export const hashKey = (key: string): Buffer => Buffer.from(keyDigest(key), 'hex');

export const keyHint = (key: string): string => key.slice(-4);
