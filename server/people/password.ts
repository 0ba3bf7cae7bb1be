import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** The least of OWASP's password storage cheat sheet for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify<string, Argon2Parameters, Buffer>(argon2 as never);
const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** The password's argon2id hash in PHC form. Runs on Node's thread pool, so no more than four at once take memory. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
};

/** Whether the password is the one of this hash; false too for a hash of another kind. */
export const verifyPassword = async (hash: string, password: string): Promise<boolean> => {
  const [, memory, passes, parallelism, nonce, tag] = phc.exec(hash) ?? [];
  if (nonce === undefined || tag === undefined) return false;
  const expected = Buffer.from(tag, 'base64');
  const given = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(nonce, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(given, expected);
};
