import type { Assembly } from "#lib/assembly";
import { isLive } from "#lib/contracts/tasks";

/** Read from the store at a time. */
const PAGE = 100;

/**
 * A task's events from the one after `after` on. A reader takes what is ready when it asks for it, so that a slow one makes
 * nobody wait and nothing pile up. Throws `not_found`.
 */
export async function taskStream(
  tasks: Assembly["tasks"],
  task_id: string,
  after: number,
): Promise<Response> {
  const encoder = new TextEncoder();
  let at = after;
  let waiting = await tasks.events(task_id, at, PAGE);
  if (waiting.length === 0 && !isLive((await tasks.find(task_id)).state)) {
    return new Response(null, { status: 204 });
  }
  let wake: (() => void) | undefined;
  let left = false;
  const unwatch = tasks.watch(task_id, () => wake?.());

  function leave(): void {
    left = true;
    unwatch();
    wake?.();
  }

  /** The next piece that has not been sent; undefined while there is none, null once there will be none. */
  async function next(): Promise<string | undefined | null> {
    let over = false;
    if (waiting.length === 0) {
      // Looked at before the events: what ends a task is told with its end.
      over = !isLive((await tasks.find(task_id)).state);
      waiting = await tasks.events(task_id, at, PAGE);
    }
    const row = waiting.shift();
    if (row === undefined) return over ? null : undefined;
    at = row.id;
    return `id: ${row.id}\ndata: ${JSON.stringify(row)}\n\n`;
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (!left) {
          const woken = new Promise<void>((resolve) => {
            wake = resolve;
          });
          let piece: string | undefined | null;
          try {
            piece = await next();
          } catch {
            piece = null; // it was deleted
          }
          if (left) return;
          if (piece === null) {
            leave();
            controller.close();
            return;
          }
          if (piece !== undefined) {
            controller.enqueue(encoder.encode(piece));
            return;
          }
          await woken;
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "x-accel-buffering": "no",
      connection: "keep-alive",
    },
  });
}
