import type { PictureType } from "#lib/contracts/pictures";

/**
 * What a picture is and how large, by its first bytes: PNG, JPEG, GIF or WebP. Undefined for anything else, and for one
 * that ends before it says its size. Sizes in pixels. Reads the head alone and decodes nothing.
 */
export type PictureHead = {
  media_type: Exclude<PictureType, "image/svg+xml">;
  width: number;
  height: number;
};

export function readPictureHead(bytes: Buffer): PictureHead | undefined {
  for (const read of [readPng, readJpeg, readGif, readWebp]) {
    const head = read(bytes);
    if (head !== undefined) return head;
  }
  return undefined;
}

const pngBegins = Buffer.from("89504e470d0a1a0a", "hex");

function readPng(bytes: Buffer): PictureHead | undefined {
  const begins = bytes.length >= 24 && bytes.subarray(0, 8).equals(pngBegins);
  if (!begins || bytes.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return {
    media_type: "image/png",
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
  };
}

function readGif(bytes: Buffer): PictureHead | undefined {
  if (bytes.length < 10 || !/^GIF8[79]a/.test(bytes.toString("latin1", 0, 6))) return undefined;
  return {
    media_type: "image/gif",
    width: bytes.readUInt16LE(6),
    height: bytes.readUInt16LE(8),
  };
}

/** Segments one behind the other, each with its length, until the one that says the size. */
function readJpeg(bytes: Buffer): PictureHead | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // a filling byte
      continue;
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2; // without a length
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    const isSize = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isSize) {
      return {
        media_type: "image/jpeg",
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      };
    }
    if (length < 2 || marker === 0xda) return undefined;
    at += 2 + length;
  }
  return undefined;
}

function readWebp(bytes: Buffer): PictureHead | undefined {
  if (bytes.length < 30) return undefined;
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WEBP")
    return undefined;
  const size = (width: number, height: number): PictureHead => {
    return { media_type: "image/webp", width, height };
  };
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    case "VP8L": {
      const packed = bytes.readUInt32LE(21);
      return size((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1);
    }
    case "VP8X":
      return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    default:
      return undefined;
  }
}
