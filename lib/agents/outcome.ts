import type { Answer, Coverage, ModelMetrics, SaidListing } from "#lib/contracts/answer";
import type { DocumentPlace } from "#lib/contracts/citation";

/** What asking came to, before ids and times are put around it. */
export type Outcome = Pick<
  Answer,
  | "status"
  | "claims"
  | "blocks"
  | "outcome"
  | "folders"
  | "citations"
  | "also_read"
  | "gaps"
  | "notices"
  | "markdown"
  | "confidence"
  | "coverage"
  | "searched"
  | "parts"
  | "actions"
  | "report"
  | "pictures"
  | "compaction"
  | "understood_with"
  | "remember"
> & {
  /** Whose words the claims are; quotations where it says nothing. */
  mode?: Answer["mode"];
  /** Its claims and citations were told as they came. */
  told?: true;
  model?: ModelMetrics;
  /** Saved pages of the web that were read for it, where pages of the web were looked for. */
  web_pages?: readonly DocumentPlace[];
  listings?: SaidListing[];
  retrieval_ms: number;
  files_scanned: number;
  hits: number;
  /** How many claims did not pass the gate, by reason. */
  withheld: Record<string, number>;
  attributes: Record<string, unknown>;
};

const unknownCoverage: Coverage = { files_searchable: 0, files_known: 0, state: "degraded" };

/** An outcome without an answer: everything not named is empty, and its gaps are its words. */
export function emptyOutcome(status: Answer["status"], more: Partial<Outcome> = {}): Outcome {
  return {
    status,
    claims: [],
    blocks: [],
    outcome: status === "no_evidence" ? "not_found" : null,
    folders: [],
    citations: [],
    also_read: [],
    gaps: [],
    notices: [],
    confidence: 0,
    coverage: unknownCoverage,
    searched: [],
    retrieval_ms: 0,
    files_scanned: 0,
    hits: 0,
    withheld: {},
    attributes: {},
    markdown: (more.gaps ?? []).map((gap) => gap.message).join("\n\n"),
    ...more,
  };
}
