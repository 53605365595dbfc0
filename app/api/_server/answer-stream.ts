import type { InferUIMessageChunk, UIMessage } from "ai";
import type { Assembly } from "#lib/assembly";
import type { AskEvent, ChatParts, RunEvent } from "#lib/contracts/stream";

type Started = Extract<AskEvent, { kind: "started" }>["data"];
type Chunk = InferUIMessageChunk<UIMessage<Started, ChatParts>>;
type Run = NonNullable<Awaited<ReturnType<Assembly["runs"]["find"]>>>;

/** How long a reader may hang behind a run that has ended. */
const PATIENCE_MS = 60_000;
const done = "data: [DONE]\n\n";

/** As the SDK's own constant has them, with which every route that streams would load the SDK. */
export const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache",
  connection: "keep-alive",
  "x-vercel-ai-ui-message-stream": "v1",
  "x-accel-buffering": "no",
};

/**
 * A run as a UI message stream of server-sent events, from the chunk after `after` on. Every chunk has an id, and the same
 * run gives the same bytes whenever it is read. A reader takes what is ready when it asks for it: one that is slow makes
 * nobody else wait and nothing pile up, and is cut off when the run has long been over.
 */
export function answerStream(run: Run, after = 0, patienceMs = PATIENCE_MS): Response {
  const encoder = new TextEncoder();
  const toChunks = createChunks();
  let at = 0;
  let number = 0;
  let waiting: string[] = [];
  let wake: (() => void) | undefined;
  let cut: NodeJS.Timeout | undefined;
  let unwatch = (): void => undefined;
  let left = false;

  /** The next piece that has not been sent; undefined while there is none. */
  function next(): string | undefined {
    while (waiting.length === 0) {
      const event = run.events[at];
      if (event === undefined) return undefined;
      at += 1;
      for (const chunk of toChunks(event)) {
        number += 1;
        if (number <= after) continue;
        waiting.push(`id: ${run.run_id}:${number}\ndata: ${JSON.stringify(chunk)}\n\n`);
      }
    }
    return waiting.shift();
  }

  function leave(): void {
    left = true;
    unwatch();
    clearTimeout(cut);
    waiting = [];
    wake?.();
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const changed = () => {
          if (run.ended) {
            cut ??= setTimeout(() => {
              leave();
              controller.error(new Error("The reader was too slow."));
            }, patienceMs).unref();
          }
          wake?.();
        };
        unwatch = run.watch(changed);
        changed();
      },
      async pull(controller) {
        while (!left) {
          const piece = next();
          if (piece !== undefined) {
            controller.enqueue(encoder.encode(piece));
            return;
          }
          if (run.ended) {
            leave();
            // Without this sign a reader comes again, with the id of the last event.
            if (run.cut !== true) controller.enqueue(encoder.encode(done));
            controller.close();
            return;
          }
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, {
    headers: { ...streamHeaders, "x-trace-id": run.trace_id },
  });
}

/** A step keeps its id, so that its later states replace it; blocks, gaps and notices are numbered as they come. */
function createChunks(): (event: RunEvent) => Chunk[] {
  let blocks = 0;
  let gaps = 0;
  let notices = 0;
  return (event) => {
    switch (event.kind) {
      case "started":
        return [{ type: "start", messageId: event.data.run_id, messageMetadata: event.data }];
      case "step":
        return [{ type: "data-step", id: event.data.id, data: event.data }];
      case "citation":
        return [{ type: "data-citation", id: `citation-${event.data.id}`, data: event.data }];
      case "claim":
        return [{ type: "data-claim", id: `claim-${event.data.id}`, data: event.data }];
      case "block":
        return [{ type: "data-block", id: `block-${++blocks}`, data: event.data }];
      case "gap":
        return [{ type: "data-gap", id: `gap-${++gaps}`, data: event.data }];
      case "notice":
        return [{ type: "data-notice", id: `notice-${++notices}`, data: event.data }];
      case "approval":
        return [
          {
            type: "data-approval",
            id: `approval-${event.data.approval_id}`,
            data: event.data,
          },
        ];
      case "action":
        return [{ type: "data-action", id: `action-${event.data.number}`, data: event.data }];
      case "report":
        return [{ type: "data-report", id: `report-${event.data.id}`, data: event.data }];
      case "answer":
        return [{ type: "data-answer", id: "answer", data: event.data }, { type: "finish" }];
      case "failed":
        return [{ type: "error", errorText: event.data.message }];
      case "stopped":
        return [{ type: "abort" }];
    }
  };
}
