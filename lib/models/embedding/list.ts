import { compatible } from "./compatible.ts";
import { google } from "./google.ts";
import { onnx } from "./onnx.ts";
import { openai } from "./openai.ts";
import type { EmbeddingProvider } from "./provider.ts";

/** Every provider of embedding models there is, in the order in which Settings shows them. */
export const embeddingProviders: readonly EmbeddingProvider[] = [compatible, openai, google, onnx];
