type Box = { readonly type: string; readonly body: DataView };

/** The boxes of an MP4 file, or inside one of them (ISO/IEC 14496-12, 4.2). */
const boxesOf = (data: DataView): Box[] => {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= data.byteLength; ) {
    const size = data.getUint32(at);
    if (size < 8) break;
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => data.getUint8(at + offset)));
    boxes.push({ type, body: new DataView(data.buffer, data.byteOffset + at + 8, size - 8) });
    at += size;
  }
  return boxes;
};

const inside = (boxes: readonly Box[], type: string): Box[] => boxes.filter((box) => box.type === type);

/** How many pictures a fragment holds: the samples of its first track (8.8.8). */
export const countFrames = (fragment: Uint8Array): number => {
  const data = new DataView(fragment.buffer, fragment.byteOffset, fragment.byteLength);
  const tracks = inside(boxesOf(data), 'moof').flatMap(({ body }) => inside(boxesOf(body), 'traf'));
  const first = tracks[0];
  if (first === undefined) return 0;
  return inside(boxesOf(first.body), 'trun').reduce((sum, { body }) => sum + body.getUint32(4), 0);
};
