import type { Lang } from "#lib/contracts/answer";
import type { EmbeddingConfig } from "#lib/contracts/config";
import type { EmbeddingTest } from "#lib/contracts/http";
import type { Clock } from "#lib/contracts/ports";
import { createConfiguredEmbedding, findEmbeddingEndpoint } from "#lib/models/embedding";
import type { ModelKeys } from "#lib/models/endpoint";
import { ModelFailure } from "#lib/models/failure";
import { errorSentence } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { countedNames, listNames } from "./list-names.ts";

/** Sends an embedding model one sentence of our own, unless only its list is wanted, and asks which models there are. */
export async function tryEmbedding(asked: {
  config: EmbeddingConfig;
  keys: ModelKeys;
  patience: Parameters<typeof createConfiguredEmbedding>[0]["patience"];
  fetch?: typeof globalThis.fetch;
  listOnly: boolean;
  clock: Clock;
  lang: Lang;
  signal: AbortSignal;
}): Promise<EmbeddingTest> {
  const { listOnly, clock, lang, signal } = asked;
  const began = clock.monotonic();
  const endpoint = findEmbeddingEndpoint(asked);
  const listing = listNames(endpoint, signal);
  const [names, said] = await Promise.all([
    listing,
    listOnly ? listing.then((list) => countedNames(list, endpoint)) : embedOne(),
  ]);
  signal.throwIfAborted();
  const models = names instanceof ModelFailure ? [] : names;
  const latency_ms = Math.round(clock.monotonic() - began);
  if (said instanceof ModelFailure) {
    return { ok: false, message: errorSentence(said, lang), kind: said.kind, models, latency_ms };
  }
  if (said.key === "model.lists") {
    return { ok: true, message: say(lang, said.key, said.said), models, latency_ms };
  }
  const { dimensions } = said.said;
  const message = say(lang, said.key, said.said);
  return { ok: true, message, models, dimensions, latency_ms };

  async function embedOne() {
    const tried = createConfiguredEmbedding(asked);
    if (tried.kind === "unavailable") return tried.error;
    try {
      const how = { of: "passage", signal, total_ms: testMs } as const;
      const { vectors } = await tried.embed([testSentence], how);
      const { name } = tried.identity;
      const host = endpoint instanceof ModelFailure ? "" : endpoint.host;
      const ms = Math.round(clock.monotonic() - began);
      const dimensions = vectors[0]?.length ?? 0;
      const here = tried.identity.provider === "onnx";
      const key = here ? ("embedding.runs_here" as const) : ("embedding.answers" as const);
      return { key, said: { name, host, dimensions, ms } };
    } catch (error) {
      if (error instanceof ModelFailure) return error;
      throw error;
    }
  }
}

const testSentence = "This is a test of the connection.";
const testMs = 20_000;
