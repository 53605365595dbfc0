import {
  createUIMessageStream,
  createUIMessageStreamResponse,
  type InferUIMessageChunk,
  type UIMessage,
} from "ai";
import type { AskBody } from "#lib/contracts/http";
import type { AskEvent, ChatParts } from "#lib/contracts/stream";
import type { Call } from "./make-route.ts";

type Started = Extract<AskEvent, { kind: "started" }>["data"];
type Chunk = InferUIMessageChunk<UIMessage<Started, ChatParts>>;

/**
 * The events of one question as a UI message stream. Throws, so that the response is an ErrorBody, when the question is
 * refused before work began; after that a failure is the stream's error part.
 */
export async function answerStream(
  body: AskBody,
  key: { key?: string },
  call: Call,
): Promise<Response> {
  const { assembly, trace_id, lang, signal } = call;
  const begun = Promise.withResolvers<Started>();
  const toChunk = createChunks();
  const early: Chunk[] = [];
  let write = (chunk: Chunk): void => {
    early.push(chunk);
  };

  const work = assembly.ask(body, {
    ...key,
    trace_id,
    signal,
    emit: (event) => {
      write(toChunk(event));
      if (event.kind === "started") begun.resolve(event.data);
    },
  });
  const started = await Promise.race([begun.promise, work]);

  const stream = createUIMessageStream<UIMessage<Started, ChatParts>>({
    execute: async ({ writer }) => {
      write = (chunk) => writer.write(chunk);
      early.forEach(write);
      await work;
      write({ type: "finish" });
    },
    onError: (error) => assembly.sentence(assembly.explain(error, trace_id), lang),
  });
  return createUIMessageStreamResponse({ stream, headers: { "x-trace-id": started.trace_id } });
}

/** A step keeps its id, so that its later states replace it; gaps and notices are numbered as they come. */
function createChunks(): (event: AskEvent) => Chunk {
  let gaps = 0;
  let notices = 0;
  return (event) => {
    switch (event.kind) {
      case "started":
        return { type: "start", messageId: event.data.run_id, messageMetadata: event.data };
      case "step":
        return { type: "data-step", id: event.data.id, data: event.data };
      case "citation":
        return { type: "data-citation", id: `citation-${event.data.id}`, data: event.data };
      case "claim":
        return { type: "data-claim", id: `claim-${event.data.id}`, data: event.data };
      case "gap":
        return { type: "data-gap", id: `gap-${++gaps}`, data: event.data };
      case "notice":
        return { type: "data-notice", id: `notice-${++notices}`, data: event.data };
      case "answer":
        return { type: "data-answer", id: "answer", data: event.data };
    }
  };
}
