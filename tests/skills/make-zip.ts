import { crc32, deflateRawSync } from "node:zlib";

/** One entry as a packer writes it, honest unless told otherwise. */
export type ZipEntry = {
  name: string;
  bytes?: Buffer | string;
  /** Another name in the header before the bytes. */
  local_name?: string;
  /** What both headers say of its size, whatever it is. */
  said_size?: number;
  flags?: number;
  method?: number;
  /** Unix mode. */
  mode?: number;
  crc?: number;
};

/** A zip of any entries, as plain bytes: what no packer would write, too. */
export function makeZip(entries: readonly ZipEntry[], more: { said_count?: number } = {}): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { flags = 0, method = 8, mode = 0o100644 } = entry;
    const bytes = Buffer.from(entry.bytes ?? "");
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const size = entry.said_size ?? bytes.length;
    const crc = entry.crc ?? crc32(bytes);
    const localName = Buffer.from(entry.local_name ?? entry.name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(crc, 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(localName.length, 26);
    locals.push(local, localName, packed);
    const name = Buffer.from(entry.name);
    const row = Buffer.alloc(46);
    row.writeUInt32LE(0x02014b50, 0);
    row.writeUInt16LE(3 << 8, 4);
    row.writeUInt16LE(flags, 8);
    row.writeUInt16LE(method, 10);
    row.writeUInt32LE(crc, 16);
    row.writeUInt32LE(packed.length, 20);
    row.writeUInt32LE(size, 24);
    row.writeUInt16LE(name.length, 28);
    row.writeUInt32LE((mode << 16) >>> 0, 38);
    row.writeUInt32LE(offset, 42);
    central.push(row, name);
    offset += local.length + localName.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  const count = more.said_count ?? entries.length;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
