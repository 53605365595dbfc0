import { DocsSearchInput } from "#lib/contracts/docs-tools";
import { type EmbeddingIdentity, EmbeddingVector } from "#lib/contracts/embedding";
import type { Clock, TraceSink } from "#lib/contracts/ports";
import type { ConfiguredEmbedding } from "#lib/models/embedding";
import type { NewId } from "#lib/platform/ids";
import { maskText } from "#lib/platform/secrets";
import type { ToolProvider } from "#lib/tools/provider";
import { type ReadyEmbedding, traced } from "./embed-passages.ts";

/** A question as a vector, and whose vector it is. */
export type QuestionVector = { vector: number[]; vector_model: EmbeddingIdentity };

export type QuestionVectors = {
  of(query: string, asking: Asking): Promise<QuestionVector | undefined>;
  /** One that was asked for of late and came; nothing is sent. */
  held(query: string): QuestionVector | undefined;
};

type Asking = { trace_id: string; run_id: string; signal: AbortSignal };

/**
 * The vector of what is searched for, where passages have vectors of the same model and a person has agreed. One request a
 * text; a search waits for it a moment and then goes on without. After a failure none is asked for a while.
 */
export function createQuestionVectors(deps: {
  model: () => ConfiguredEmbedding;
  /** Whether it may be sent there, as things are now. */
  isAgreed: () => boolean;
  /** Whether some passage or some question of before has a vector of this model. */
  isOfUse: (signal: AbortSignal) => Promise<boolean>;
  trace: TraceSink;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  clock: Clock;
  ids: NewId;
}): QuestionVectors {
  const { clock, pause } = deps;
  const known = new Map<string, Asked>();
  let quietUntil = Number.NEGATIVE_INFINITY;

  const keyOf = ({ identity }: ReadyEmbedding, text: string) => JSON.stringify([identity, text]);

  async function of(query: string, asking: Asking): Promise<QuestionVector | undefined> {
    const { signal } = asking;
    const model = deps.model();
    const quiet = clock.monotonic() < quietUntil;
    if (model.kind !== "ready" || quiet || signal.aborted || !deps.isAgreed()) return undefined;
    const { text } = maskText(query);
    const key = keyOf(model, text);
    const asked = known.get(key) ?? ask(model, text, asking);
    known.delete(key);
    known.set(key, asked); // the newest stand last
    for (const oldest of known.keys()) {
      if (known.size <= mostKept) break;
      known.delete(oldest);
    }
    const found = await waitFor(asked, signal);
    if (found === undefined && known.get(key) === asked && asked.waiting === 0) known.delete(key);
    else if (found !== undefined) asked.came = found;
    return found;
  }

  function ask(model: ReadyEmbedding, text: string, { trace_id, run_id }: Asking): Asked {
    // Others may wait for the same vector: the time is bounded, and it ends early when none of them waits any more.
    const enough = new AbortController();
    const { signal } = enough;
    return { waiting: 0, enough, found: find() };

    async function find(): Promise<QuestionVector | undefined> {
      const over = new AbortController();
      let late = false;
      pause(longestMs, over.signal).then(
        () => {
          late = true;
          enough.abort();
        },
        () => undefined, // it was in time
      );
      /** A person may have said otherwise meanwhile. */
      const before = () => {
        if (!deps.isAgreed() || deps.model() !== model) enough.abort();
      };
      try {
        if (!(await deps.isOfUse(signal))) return undefined;
        const about = { questions: 1, characters: text.length };
        const { vectors } = await traced(
          model.identity,
          { trace_id, run_id, about },
          () => model.embed([text], { of: "query", signal, total_ms: longestMs, before }),
          deps,
        );
        const { success, data } = EmbeddingVector.safeParse(vectors[0]);
        return success ? { vector: data, vector_model: model.identity } : undefined;
      } catch {
        const given_up = signal.aborted && !late;
        if (!given_up) quietUntil = clock.monotonic() + quietMs; // the job's state says what is wrong
        return undefined;
      } finally {
        over.abort();
      }
    }
  }

  return {
    of,
    held(query) {
      const model = deps.model();
      if (model.kind !== "ready" || !deps.isAgreed()) return undefined;
      return known.get(keyOf(model, maskText(query).text))?.came;
    },
  };
}

/** A vector that is asked for or known, and how many wait for it. */
type Asked = {
  found: Promise<QuestionVector | undefined>;
  came?: QuestionVector;
  enough: AbortController;
  waiting: number;
};

/** Undefined once the signal fires. */
async function waitFor(asked: Asked, signal: AbortSignal): Promise<QuestionVector | undefined> {
  const gone = Promise.withResolvers<undefined>();
  const leave = () => gone.resolve(undefined);
  signal.addEventListener("abort", leave, { once: true });
  asked.waiting += 1;
  try {
    return await Promise.race([asked.found, gone.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
    asked.waiting -= 1;
    if (signal.aborted && asked.waiting === 0) asked.enough.abort();
  }
}

const AskedFor = DocsSearchInput.pick({ query: true });

/**
 * The docs server's tools, a search with the vector of what it searches for; nobody else can give one. The query is sent
 * when the call is carried out: one that was refused before sends nothing.
 */
export function searchWithVectors(
  provider: ToolProvider,
  vectorOf: (query: string, asking: Asking) => Promise<QuestionVector | undefined>,
): ToolProvider {
  return {
    ...provider,
    async invoke(tool, args, call) {
      if (tool.name !== "docs_search") return provider.invoke(tool, args, call);
      const { vector: _, vector_model: __, ...own } = args;
      const { success, data } = AskedFor.safeParse(own);
      const { by, signal } = call;
      const asking = by && { trace_id: by.trace_id, run_id: by.run_id, signal };
      const found = success && asking ? await vectorOf(data.query, asking) : undefined;
      return provider.invoke(tool, { ...own, ...found }, call);
    },
  };
}

const longestMs = 1_500;
const quietMs = 30_000;
const mostKept = 200;
