import { Duplex, PassThrough, type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";

/** What was read of a body: `cut` when it was longer than the limit or broke off before its end. */
export type ReadBody = { body: Buffer; cut: boolean };

export class UnknownEncoding extends Error {}

/**
 * A body without its content encodings, and no more of it than `max_bytes`: what is packed is unpacked piece by piece and
 * left where the limit is reached, so that a small body which unpacks to a thousand times its size costs no more than any
 * other. What breaks off is handed over as far as it came. Throws UnknownEncoding, what the stream throws before its
 * first byte, or the signal's reason.
 */
export async function readBody(
  raw: Readable,
  encodings: readonly string[],
  { max_bytes, signal }: { max_bytes: number; signal: AbortSignal },
): Promise<ReadBody> {
  // Whatever becomes of the body, an error that nobody waits for ends no program.
  raw.on("error", () => undefined);
  if (encodings.length > mostLayers) {
    throw new UnknownEncoding(encodings.join(", "));
  }
  const layers = encodings.toReversed().map(decoderOf);
  // What unpacks to nothing must end as well.
  const chain: Readable[] = [raw, countedUpTo(max_bytes + slackBytes), ...layers];
  const last = chain.reduce((from, to) => {
    from.on("error", (error) => to.destroy(error));
    return from.pipe(to as Duplex);
  });
  const pieces: Buffer[] = [];
  let length = 0;
  const end = () => {
    for (const stream of chain) stream.destroy();
  };
  signal.addEventListener("abort", end, { once: true });
  try {
    for await (const piece of last as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      if (length > max_bytes) break;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (length === 0) throw error;
    return { body: Buffer.concat(pieces).subarray(0, max_bytes), cut: true };
  } finally {
    signal.removeEventListener("abort", end);
    for (const stream of chain) stream.on("error", () => undefined); // told already
    end();
  }
  signal.throwIfAborted();
  return { body: Buffer.concat(pieces).subarray(0, max_bytes), cut: length > max_bytes };
}

const mostLayers = 2;
const slackBytes = 65_536;

function decoderOf(encoding: string): Duplex {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "br":
      return createBrotliDecompress();
    case "deflate":
      return inflateOfEitherKind();
    case "zstd":
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: mostZstdWindow } });
    case "identity":
      return new PassThrough();
    default:
      throw new UnknownEncoding(encoding);
  }
}

/** 8 MiB, which is what RFC 9659 lets a server of the web use. */
const mostZstdWindow = 23;

/** Servers send `deflate` with the two bytes in front that the standard wants, and without. */
function inflateOfEitherKind(): Duplex {
  return Duplex.from(async function* (packed: AsyncIterable<Buffer>) {
    const pieces = packed[Symbol.asyncIterator]();
    const first = await pieces.next();
    if (first.done) return;
    const inflate = ((first.value[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
    const all = (async function* () {
      yield first.value;
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
    })();
    pipeline(all, inflate).catch(() => undefined); // the one who reads `inflate` hears of it
    yield* inflate;
  });
}

function countedUpTo(max: number): Transform {
  let passed = 0;
  return new Transform({
    transform(piece: Buffer, _, done) {
      passed += piece.length;
      if (passed > max) this.destroy(new Error("the body as it was sent is too long"));
      else done(null, piece);
    },
  });
}
