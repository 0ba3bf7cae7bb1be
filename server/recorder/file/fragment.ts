import { type Box, boxAt, childrenOf, FileError, needBox, numbersOf } from './boxes.ts';
import { type InitSegment, type Track, versionOf } from './init-segment.ts';

/** Of one track in one fragment, in ticks of the track's clock. */
export type Run = {
  readonly trackId: number;
  readonly start: number;
  readonly duration: number;
  /** Whether its first sample can be decoded without an earlier one. */
  readonly startsWithSync: boolean;
};

export type FragmentFacts = { readonly size: number; readonly runs: readonly Run[] };

/** tfhd flags, 8.8.7. */
const has = { baseDataOffset: 0x01, sampleDescription: 0x02, duration: 0x08, size: 0x10, flags: 0x20 };
/** trun flags, 8.8.8. */
const perRun = { dataOffset: 0x01, firstFlags: 0x04 };
const perSample = { duration: 0x100, size: 0x200, flags: 0x400, offset: 0x800 };
/** sample_is_non_sync_sample, 8.8.3.1. */
const nonSync = 0x10000;

const flagsOf = (bytes: Uint8Array, box: Box): number => numbersOf(bytes).getUint32(box.content) & 0xffffff;

type Defaults = { readonly duration: number; readonly flags: number };

const trafDefaults = (bytes: Uint8Array, tfhd: Box, track: Track): Defaults => {
  const flags = flagsOf(bytes, tfhd);
  if ((flags & has.baseDataOffset) !== 0) throw new FileError('a fragment names places in the whole file');
  const view = numbersOf(bytes);
  let at = tfhd.content + 8 + ((flags & has.sampleDescription) === 0 ? 0 : 4);
  const next = (flag: number, otherwise: number): number => {
    if ((flags & flag) === 0) return otherwise;
    at += 4;
    return view.getUint32(at - 4);
  };
  const duration = next(has.duration, track.defaults.duration);
  next(has.size, 0);
  return { duration, flags: next(has.flags, track.defaults.flags) };
};

/** Duration of the samples of one trun, and the flags of its first. */
const readRun = (bytes: Uint8Array, trun: Box, defaults: Defaults): { duration: number; flags: number } => {
  const flags = flagsOf(bytes, trun);
  const view = numbersOf(bytes);
  const count = view.getUint32(trun.content + 4);
  let at = trun.content + 8 + ((flags & perRun.dataOffset) === 0 ? 0 : 4);
  let first = defaults.flags;
  if ((flags & perRun.firstFlags) !== 0) {
    first = view.getUint32(at);
    at += 4;
  }
  const width = Object.values(perSample).filter((flag) => (flags & flag) !== 0).length * 4;
  if ((flags & perSample.flags) !== 0 && count > 0) {
    const before = [perSample.duration, perSample.size].filter((flag) => (flags & flag) !== 0).length * 4;
    first = view.getUint32(at + before);
  }
  if ((flags & perSample.duration) === 0) return { duration: count * defaults.duration, flags: first };
  let duration = 0;
  for (let sample = 0; sample < count; sample += 1) duration += view.getUint32(at + sample * width);
  return { duration, flags: first };
};

const trackOf = (bytes: Uint8Array, tfhd: Box, { tracks }: InitSegment): Track => {
  const id = numbersOf(bytes).getUint32(tfhd.content + 4);
  const track = tracks.find((one) => one.id === id);
  if (track === undefined) throw new FileError(`a fragment of the unknown track ${id}`);
  return track;
};

const readTraf = (bytes: Uint8Array, traf: Box, init: InitSegment): Run => {
  const tfhd = needBox(bytes, traf, 'tfhd');
  const tfdt = needBox(bytes, traf, 'tfdt');
  const track = trackOf(bytes, tfhd, init);
  const defaults = trafDefaults(bytes, tfhd, track);
  const runs = childrenOf(bytes, traf, 'trun').map((trun) => readRun(bytes, trun, defaults));
  const view = numbersOf(bytes);
  return {
    trackId: track.id,
    start:
      versionOf(bytes, tfdt) === 1 ? Number(view.getBigUint64(tfdt.content + 4)) : view.getUint32(tfdt.content + 4),
    duration: runs.reduce((sum, { duration }) => sum + duration, 0),
    startsWithSync: ((runs[0]?.flags ?? nonSync) & nonSync) === 0,
  };
};

const moofOf = (bytes: Uint8Array): Box => {
  const moof = boxAt(bytes, 0);
  if (moof?.type !== 'moof' || moof.end > bytes.length)
    throw new FileError('a fragment does not begin with a whole moof');
  return moof;
};

/** What a moof tells of its fragment; `size` of all its bytes is given, for what follows the moof need not be there. */
export const readFragment = (bytes: Uint8Array, init: InitSegment, size: number = bytes.length): FragmentFacts => {
  const moof = moofOf(bytes);
  return { size, runs: childrenOf(bytes, moof, 'traf').map((traf) => readTraf(bytes, traf, init)) };
};

/** A copy of a fragment with another number in the sequence, later by some ticks of each track. Nothing of it changes its length. */
export const shiftFragment = (
  bytes: Uint8Array,
  sequence: number,
  ticksOf: (trackId: number) => number,
): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  const view = numbersOf(copy);
  const moof = moofOf(copy);
  view.setUint32(needBox(copy, moof, 'mfhd').content + 4, sequence);
  for (const traf of childrenOf(copy, moof, 'traf')) {
    const ticks = ticksOf(view.getUint32(needBox(copy, traf, 'tfhd').content + 4));
    const tfdt = needBox(copy, traf, 'tfdt');
    const at = tfdt.content + 4;
    if (versionOf(copy, tfdt) === 1) view.setBigUint64(at, view.getBigUint64(at) + BigInt(ticks));
    else {
      const shifted = view.getUint32(at) + ticks;
      if (shifted > 0xffffffff) throw new FileError('the recording is longer than its clock can tell');
      view.setUint32(at, shifted);
    }
  }
  return copy;
};
