/** ISO/IEC 14496-12: a file is boxes, each its size, its type, and what it holds. */
export type Box = {
  readonly type: string;
  /** Where the box begins in the bytes it was read from, and where it ends. */
  readonly start: number;
  readonly end: number;
  /** Where what it holds begins. */
  readonly content: number;
};

export class FileError extends Error {}

const headerBytes = 8;
const longHeaderBytes = 16;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The box whose header stands at `start`; undefined when the header itself is cut off. Its end may lie beyond the bytes. */
export const boxAt = (bytes: Uint8Array, start: number): Box | undefined => {
  if (start + headerBytes > bytes.length) return undefined;
  const view = viewOf(bytes);
  const type = String.fromCharCode(...bytes.subarray(start + 4, start + headerBytes));
  const size = view.getUint32(start);
  if (size !== 1) {
    if (size < headerBytes) throw new FileError(`a box ${type} of ${size} bytes`);
    return { type, start, end: start + size, content: start + headerBytes };
  }
  if (start + longHeaderBytes > bytes.length) return undefined;
  const long = Number(view.getBigUint64(start + headerBytes));
  if (long < longHeaderBytes) throw new FileError(`a box ${type} of ${long} bytes`);
  return { type, start, end: start + long, content: start + longHeaderBytes };
};

/** The boxes between two places, all of them whole. */
export const boxesIn = (bytes: Uint8Array, from: number, to: number): Box[] => {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    const box = boxAt(bytes, at);
    if (box === undefined || box.end > to) throw new FileError(`a box is cut off at ${at}`);
    boxes.push(box);
    at = box.end;
  }
  return boxes;
};

/** Those of this type directly inside a box. */
export const childrenOf = (bytes: Uint8Array, parent: Box, type: string): Box[] =>
  boxesIn(bytes, parent.content, parent.end).filter((box) => box.type === type);

/** The one at the end of a path of types. */
export const findBox = (bytes: Uint8Array, parent: Box, ...path: string[]): Box | undefined => {
  const [type, ...rest] = path;
  if (type === undefined) return parent;
  const [child] = childrenOf(bytes, parent, type);
  return child === undefined ? undefined : findBox(bytes, child, ...rest);
};

export const needBox = (bytes: Uint8Array, parent: Box, ...path: string[]): Box => {
  const found = findBox(bytes, parent, ...path);
  if (found === undefined) throw new FileError(`there is no ${path.join('/')} in ${parent.type}`);
  return found;
};

/** Reads and writes numbers, big-endian, at places in the bytes. */
export const numbersOf = (bytes: Uint8Array): DataView => viewOf(bytes);

/** Makes a box of what it is to hold. */
export const makeBox = (type: string, ...content: readonly Uint8Array[]): Uint8Array => {
  const header = new Uint8Array(headerBytes);
  const size = content.reduce((sum, { length }) => sum + length, headerBytes);
  viewOf(header).setUint32(0, size);
  header.set(Buffer.from(type, 'latin1'), 4);
  return Buffer.concat([header, ...content]);
};
