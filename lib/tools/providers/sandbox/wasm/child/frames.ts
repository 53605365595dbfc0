/**
 * How the program and an instance talk over a pipe: a head in JSON and a body of bytes, each with its length before it.
 *
 *   [length of head: u32][length of body: u32][head][body]
 */
export type Frame = { head: unknown; body: Buffer };

const lengths = 8;

export function frameOf(head: unknown, ...body: readonly Uint8Array[]): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  const start = Buffer.alloc(lengths);
  start.writeUInt32LE(json.length, 0);
  start.writeUInt32LE(
    body.reduce((sum, part) => sum + part.length, 0),
    4,
  );
  return Buffer.concat([start, json, ...body]);
}

/**
 * Takes pieces of a pipe as they come and gives whole frames. `onFrame` is not called for a frame that is longer than it
 * may be, nor for a head that is no JSON: then `onFault` is, once, and everything after is passed over.
 */
export function readFrames(deps: {
  max_head: number;
  max_body(): number;
  onFrame(frame: Frame): void;
  onFault(): void;
}): (piece: Buffer) => void {
  const { max_head, max_body, onFrame, onFault } = deps;
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = lengths;
  let failed = false;

  const fail = () => {
    failed = true;
    pieces = [];
    onFault();
  };

  return (piece) => {
    if (failed) return;
    pieces.push(piece);
    held += piece.length;
    while (held >= wanted && !failed) {
      // Joined only when a frame is whole, so that a long one is not copied with each of its pieces.
      const all =
        pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
      pieces = [all];
      const head = all.readUInt32LE(0);
      const body = all.readUInt32LE(4);
      if (head > max_head || body > max_body()) return fail();
      wanted = lengths + head + body;
      if (held < wanted) return;
      let read: unknown;
      try {
        read = JSON.parse(all.toString("utf8", lengths, lengths + head));
      } catch {
        return fail();
      }
      const frame = { head: read, body: all.subarray(lengths + head, wanted) };
      pieces = held > wanted ? [all.subarray(wanted)] : [];
      held -= wanted;
      wanted = lengths;
      onFrame(frame);
    }
  };
}

/** The parts of a body, by their lengths; undefined where these do not add up to it. */
export function partsOf(body: Buffer, sizes: readonly number[]): Buffer[] | undefined {
  if (sizes.reduce((sum, size) => sum + size, 0) !== body.length) return undefined;
  let at = 0;
  return sizes.map((size) => {
    at += size;
    return body.subarray(at - size, at);
  });
}
