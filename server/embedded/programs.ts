import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Whether a file is there and may be run. */
export async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** The programs of these names on a PATH, in its order. */
export async function programsOnPath(names: readonly string[], path = ''): Promise<string[]> {
  const files = path
    .split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const isThere = await Promise.all(files.map(isProgram));
  return files.filter((_, index) => isThere[index]);
}
