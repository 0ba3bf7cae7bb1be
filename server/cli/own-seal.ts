import { readConfig } from '../config.ts';
import { secretKeyOf } from '../embedded/secret-key.ts';
import { type Seal, sealWith } from '../sealed.ts';

/** The seal of the server that runs or will run here. */
export const ownSeal = async (): Promise<Seal> => {
  const config = readConfig(process.env);
  return sealWith(await secretKeyOf(config), config.SECRET_KEY_PREVIOUS);
};
