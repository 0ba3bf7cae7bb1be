import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createAtomically } from './atomic-file.ts';
import { StartError } from './start-error.ts';
import { isCode, reasonOf } from './system-error.ts';

/** Reads the secret in this file, or makes one and keeps it there, readable for its owner alone. */
export async function keepSecret(file: string, make: () => string): Promise<string> {
  try {
    return (await readSecret(file)) ?? (await makeSecret(file, make()));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The secret ${file} can be neither read nor made (${reasonOf(error)}). ` +
        'Start Hall as the user who owns its data folder, or give that folder to this user.',
    );
  }
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    const secret = (await readFile(file, 'utf8')).trim();
    if (secret !== '') return secret;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  throw new StartError(`The secret ${file} is empty. Restore it, or delete the file to have a new secret made.`);
}

async function makeSecret(file: string, secret: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await createAtomically(file, `${secret}\n`);
    return secret;
  } catch (error) {
    // Another call was quicker: there is one secret, and it is that one's.
    const made = isCode(error, 'EEXIST') ? await readSecret(file) : undefined;
    if (made === undefined) throw error;
    return made;
  }
}
