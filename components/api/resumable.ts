/**
 * A stream of events that outlives its connection. Only whole events are passed on; where the line is cut, the rest is
 * asked for after the last of them, a few times. A stream without ids, or one that was given up, ends as it always did.
 */
export function resumable(
  first: Response,
  options: {
    /** Asks for what comes after an event. Throws when that cannot be had now. */
    after: (thread: string, last: string) => Promise<Response>;
    signal: AbortSignal | undefined;
    /** Resolves when the next attempt may be made. */
    pause?: (attempt: number) => Promise<void>;
  },
): Response {
  const { after, signal, pause = waitLonger } = options;
  const encoder = new TextEncoder();
  let reader = first.body?.getReader();
  let decoder = new TextDecoder();
  let half = "";
  let last: string | undefined;
  let thread: string | undefined;
  let done = false;

  /** The whole events among what has come; what is left waits for its end. */
  function whole(text: string): string {
    half += text;
    const end = half.lastIndexOf("\n\n");
    if (end < 0) return "";
    const events = half.slice(0, end + 2);
    half = half.slice(end + 2);
    last = [...events.matchAll(/(?:^|\n)id: ([^\n]+)/g)].at(-1)?.[1] ?? last;
    thread ??= /"thread_id":"([^"]+)"/.exec(events)?.[1];
    done ||= /(?:^|\n)data: \[DONE\](?=\n|$)/.test(events);
    return events;
  }

  async function reconnect(cause: unknown): Promise<void> {
    if (last === undefined || thread === undefined || signal?.aborted) throw cause;
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      await pause(attempt);
      if (signal?.aborted) throw cause;
      try {
        reader = (await after(thread, last)).body?.getReader();
        decoder = new TextDecoder();
        half = "";
        return;
      } catch {
        // Not yet; after the last attempt the reader hears of the cut itself.
      }
    }
    throw cause;
  }

  /** The next events; undefined at the end. Whoever is cut off first looks for another connection. */
  async function next(): Promise<string | undefined> {
    for (;;) {
      try {
        const piece = await reader?.read();
        if (piece?.value !== undefined) {
          const events = whole(decoder.decode(piece.value, { stream: true }));
          if (events !== "") return events;
          continue;
        }
        if (done || last === undefined) return undefined;
      } catch (cause) {
        await reconnect(cause);
        continue;
      }
      await reconnect(new TypeError("cut"));
    }
  }

  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const events = await next();
      if (events !== undefined) return controller.enqueue(encoder.encode(events));
      if (half !== "") controller.enqueue(encoder.encode(half));
      controller.close();
    },
    cancel: (reason) => reader?.cancel(reason),
  });
  return new Response(body, { status: first.status, headers: first.headers });
}

const mostAttempts = 5;

function waitLonger(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 250 * 2 ** attempt));
}
