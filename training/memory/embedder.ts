import { setTimeout } from "node:timers/promises";
import { EmbeddingConfig } from "#lib/contracts/config";
import { createConfiguredEmbedding } from "#lib/models/embedding";
import { systemClock } from "#lib/platform/clock";

/** Texts by the model at an address of OpenAI's Embeddings, as questions. */
export function embedderAt(base_url: string) {
  const model = createConfiguredEmbedding({
    config: EmbeddingConfig.parse({ provider: "compatible", name: "query", base_url }),
    keys: {},
    patience: {
      pause: (ms, signal) => setTimeout(ms, undefined, { signal }),
      random: Math.random,
      clock: systemClock,
    },
  });
  if (model.kind !== "ready") throw model.error;
  const { signal } = new AbortController();
  return async (texts: readonly string[]): Promise<Map<string, readonly number[]>> => {
    const known = new Map<string, readonly number[]>();
    for (let from = 0; from < texts.length; from += atOnce) {
      const some = texts.slice(from, from + atOnce);
      const { vectors } = await model.embed(some, { of: "query", signal, total_ms: 60_000 });
      some.forEach((text, i) => {
        const vector = vectors[i];
        if (vector !== undefined) known.set(text, vector);
      });
    }
    return known;
  };
}

const atOnce = 32;
