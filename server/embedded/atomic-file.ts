import { randomBytes } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';

/** Replaces a small file of mode 0600, so that a reader sees the old or the new text, never a part. */
export const writeAtomically = (file: string, text: string): Promise<void> => place(file, text, rename);

/** The same for a file that must not be there yet: throws `EEXIST` when another was quicker. */
export const createAtomically = (file: string, text: string): Promise<void> => place(file, text, link);

async function place(file: string, text: string, move: (from: string, to: string) => Promise<void>): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
    await move(draft, file);
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}
