import { z } from "zod";

/** Files of a `research_report` task, for whoever reads them by program. */

/** `sources.json`: what the report cites, in the order of first mention. */
export const ReportSource = z.object({
  /** From 1, as the report's markers name it. */
  index: z.number().int().min(1),
  kind: z.enum(["web", "document"]),
  title: z.string(),
  /** Of a page of the web, and when it was saved. */
  url: z.string().optional(),
  fetched_at: z.string().optional(),
  /** The page was longer than what was read of it. */
  truncated: z.literal(true).optional(),
  /** Where the lines stand: a document, or the saved page. */
  root_id: z.string(),
  path: z.string(),
  /** Of the file's bytes, as it was when its lines were read. */
  sha256: z.string(),
});
export type ReportSource = z.infer<typeof ReportSource>;

/** `evidence.json`: the lines that sentences of the report rest on, by source. */
export const EvidenceRow = z.object({
  source_index: z.number().int().min(1),
  url: z.string().optional(),
  path: z.string(),
  lines: z.object({ start: z.number().int().min(1), end: z.number().int().min(1) }),
  /** Of these lines, as a citation has it. */
  sha256: z.string(),
  snippet: z.string(),
});
export type EvidenceRow = z.infer<typeof EvidenceRow>;
