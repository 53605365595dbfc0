import type {
  DocsEmbedPutInput,
  EmbeddingIdentity,
  PassageToEmbed,
} from "#lib/contracts/embedding";
import type { Clock, TraceSink } from "#lib/contracts/ports";
import type { ConfiguredEmbedding, Embedded } from "#lib/models/embedding";
import { type FailureKind, ModelFailure } from "#lib/models/failure";
import type { NewId } from "#lib/platform/ids";
import type { Sent } from "./embedding-record.ts";

export type ReadyEmbedding = Extract<ConfiguredEmbedding, { kind: "ready" }>;

/** A text by the hash that its vector is kept by. */
export type TextToEmbed = { hash: string; text: string };

/** The lines of passages that are about to be sent, for the record of reads. */
export function tellRead(
  passages: readonly PassageToEmbed[],
  trace_id: string,
  { trace, clock }: { trace: TraceSink; clock: Clock },
): void {
  const at = clock.now().toISOString();
  for (const { text, root_id, relative_path, line_start, line_end, sha256 } of passages) {
    const lines = { root_id, relative_path, line_start, line_end, sha256 };
    const by = { agent_id: "embedding", tool_id: "mcp.docs.docs_embed_next" };
    trace.read({ at, trace_id, ...by, ...lines, length: text.length });
  }
}

/**
 * Sends one batch of texts to the model. `answered` gets the vectors as they come, so that they are there also when
 * something fails later; null of a text that the model does not take where it takes others: which one that is, is found
 * by halves. Throws ModelFailure, and the signal's reason once it fires.
 */
export async function embedTexts(
  texts: readonly TextToEmbed[],
  asked: {
    model: ReadyEmbedding;
    trace_id: string;
    /** Passages are what is searched, questions what is searched for. */
    kind: "passages" | "questions";
    signal: AbortSignal;
    /** Fires the signal where nothing may be sent any more. Asked before each try. */
    check: () => void;
    /** Told before each try, and of the tokens after it. */
    count: (more: Sent) => void;
    /** The same passages failed before: a failure of the server may be one of a text. */
    again: boolean;
  },
  answered: DocsEmbedPutInput["vectors"],
  deps: { trace: TraceSink; clock: Clock; ids: NewId },
): Promise<void> {
  const { model, trace_id, kind, signal, check, count, again } = asked;
  const { ids } = deps;
  const of = kind === "passages" ? "passage" : "query";
  let takesOthers = false;
  await halved(texts);

  async function halved(some: readonly TextToEmbed[]): Promise<void> {
    try {
      const vectors = await embed(some);
      answered.push(...some.map(({ hash }, i) => ({ hash, vector: vectors[i] ?? null })));
    } catch (error) {
      if (!(error instanceof ModelFailure) || !mayBeOfText(error.kind)) throw error;
      // Else nothing is taken, and the failure is none of a text.
      if (some.length === 1 || !(takesOthers || error.kind === "rejected")) await embed([]);
      takesOthers = true;
      if (some.length === 1) {
        answered.push(...some.map(({ hash }) => ({ hash, vector: null })));
        return;
      }
      const middle = Math.ceil(some.length / 2);
      await halved(some.slice(0, middle));
      await halved(some.slice(middle));
    }
  }

  function mayBeOfText(kind: FailureKind): boolean {
    return ofText.has(kind) || (again && isOfServer(kind));
  }

  /** Of none a text of our own is sent. */
  async function embed(some: readonly TextToEmbed[]): Promise<number[][]> {
    const sent = some.length === 0 ? [plainWords] : some.map(({ text }) => text);
    const characters = sent.reduce((sum, text) => sum + text.length, 0);
    const about = { [kind]: some.length, characters };
    const passages = kind === "passages" ? some.length : 0;
    const before = () => {
      check();
      if (!signal.aborted) count({ requests: 1, passages, characters, tokens: 0 });
    };
    const { vectors, tokens } = await traced(
      model.identity,
      { trace_id, run_id: ids("run"), about },
      () => model.embed(sent, { of, signal, total_ms: batchMs, before }),
      deps,
    );
    if (tokens > 0) count({ requests: 0, passages: 0, characters: 0, tokens });
    return vectors;
  }
}

/** Failures of a server that may be those of one text: when the same passages fail once more. */
export function isOfServer(kind: FailureKind): boolean {
  return ofServer.has(kind);
}

/** One request to an embedding model, as a row of the trace: to whom, how much, for how long. Never a text. */
export async function traced(
  { provider, name, address }: EmbeddingIdentity,
  asked: { trace_id: string; run_id: string; about: Record<string, number> },
  work: () => Promise<Embedded>,
  deps: { trace: TraceSink; clock: Clock; ids: NewId },
): Promise<Embedded> {
  const { trace, clock, ids } = deps;
  const { about, ...of } = asked;
  const { host } = new URL(address);
  const span = {
    ...of,
    span_id: ids("span"),
    kind: "model",
    name,
    agent_id: "embedding",
    started_at: clock.now().toISOString(),
  } as const;
  const began = clock.monotonic();
  const end = (status: "ok" | "error", more: Record<string, unknown>) =>
    trace.span({
      ...span,
      status,
      ms: Math.round(clock.monotonic() - began),
      attributes: { provider, host, ...about, ...more },
    });
  try {
    const embedded = await work();
    end("ok", { tokens: embedded.tokens });
    return embedded;
  } catch (error) {
    end("error", error instanceof ModelFailure ? { cause: error.kind } : {});
    throw error;
  }
}

const ofText: ReadonlySet<FailureKind> = new Set([
  "rejected",
  "vectors",
  "dimensions",
  "too_large",
]);
const ofServer: ReadonlySet<FailureKind> = new Set(["server", "cut", "stalled", "too_slow"]);

/** What every model takes that takes any text. */
const plainWords = "A text of a few plain words.";
/** For one batch, with every try. */
const batchMs = 120_000;
