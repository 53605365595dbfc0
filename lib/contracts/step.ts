import { z } from "zod";
import { ErrorCode } from "./errors.ts";

/**
 * One line of the live account of an answer. A step is sent again under the same id when it ends or changes; the last
 * one wins. `label` is a finished phrase in the answer's language ("Searching 3 words").
 */
export const Step = z.object({
  id: z.string(),
  kind: z.enum(["plan", "search", "read", "compose", "verify", "refused", "fallback", "tool"]),
  label: z.string(),
  state: z.enum(["running", "done", "failed"]),
  agent: z.string(),
  started_at: z.string(),
  ms: z.number().optional(),
  queries: z.array(z.string()).optional(),
  files: z
    .array(
      z.object({
        display_path: z.string(),
        line_start: z.number().int().optional(),
        line_end: z.number().int().optional(),
      }),
    )
    .optional(),
  rule: ErrorCode.optional(),
  message: z.string().optional(),
  /** The model that writes in it. */
  model: z.string().optional(),
});
export type Step = z.infer<typeof Step>;
