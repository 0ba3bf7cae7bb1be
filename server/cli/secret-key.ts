import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { readConfig } from '../config.ts';
import { keepSecret } from '../embedded/secret-file.ts';

/** What the server encrypts with: SECRET_KEY, or the data folder's own, which is made when the server has not been started yet. */
export const secretKey = async (): Promise<string> => {
  const config = readConfig(process.env);
  const file = join(resolve(config.DATA_DIR), 'secrets', 'secret-key');
  return config.SECRET_KEY ?? (await keepSecret(file, () => randomBytes(32).toString('base64url')));
};
