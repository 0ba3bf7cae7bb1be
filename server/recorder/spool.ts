import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { boxAt } from './file/boxes.ts';
import { readFragment, shiftFragment } from './file/fragment.ts';
import { type InitSegment, isSameConfiguration, readInitSegment } from './file/init-segment.ts';
import { startSeconds, type Timeline, timelineOf } from './file/timeline.ts';

/** The disk does not take what is recorded. */
export class SpoolError extends Error {}

/**
 * What is recorded, on this machine's disk, until it is uploaded: `init`, `media` (the fragments as they will stand in the
 * file, one behind the other) and `poster.jpg`.
 */
export type Spool = {
  /** Undefined until the first capture began. */
  readonly init: InitSegment | undefined;
  readonly timeline: Timeline | undefined;
  /** Bytes of media that are on the disk for certain. */
  readonly bytes: number;
  /** A capture begins. Its fragments follow those that are there, unless they were made for another configuration. */
  begin(init: Uint8Array): Promise<'goes on' | 'differs'>;
  /** Resolves when the fragment is on the disk. Throws a SpoolError; then nothing of it is there. */
  append(fragment: Uint8Array): Promise<void>;
  /** Media between two places. */
  read(from: number, to: number): Promise<Uint8Array>;
  keepPoster(jpeg: Uint8Array): Promise<void>;
  poster(): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
  remove(): Promise<void>;
};

export type SpoolFolder = {
  open(recordingId: string): Promise<Spool>;
  /** Recordings of which something is here. */
  list(): Promise<string[]>;
  freeBytes(): Promise<number>;
};

const diskFaults: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: "the disk's quota is used up",
  EIO: 'the disk is broken',
  EROFS: 'the disk may only be read',
};

const asSpoolError = (error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const fault = diskFaults[code];
  return fault === undefined ? error : new SpoolError(fault, { cause: error });
};

const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
};

const writeWhole = async (folder: string, name: string, bytes: Uint8Array): Promise<void> => {
  const draft = join(folder, `${name}.draft`);
  const handle = await open(draft, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, join(folder, name));
  await sync(folder);
};

const readIfThere = (file: string): Promise<Uint8Array | undefined> => readFile(file).catch(() => undefined);

const headerBytes = 16;

const readAt = async (file: FileHandle, from: number, length: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await file.read(bytes, 0, length, from);
  return bytes.subarray(0, bytesRead);
};

/** Length of the whole fragment at a place, and its moof; undefined where it is cut off or no fragment. */
const fragmentAt = async (
  file: FileHandle,
  from: number,
  size: number,
): Promise<{ moof: Uint8Array; length: number } | undefined> => {
  const moof = boxAt(await readAt(file, from, headerBytes), 0);
  if (moof?.type !== 'moof' || from + moof.end > size) return undefined;
  const mdat = boxAt(await readAt(file, from + moof.end, headerBytes), 0);
  if (mdat?.type !== 'mdat' || from + moof.end + mdat.end > size) return undefined;
  return { moof: await readAt(file, from, moof.end), length: moof.end + mdat.end };
};

/** Reads what an earlier process left, and cuts off what it had not written whole. */
const recover = async (file: FileHandle, init: InitSegment): Promise<Timeline> => {
  const timeline = timelineOf(init);
  const { size } = await file.stat();
  try {
    for (;;) {
      const found = await fragmentAt(file, timeline.bytes, size);
      if (found === undefined) break;
      timeline.add(readFragment(found.moof, init, found.length));
    }
  } catch {
    // What is no box there was torn when the power went.
  }
  if (timeline.bytes < size) await file.truncate(timeline.bytes);
  return timeline;
};

const openSpool = async (folder: string): Promise<Spool> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = await readIfThere(join(folder, 'init'));
  let init = kept === undefined ? undefined : readInitSegment(kept);
  const media = await open(join(folder, 'media'), init === undefined ? 'w+' : 'r+');
  let timeline = init === undefined ? undefined : await recover(media, init);
  /** Seconds by which the fragments of this capture are later than they say; known with its first. */
  let shift: number | undefined;

  const place = (fragment: Uint8Array, segment: InitSegment, line: Timeline): Uint8Array => {
    shift ??=
      line.fragments.length === 0 ? 0 : line.endSeconds - startSeconds(readFragment(fragment, segment), segment);
    const seconds = shift;
    const timescales = new Map(segment.tracks.map(({ id, timescale }) => [id, timescale]));
    return shiftFragment(fragment, line.fragments.length + 1, (id) => Math.round(seconds * (timescales.get(id) ?? 0)));
  };

  return {
    get init() {
      return init;
    },
    get timeline() {
      return timeline;
    },
    get bytes() {
      return timeline?.bytes ?? 0;
    },
    begin: async (bytes) => {
      const given = readInitSegment(bytes);
      shift = undefined;
      if (init !== undefined && timeline !== undefined && timeline.fragments.length > 0)
        return isSameConfiguration(init, given) ? 'goes on' : 'differs';
      await writeWhole(folder, 'init', bytes).catch((error: unknown) => {
        throw asSpoolError(error);
      });
      init = given;
      timeline = timelineOf(given);
      return 'goes on';
    },
    append: async (fragment) => {
      if (init === undefined || timeline === undefined) throw new Error('a fragment came before its initialisation');
      const placed = place(fragment, init, timeline);
      const facts = readFragment(placed, init);
      const from = timeline.bytes;
      try {
        for (let done = 0; done < placed.length; )
          done += (await media.write(placed, done, placed.length - done, from + done)).bytesWritten;
        await media.datasync();
      } catch (error) {
        await media.truncate(from).catch(() => {});
        throw asSpoolError(error);
      }
      timeline.add(facts);
    },
    read: async (from, to) => {
      const bytes = await readAt(media, from, to - from);
      if (bytes.length !== to - from) throw new Error('the spool holds less than it should');
      return bytes;
    },
    keepPoster: (jpeg) => writeWhole(folder, 'poster.jpg', jpeg),
    poster: () => readIfThere(join(folder, 'poster.jpg')),
    close: () => media.close(),
    remove: async () => {
      await media.close().catch(() => {});
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export const spoolFolder = (root: string): SpoolFolder => ({
  open: (recordingId) => {
    if (!/^rec_\w+$/.test(recordingId)) throw new Error('no name of a recording');
    return openSpool(join(root, recordingId));
  },
  list: async () => (await readdir(root)).filter((name) => name.startsWith('rec_')),
  freeBytes: async () => {
    const { bavail, bsize } = await statfs(root);
    return bavail * bsize;
  },
});
