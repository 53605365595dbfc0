import { z } from "zod";

/** A citation of an earlier answer: which, and where its lines stood. */
export const CompactedCitation = z.object({
  run_id: z.string(),
  /** Its number in that answer. */
  number: z.number().int().min(1),
  root_id: z.string(),
  relative_path: z.string(),
  line_start: z.number().int().min(1),
  line_end: z.number().int().min(1),
  sha256: z.string(),
});
export type CompactedCitation = z.infer<typeof CompactedCitation>;

/**
 * What a model made of the earlier turns of a conversation, for when they outgrow their room. It is kept with the turn before
 * which it was made, beside the turns and never instead of them; each line rests on citations of theirs, and none is evidence.
 */
export const Compaction = z.object({
  /** The runs of the turns it stands for, oldest first: without gaps, and from the first that was remembered. */
  covers: z.array(z.string()).min(1),
  lines: z
    .array(z.object({ text: z.string(), citations: z.array(CompactedCitation).min(1) }))
    .min(1),
  model: z.string(),
  /** What these turns took in the model's context, and what the summary takes. */
  tokens_before: z.number().int().min(0),
  tokens_after: z.number().int().min(0),
});
export type Compaction = z.infer<typeof Compaction>;
