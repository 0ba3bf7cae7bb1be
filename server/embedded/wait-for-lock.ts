import { setTimeout as sleep } from 'node:timers/promises';
import { type FileLock, takeFileLock } from './file-lock.ts';

/** Takes a lock as soon as nobody else holds it. `onWait` is called once if it has to wait. */
export async function waitForLock(file: string, onWait: () => void, signal: AbortSignal): Promise<FileLock> {
  for (let told = false; ; told = true) {
    const lock = takeFileLock(file);
    if (lock !== undefined) return lock;
    if (!told) onWait();
    await sleep(200, undefined, { signal });
  }
}
