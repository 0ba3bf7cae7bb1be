import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { keepSecret } from './secret-file.ts';

export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What Hall encrypts with: SECRET_KEY, or the data folder's own, which is made when there is none yet. */
export const secretKeyOf = async ({ SECRET_KEY, DATA_DIR }: Config): Promise<string> =>
  SECRET_KEY ?? keepSecret(join(resolve(DATA_DIR), 'secrets', 'secret-key'), newSecret);
