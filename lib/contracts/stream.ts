import { z } from "zod";
import { Answer, Claim, Gap, Notice } from "./answer.ts";
import { Citation } from "./citation.ts";
import { ErrorCode } from "./errors.ts";

/**
 * One line of the live account of an answer. A step is sent again under the same id when it ends or changes; the last
 * one wins. `label` is a finished phrase in the answer's language ("Searching 3 words").
 */
export const Step = z.object({
  id: z.string(),
  kind: z.enum(["plan", "search", "read", "compose", "verify", "refused", "fallback"]),
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
});
export type Step = z.infer<typeof Step>;

/** Payloads of the data parts of `POST /api/chat` (AI SDK UI message stream), by the part's name after `data-`. */
export const chatParts = {
  step: Step,
  citation: Citation,
  claim: Claim,
  gap: Gap,
  notice: Notice,
  answer: Answer,
} as const;
export type ChatParts = { [K in keyof typeof chatParts]: z.infer<(typeof chatParts)[K]> };

/** What the primary agent tells while it works; the route turns each into a data part. `started` names the thread first. */
export type AskEvent =
  | { [K in keyof ChatParts]: { kind: K; data: ChatParts[K] } }[keyof ChatParts]
  | { kind: "started"; data: { trace_id: string; run_id: string; thread_id: string } };

/** What a run told, as it is kept for whoever comes back; `failed` and `stopped` end a run that has no answer. */
export type RunEvent =
  | AskEvent
  | { kind: "failed"; data: { code: ErrorCode; message: string } }
  | { kind: "stopped"; data: null };
