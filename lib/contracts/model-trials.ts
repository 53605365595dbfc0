import { z } from "zod";
import { EmbeddingConfig, ModelConfig } from "./config.ts";

/** What decides whether a model can be asked. Prices, limits and further names do not. */
export const ModelTrial = ModelConfig.pick({
  provider: true,
  name: true,
  base_url: true,
  tool_protocol: true,
});
export type ModelTrial = z.infer<typeof ModelTrial>;

/** Tries exactly this configuration, which nobody has saved; without one, that which is saved. */
export const ModelTestBody = z.strictObject({ model: ModelTrial.optional() });
export type ModelTestBody = z.infer<typeof ModelTestBody>;

export const EmbeddingTrial = EmbeddingConfig.omit({ price: true });
export type EmbeddingTrial = z.infer<typeof EmbeddingTrial>;

export const EmbeddingTestBody = z.strictObject({ embedding: EmbeddingTrial.optional() });
export type EmbeddingTestBody = z.infer<typeof EmbeddingTestBody>;
