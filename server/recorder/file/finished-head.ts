import { type Box, boxesIn, FileError, makeBox, needBox, numbersOf } from './boxes.ts';
import { type InitSegment, leadingTrack, versionOf } from './init-segment.ts';
import { type Subsegment, subsegmentsOf, type Timeline } from './timeline.ts';

/**
 * The beginning of a finished file has this length, whatever stands in it: so the places of the media that follow are known
 * while it is recorded, and parts of the upload are of equal size. It holds an index of some 5,000 stretches, which is one a
 * second for 80 minutes, and one every 18 s for a day.
 */
export const headBytes = 65_536;

const unknownDuration = 0xffffffff;

const uint32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  numbersOf(bytes).setUint32(0, value);
  return bytes;
};

const uint64 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(8);
  numbersOf(bytes).setBigUint64(0, BigInt(value));
  return bytes;
};

/** Writes a duration into a box where it stands at another place in version 1. */
const setDuration = (bytes: Uint8Array, box: Box, ticks: number, offsets: { short: number; long: number }): void => {
  const view = numbersOf(bytes);
  if (versionOf(bytes, box) === 1) view.setBigUint64(box.content + offsets.long, BigInt(ticks));
  else view.setUint32(box.content + offsets.short, Math.min(ticks, unknownDuration));
};

const movieTimescale = (bytes: Uint8Array, mvhd: Box): number =>
  numbersOf(bytes).getUint32(mvhd.content + (versionOf(bytes, mvhd) === 1 ? 20 : 12));

/** moov with the true duration in mvhd, each tkhd, and mehd, which is made anew. */
const finishMovie = (original: Uint8Array, seconds: number): Uint8Array => {
  const bytes = Uint8Array.from(original);
  const [moov] = boxesIn(bytes, 0, bytes.length);
  if (moov === undefined) throw new FileError('there is no moov');
  const mvhd = needBox(bytes, moov, 'mvhd');
  const ticks = Math.round(seconds * movieTimescale(bytes, mvhd));
  setDuration(bytes, mvhd, ticks, { short: 16, long: 24 });
  const parts = boxesIn(bytes, moov.content, moov.end).map((box) => {
    if (box.type === 'trak') setDuration(bytes, needBox(bytes, box, 'tkhd'), ticks, { short: 20, long: 28 });
    if (box.type !== 'mvex') return bytes.subarray(box.start, box.end);
    const inner = boxesIn(bytes, box.content, box.end).filter(({ type }) => type !== 'mehd');
    const mehd = makeBox('mehd', uint32(0x01000000), uint64(ticks));
    return makeBox('mvex', mehd, ...inner.map(({ start, end }) => bytes.subarray(start, end)));
  });
  return makeBox('moov', ...parts);
};

const sidxBytes = (references: number): number => 40 + 12 * references;

/** 8.16.3, version 1. It stands directly before the first fragment. */
const makeIndex = (subsegments: readonly Subsegment[], track: { id: number; timescale: number }): Uint8Array => {
  const [first] = subsegments;
  const references = subsegments.map(({ size, start, end, startsWithSync }) =>
    Buffer.concat([uint32(size), uint32(Math.max(0, end - start)), uint32(startsWithSync ? 0x90000000 : 0)]),
  );
  return makeBox(
    'sidx',
    uint32(0x01000000),
    uint32(track.id),
    uint32(track.timescale),
    uint64(first?.start ?? 0),
    uint64(0),
    uint32(subsegments.length),
    ...references,
  );
};

/**
 * What stands before the fragments of a finished file, `headBytes` long: ftyp, moov with the true duration, free space, and
 * the index of all fragments, by which players find any second without reading the file through.
 */
export const finishedHead = (init: InitSegment, timeline: Timeline): Uint8Array => {
  const boxes = boxesIn(init.bytes, 0, init.bytes.length);
  const before = boxes.map(({ type, start, end }) => {
    const bytes = init.bytes.subarray(start, end);
    return type === 'moov' ? finishMovie(bytes, timeline.endSeconds) : bytes;
  });
  const used = before.reduce((sum, { length }) => sum + length, 0);
  const most = Math.floor((headBytes - used - makeBox('free').length - sidxBytes(0)) / 12);
  if (most < 1) throw new FileError('the initialisation segment is too long');
  const index = makeIndex(subsegmentsOf(timeline, init, most), leadingTrack(init));
  const free = makeBox('free', new Uint8Array(headBytes - used - index.length - makeBox('free').length));
  return Buffer.concat([...before, free, index]);
};
