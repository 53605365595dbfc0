import type { Segment } from "../engines/segment.ts";

/**
 * A segment as a description and pieces of bytes, whatever arrays it consists of: every typed array in it, also one
 * level down, goes into the pieces in the order of the description; the rest is plain data. The tombstones are kept
 * apart, because they change.
 */
export type SegmentRow = { layout: string; pieces: () => Generator<Uint8Array> };

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;
const kinds = { Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array };
type Kind = keyof typeof kinds;
type Bytes = Uint8Array<ArrayBuffer>;
type Pieces = Iterator<Bytes, void>;
type Layout = {
  plain: Record<string, unknown>;
  arrays: [path: string[], kind: Kind, length: number][];
};

const pieceBytes = 4 * 1024 * 1024;

export function writeSegment({ alive: _, gone: __, ...segment }: Segment): SegmentRow {
  const layout: Layout = { plain: {}, arrays: [] };
  const arrays: Numbers[] = [];
  const note = (path: string[], value: Numbers) => {
    layout.arrays.push([path, kindOf(value), value.length]);
    arrays.push(value);
  };
  for (const [name, value] of Object.entries(segment)) {
    if (isNumbers(value)) note([name], value);
    else if (Object.values(value).some(isNumbers)) {
      for (const [field, inner] of Object.entries(value)) note([name, field], inner as Numbers); // all of them, like the first
    } else layout.plain[name] = value;
  }
  return {
    layout: JSON.stringify(layout),
    *pieces() {
      for (const { buffer, byteOffset, byteLength } of arrays) {
        for (let at = 0; at < byteLength; at += pieceBytes) {
          yield new Uint8Array(buffer, byteOffset + at, Math.min(pieceBytes, byteLength - at));
        }
      }
    },
  };
}

/**
 * The memory of each array of a layout, out of the pieces: one after the other is taken, so that no more is held than the
 * segment. Throws when they are not as long as the layout says.
 */
export function readBuffers(layoutText: string, pieces: Pieces): ArrayBuffer[] {
  const layout = JSON.parse(layoutText) as Layout; // its checksum says that `writeSegment` wrote it
  const buffers = layout.arrays.map(([, kind, length]) =>
    readBuffer(length * kinds[kind].BYTES_PER_ELEMENT, pieces),
  );
  if (pieces.next().done !== true) throw new Error("a segment is longer than it should be");
  return buffers;
}

function readBuffer(size: number, pieces: Pieces): ArrayBuffer {
  let bytes: Bytes | undefined;
  for (let at = 0; at < size; ) {
    const { value: piece, done } = pieces.next();
    if (done === true) throw new Error("a segment is shorter than it should be");
    // Most arrays are one piece, whose memory is theirs from now on.
    if (at === 0 && piece.length === size && piece.buffer.byteLength === size) bytes = piece;
    else {
      bytes ??= new Uint8Array(size);
      bytes.set(piece, at);
    }
    at += piece.length;
  }
  return bytes?.buffer ?? new ArrayBuffer(0);
}

/** What `writeSegment` took apart, put together again over the memory of its arrays. */
export function readSegment(
  layoutText: string,
  alive: Uint8Array,
  buffers: readonly ArrayBuffer[],
): Segment {
  const layout = JSON.parse(layoutText) as Layout; // as in `readBuffers`
  const segment: Record<string, unknown> = { ...layout.plain };
  for (const [i, [[name = "", field], kind]] of layout.arrays.entries()) {
    const numbers = new kinds[kind](buffers[i] ?? new ArrayBuffer(0));
    if (field === undefined) segment[name] = numbers;
    else segment[name] = { ...(segment[name] as object | undefined), [field]: numbers };
  }
  let gone = 0;
  for (const one of alive) gone += 1 - one;
  return { ...segment, alive, gone } as unknown as Segment; // the same names and kinds
}

function isNumbers(value: unknown): value is Numbers {
  return ArrayBuffer.isView(value);
}

function kindOf(value: Numbers): Kind {
  return value.constructor.name as Kind; // the name of a class of `Numbers`
}
