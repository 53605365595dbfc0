import { z } from "zod";
import { EmbeddingProviderId } from "./config.ts";

/**
 * Vectors of passages: who makes them, and the tools by which the web server hands them to the docs server. These tools
 * are in no list: no agent and no other client sees or calls them.
 */

/** What decides a vector: of two models that differ in one of these, no vector is compared with one of the other. */
export const EmbeddingIdentity = z.strictObject({
  provider: EmbeddingProviderId,
  name: z.string().min(1).max(200),
  /** Where it answers: scheme, host, port and path. */
  address: z.string().min(1).max(2000),
  dimensions: z.number().int().min(2).max(4096).nullable(),
  query_prefix: z.string().max(500),
  passage_prefix: z.string().max(500),
});
export type EmbeddingIdentity = z.infer<typeof EmbeddingIdentity>;

/** The same text for the same model, in whatever order its fields come. */
export function identityKey(model: EmbeddingIdentity): string {
  const { provider, name, address, dimensions, query_prefix, passage_prefix } = model;
  return JSON.stringify([provider, name, address, dimensions, query_prefix, passage_prefix]);
}

/** So many passages are handed out or taken back at once: their vectors fit into one message. */
export const mostAtOnce = 64;

export const EmbeddingVector = z.array(z.number()).min(2).max(4096);

/** Of the text that is embedded: title, headings and lines. */
const TextHash = z.string().regex(/^[0-9a-f]{32}$/);

export const DocsEmbedNextInput = z.object({
  model: EmbeddingIdentity,
  /** 0 only counts. */
  limit: z.number().int().min(0).max(mostAtOnce),
  /** So many characters of text at most; one passage is handed out however long it is. */
  max_chars: z.number().int().min(1).max(1_000_000).default(60_000),
});
export type DocsEmbedNextInput = z.infer<typeof DocsEmbedNextInput>;

export const PassageToEmbed = z.object({
  hash: TextHash,
  text: z.string(),
  /** Where it stands, and the hash of its lines, for the audit. */
  root_id: z.string(),
  relative_path: z.string(),
  line_start: z.number().int().min(1),
  line_end: z.number().int().min(1),
  sha256: z.string(),
});
export type PassageToEmbed = z.infer<typeof PassageToEmbed>;

export const DocsEmbedNextOutput = z.object({
  /** Why no vector can be kept or compared here, in the system's words; nothing is handed out then. */
  unavailable: z.string().optional(),
  passages: z.array(PassageToEmbed),
  /** Different texts of the folders; those that have a vector; those that get none: they hold a secret, or were refused. */
  total: z.number().int().min(0),
  done: z.number().int().min(0),
  left_out: z.number().int().min(0),
  /** About how much text has no vector yet, in bytes. */
  bytes_left: z.number().int().min(0),
  /** Whether the folders are still being read, so that more will come. */
  building: z.boolean(),
});
export type DocsEmbedNextOutput = z.infer<typeof DocsEmbedNextOutput>;

export const DocsEmbedPutInput = z.object({
  model: EmbeddingIdentity,
  /** Null: the provider takes this text never, and it is not handed out again. */
  vectors: z
    .array(z.object({ hash: TextHash, vector: EmbeddingVector.nullable() }))
    .min(1)
    .max(mostAtOnce),
});
export type DocsEmbedPutInput = z.infer<typeof DocsEmbedPutInput>;
export const DocsEmbedPutOutput = z.object({ kept: z.number().int().min(0) });
export type DocsEmbedPutOutput = z.infer<typeof DocsEmbedPutOutput>;

/** Takes away every vector of every model. */
export const DocsEmbedForgetInput = z.object({});
export const DocsEmbedForgetOutput = z.object({ forgotten: z.number().int().min(0) });

/** Whether any vector of any model is kept, also where none can be compared. */
export const DocsEmbedKeptInput = z.object({});
export const DocsEmbedKeptOutput = z.object({ kept: z.boolean() });

export const embeddingTools = {
  docs_embed_next: { input: DocsEmbedNextInput, output: DocsEmbedNextOutput },
  docs_embed_put: { input: DocsEmbedPutInput, output: DocsEmbedPutOutput },
  docs_embed_forget: { input: DocsEmbedForgetInput, output: DocsEmbedForgetOutput },
  docs_embed_kept: { input: DocsEmbedKeptInput, output: DocsEmbedKeptOutput },
} as const;
export type EmbeddingToolName = keyof typeof embeddingTools;
