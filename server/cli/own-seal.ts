import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { readConfig } from '../config.ts';
import { keepSecret } from '../embedded/secret-file.ts';
import { type Seal, sealWith } from '../sealed.ts';

/** What the server encrypts with: SECRET_KEY, or the data folder's own, which is made when the server has not been started yet. */
export const ownSeal = async (): Promise<Seal> => {
  const config = readConfig(process.env);
  const file = join(resolve(config.DATA_DIR), 'secrets', 'secret-key');
  const secretKey = config.SECRET_KEY ?? (await keepSecret(file, () => randomBytes(32).toString('base64url')));
  return sealWith(secretKey, config.SECRET_KEY_PREVIOUS);
};
