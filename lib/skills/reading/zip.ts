import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { badSkill } from "../bad-skill.ts";
import { skillLimits } from "../limits.ts";
import { judgePath, judgeSize, tooLargeInAll, tooMany } from "./contents.ts";

/**
 * The regular files of a zip, by its central directory. What it says of sizes is judged before anything is unpacked, and
 * unpacking stops at what it said. Links, encryption, several disks, zip64 and names that lead elsewhere are refused: none
 * of them is in an honest skill.
 */
export type ZipFile = { path: string; size: number; bytes(): Promise<Buffer> };

const inflate = promisify(inflateRaw);
const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const endBytes = 22;
const mostComment = 0xffff;
const kinds = 0o170000;
const regular = 0o100000;
const folder = 0o040000;

export function openZip(zip: Buffer, shown: string): ZipFile[] {
  const broken = () => badSkill(shown, "skill.zip_broken");
  const end = endOf(zip);
  if (end === undefined) throw broken();
  const count = zip.readUInt16LE(end + 10);
  const size = zip.readUInt32LE(end + 12);
  const start = zip.readUInt32LE(end + 16);
  const disks = zip.readUInt16LE(end + 4) + zip.readUInt16LE(end + 6);
  if (disks !== 0 || count !== zip.readUInt16LE(end + 8) || start + size > end) throw broken();
  if (count > skillLimits.files) throw tooMany(shown);
  const files = new Map<string, ZipFile>();
  let total = 0;
  let at = start;
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > end || zip.readUInt32LE(at) !== entryMark) throw broken();
    const entry = entryAt(zip, at);
    if (entry.next > end || entry.name === undefined) throw broken();
    at = entry.next;
    const { name, flags, method, packed, unpacked, kind } = entry;
    const isFolder = name.endsWith("/");
    judgePath(isFolder ? name.slice(0, -1) : name);
    if (kind !== 0 && kind !== (isFolder ? folder : regular)) throw badSkill(name, "skill.link");
    if (isFolder) continue;
    if ((flags & 1) !== 0 || (method !== 0 && method !== 8)) throw broken();
    judgeSize(name, unpacked);
    total += unpacked;
    if (total > skillLimits.total_bytes) throw tooLargeInAll(name);
    const from = dataStart(zip, entry.local, name);
    if (from === undefined || from + packed > start || files.has(name)) throw broken();
    const data = zip.subarray(from, from + packed);
    const unpack = async () => {
      const bytes = method === 0 ? data : await inflated(data, unpacked, broken);
      if (bytes.length !== unpacked || crc32(bytes) !== entry.crc) throw broken();
      return bytes;
    };
    files.set(name, { path: name, size: unpacked, bytes: unpack });
  }
  if (at !== start + size) throw broken();
  return [...files.values()];
}

function endOf(zip: Buffer): number | undefined {
  const first = Math.max(0, zip.length - endBytes - mostComment);
  for (let at = zip.length - endBytes; at >= first; at -= 1) {
    const whole = at + endBytes + zip.readUInt16LE(at + 20) === zip.length;
    if (zip.readUInt32LE(at) === endMark && whole) return at;
  }
  return undefined;
}

function entryAt(zip: Buffer, at: number) {
  const nameLength = zip.readUInt16LE(at + 28);
  const next = at + 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  return {
    next,
    name: textOf(zip.subarray(at + 46, at + 46 + nameLength)),
    flags: zip.readUInt16LE(at + 8),
    method: zip.readUInt16LE(at + 10),
    crc: zip.readUInt32LE(at + 16),
    packed: zip.readUInt32LE(at + 20),
    unpacked: zip.readUInt32LE(at + 24),
    kind: (zip.readUInt32LE(at + 38) >>> 16) & kinds,
    local: zip.readUInt32LE(at + 42),
  };
}

/** Where the bytes of a file begin. Both headers have to name the same file, or two readers would see two zips. */
function dataStart(zip: Buffer, local: number, name: string): number | undefined {
  if (local + 30 > zip.length || zip.readUInt32LE(local) !== localMark) return undefined;
  const nameEnd = local + 30 + zip.readUInt16LE(local + 26);
  if (textOf(zip.subarray(local + 30, nameEnd)) !== name) return undefined;
  return nameEnd + zip.readUInt16LE(local + 28);
}

async function inflated(data: Buffer, most: number, broken: () => Error): Promise<Buffer> {
  try {
    return await inflate(data, { maxOutputLength: Math.max(1, most) });
  } catch {
    throw broken();
  }
}

/** Names are UTF-8, as every packer of today writes them whether or not it says so. */
function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
