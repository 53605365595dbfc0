import { NotAModel, TooLarge, WentElsewhere } from "./failure.ts";

/**
 * How requests leave for a model: to the one address that is configured, and nowhere else. A redirect is not followed, for it
 * would carry documents and key to a host that nobody has agreed to. A reply larger than any real one is broken off.
 */
export type Fetch = typeof globalThis.fetch;

export function createReach(base_url: string, send: Fetch = globalThis.fetch): Fetch {
  const { origin } = new URL(base_url);
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (new URL(address).origin !== origin) throw new WentElsewhere();
    const response = await send(input, { ...init, redirect: "manual", cache: "no-store" });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new WentElsewhere();
    }
    const type = response.headers.get("content-type") ?? "";
    if (response.ok && /^text\/html\b/i.test(type)) {
      await response.body?.cancel();
      throw new NotAModel();
    }
    const body = response.body?.pipeThrough(atMost(response.ok ? mostBytes : mostErrorBytes));
    const { status, statusText, headers } = response;
    return new Response(body ?? null, { status, statusText, headers });
  };
}

const mostBytes = 16_777_216;
const mostErrorBytes = 65_536;

function atMost(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) throw new TooLarge();
      controller.enqueue(chunk);
    },
  });
}
