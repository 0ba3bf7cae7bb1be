import { crc32 } from 'node:zlib';

/** A ZIP archive with one executable file, not compressed (PKWARE's APPNOTE, 4.3.7, 4.3.12, 4.3.16). */
export function zipOf(path: string, text: string): Buffer {
  const [name, content] = [Buffer.from(path), Buffer.from(text)];
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0); // version needed
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(content.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, content]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE((0o100_755 << 16) >>> 0, 6); // a Unix file that may be run
  const madeByUnix = Buffer.from([20, 3]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02'), madeByUnix, common, rest, name]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end]);
}
