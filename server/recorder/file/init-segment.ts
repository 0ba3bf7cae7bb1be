import { type Box, boxesIn, childrenOf, FileError, needBox, numbersOf } from './boxes.ts';

export type Track = {
  readonly id: number;
  readonly kind: 'video' | 'audio' | 'other';
  /** Ticks of the track's clock in a second. */
  readonly timescale: number;
  /** The box stsd: codec and its configuration. */
  readonly description: Uint8Array;
  /** Pixels; 0 for sound. */
  readonly width: number;
  readonly height: number;
  /** What holds for samples of which a fragment does not say it. */
  readonly defaults: { readonly duration: number; readonly flags: number };
};

export type InitSegment = { readonly bytes: Uint8Array; readonly tracks: readonly Track[] };

const kinds: Readonly<Record<string, Track['kind']>> = { vide: 'video', soun: 'audio' };

const typeAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** Of a box with a version and flags: 0 or 1; the fields after it are wider in version 1. */
export const versionOf = (bytes: Uint8Array, box: Box): number => bytes[box.content] ?? 0;

const defaultsOf = (bytes: Uint8Array, moov: Box): Map<number, Track['defaults']> => {
  const view = numbersOf(bytes);
  const mvex = needBox(bytes, moov, 'mvex');
  return new Map(
    childrenOf(bytes, mvex, 'trex').map(({ content }) => [
      view.getUint32(content + 4),
      { duration: view.getUint32(content + 12), flags: view.getUint32(content + 20) },
    ]),
  );
};

/** Reads what comes before the fragments: the boxes ftyp and moov. */
export const readInitSegment = (bytes: Uint8Array): InitSegment => {
  const view = numbersOf(bytes);
  const moov = boxesIn(bytes, 0, bytes.length).find(({ type }) => type === 'moov');
  if (moov === undefined) throw new FileError('the initialisation segment has no moov');
  const defaults = defaultsOf(bytes, moov);
  const tracks = childrenOf(bytes, moov, 'trak').map((trak): Track => {
    const tkhd = needBox(bytes, trak, 'tkhd');
    const mdhd = needBox(bytes, trak, 'mdia', 'mdhd');
    const hdlr = needBox(bytes, trak, 'mdia', 'hdlr');
    const stsd = needBox(bytes, trak, 'mdia', 'minf', 'stbl', 'stsd');
    const id = view.getUint32(tkhd.content + (versionOf(bytes, tkhd) === 1 ? 20 : 12));
    return {
      id,
      kind: kinds[typeAt(bytes, hdlr.content + 8)] ?? 'other',
      timescale: view.getUint32(mdhd.content + (versionOf(bytes, mdhd) === 1 ? 20 : 12)),
      description: bytes.subarray(stsd.start, stsd.end),
      width: view.getUint32(tkhd.end - 8) >>> 16,
      height: view.getUint32(tkhd.end - 4) >>> 16,
      defaults: defaults.get(id) ?? { duration: 0, flags: 0 },
    };
  });
  if (tracks.length === 0) throw new FileError('the initialisation segment has no track');
  return { bytes, tracks };
};

const isSame = (one: Track, other: Track): boolean =>
  one.id === other.id &&
  one.kind === other.kind &&
  one.timescale === other.timescale &&
  one.defaults.duration === other.defaults.duration &&
  one.defaults.flags === other.defaults.flags &&
  Buffer.from(one.description).equals(other.description);

/** Whether fragments made for one can follow those made for the other: same tracks, clocks, codecs and their configuration. */
export const isSameConfiguration = (one: InitSegment, other: InitSegment): boolean =>
  one.tracks.length === other.tracks.length &&
  one.tracks.every((track, index) => {
    const match = other.tracks[index];
    return match !== undefined && isSame(track, match);
  });

/** The track by which the file is searched: picture if there is one. */
export const leadingTrack = ({ tracks }: InitSegment): Track => {
  const track = tracks.find(({ kind }) => kind === 'video') ?? tracks[0];
  if (track === undefined) throw new FileError('there is no track');
  return track;
};
