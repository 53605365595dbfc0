import { DocsSearchInput } from "#lib/contracts/docs-tools";
import type { EmbeddingIdentity } from "#lib/contracts/embedding";
import type { Clock, ToolRuntime, TraceSink } from "#lib/contracts/ports";
import type { ConfiguredEmbedding } from "#lib/models/embedding";
import type { NewId } from "#lib/platform/ids";
import { maskText } from "#lib/platform/secrets";
import { traced } from "./embed-passages.ts";

/** A question as a vector, and whose vector it is. */
export type QuestionVector = { vector: number[]; vector_model: EmbeddingIdentity };

type Asking = { trace_id: string; run_id: string; signal: AbortSignal };

/**
 * The vector of what is searched for, where passages have vectors of the same model and a person has agreed. One request a
 * text; a search waits for it a moment and then goes on without. After a failure none is asked for a while.
 */
export function createQuestionVectors(deps: {
  model: () => ConfiguredEmbedding;
  /** Whether it may be sent there, and some passage has a vector of this model. */
  isOfUse: (signal: AbortSignal) => Promise<boolean>;
  trace: TraceSink;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  clock: Clock;
  ids: NewId;
}): (query: string, asking: Asking) => Promise<QuestionVector | undefined> {
  const { clock, pause } = deps;
  const known = new Map<string, Promise<QuestionVector | undefined>>();
  let quietUntil = Number.NEGATIVE_INFINITY;

  return async (query, asking) => {
    const model = deps.model();
    if (model.kind !== "ready" || clock.monotonic() < quietUntil) return undefined;
    const { text } = maskText(query);
    const key = JSON.stringify([model.identity, text]);
    const asked = known.get(key) ?? ask(model, text, asking);
    known.delete(key);
    known.set(key, asked); // the newest stand last
    for (const oldest of known.keys()) {
      if (known.size <= mostKept) break;
      known.delete(oldest);
    }
    const found = await asked;
    if (found === undefined && known.get(key) === asked) known.delete(key);
    return found;
  };

  async function ask(
    model: Extract<ConfiguredEmbedding, { kind: "ready" }>,
    text: string,
    { trace_id, run_id }: Asking,
  ): Promise<QuestionVector | undefined> {
    // Others may wait for the same vector: the time is bounded, whoever gives up.
    const enough = new AbortController();
    const over = new AbortController();
    pause(longestMs, over.signal).then(
      () => enough.abort(),
      () => undefined, // it was in time
    );
    const { signal } = enough;
    try {
      if (!(await deps.isOfUse(signal))) return undefined;
      const about = { questions: 1, characters: text.length };
      const { vectors } = await traced(
        model.identity,
        { trace_id, run_id, about },
        () => model.embed([text], { of: "query", signal, total_ms: longestMs }),
        deps,
      );
      const [vector] = vectors;
      return vector && { vector, vector_model: model.identity };
    } catch {
      quietUntil = clock.monotonic() + quietMs; // the job's state says what is wrong
      return undefined;
    } finally {
      over.abort();
    }
  }
}

const Asked = DocsSearchInput.pick({ query: true });

/** The same tools, a search of documents with the vector of what it searches for; nobody else can give one. */
export function searchWithVectors(
  tools: ToolRuntime,
  vectorOf: (query: string, asking: Asking) => Promise<QuestionVector | undefined>,
): ToolRuntime {
  return {
    async invoke(toolId, args, context) {
      if (toolId !== "mcp.docs.docs_search" || args === null || typeof args !== "object") {
        return tools.invoke(toolId, args, context);
      }
      const { vector: _, vector_model: __, ...own } = args as Record<string, unknown>; // any object may be read so
      const { success, data } = Asked.safeParse(own);
      const found = success ? await vectorOf(data.query, context) : undefined;
      return tools.invoke(toolId, { ...own, ...found }, context);
    },
  };
}

const longestMs = 1_500;
const quietMs = 30_000;
const mostKept = 200;
