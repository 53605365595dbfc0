import type { Assembly } from "#lib/assembly";

export const MAX_BODY_BYTES = 1024 * 1024;
/** A body longer than this is not waited for: its connection is broken off. */
const longestDrained = 64 * MAX_BODY_BYTES;

/**
 * The JSON of a request body. Throws `validation` when it is none or is not declared as JSON, `body_too_large` when it is
 * longer than allowed, whatever its Content-Length claims. The rest of a body that is refused is read and thrown away: who
 * still sends when the connection ends is told that it broke, and not why.
 */
export async function readJson(request: Request, failure: Assembly["failure"]): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw failure("validation", "error.content_type");
  const text = new TextDecoder("utf-8", { fatal: true });
  let body = "";
  let bytes = 0;
  try {
    for await (const chunk of chunksOf(request)) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BODY_BYTES) break;
      body += text.decode(chunk, { stream: true });
    }
    if (bytes <= MAX_BODY_BYTES) return JSON.parse(body + text.decode()) as unknown;
  } catch (cause) {
    throw failure("validation", "error.body_not_json", {}, { cause });
  }
  throw failure("body_too_large", "error.body_too_large", { limit: MAX_BODY_BYTES });
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    let drained = 0;
    for (let rest = await reader.read(); !rest.done; rest = await reader.read()) {
      drained += rest.value.byteLength;
      if (drained > longestDrained) await reader.cancel();
    }
  }
}
