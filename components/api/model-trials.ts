import { EmbeddingTest, ModelTest } from "#lib/contracts/http";
import type { EmbeddingTrial, ModelTrial } from "#lib/contracts/model-trials";
import { post } from "./call.ts";

/** Models that nobody saved yet: a client of its own, so that only the page that tries one loads it. */
export const trialApi = {
  /** Asks this model one short question, and what models there are; without a name, only that. */
  model: (model: ModelTrial, signal: AbortSignal) =>
    post(ModelTest, "/api/models/test", { model }, signal),
  /** Sends this embedding model one sentence of our own, likewise. */
  embedding: (embedding: EmbeddingTrial, signal: AbortSignal) =>
    post(EmbeddingTest, "/api/embedding/test", { embedding }, signal),
};
