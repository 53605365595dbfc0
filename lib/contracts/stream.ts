import { z } from "zod";
import { Answer, AnswerBlock, Claim, Gap, Notice, ReportLine, ToolAction } from "./answer.ts";
import type { Shown } from "./blocks.ts";
import { Citation } from "./citation.ts";
import type { ErrorCode } from "./errors.ts";
import { Step } from "./step.ts";

/** A call waits for a person, or does so no more: `GET /api/approvals/:id` has what is asked and what came of it. */
const AskedApproval = z.object({
  approval_id: z.string(),
  tool_id: z.string(),
  expires_at: z.string(),
  state: z.enum(["pending", "over"]),
});

/** Payloads of the data parts of `POST /api/chat` (AI SDK UI message stream), by the part's name after `data-`. */
export const chatParts = {
  step: Step,
  citation: Citation,
  claim: Claim,
  block: AnswerBlock,
  gap: Gap,
  notice: Notice,
  approval: AskedApproval,
  action: ToolAction,
  report: ReportLine,
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

/** What of an answer is shown, in the order of showing: sources first, and the claims of each block right before it. */
export function shownEvents({ claims, blocks, citations }: Shown): AskEvent[] {
  const known = new Map(claims.map((claim) => [claim.id, claim]));
  return [
    ...citations.map((data) => ({ kind: "citation" as const, data })),
    ...blocks.flatMap((data): AskEvent[] => [
      ...(data.kind === "answer"
        ? data.claims
            .flatMap((id) => known.get(id) ?? [])
            .map((claim) => ({ kind: "claim" as const, data: claim }))
        : []),
      { kind: "block", data },
    ]),
  ];
}
