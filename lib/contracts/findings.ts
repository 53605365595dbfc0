import { z } from "zod";

/** What `check_docs` looks for, as its form names it. */
export const DocsCheck = z.enum(["links", "pictures", "anchors", "orphans", "todos"]);
export type DocsCheck = z.infer<typeof DocsCheck>;

export const FindingRule = z.enum([
  "link_missing",
  "picture_missing",
  "anchor_missing",
  "page_unlinked",
  "note_left",
]);
export type FindingRule = z.infer<typeof FindingRule>;

/** One place of a document that is broken, or that nobody has finished. */
export const Finding = z.object({
  /** The same for the same finding in a later check. */
  id: z.string(),
  rule: FindingRule,
  root_id: z.string(),
  path: z.string(),
  line: z.number().int().min(1),
  /** The line as it stands in the file, cut. */
  text: z.string(),
  /** What is not there, as it is written; the word that was left of a note. */
  target: z.string(),
  /** Where there is one change of the line that most likely is right. */
  fix: z.object({ from: z.string(), to: z.string() }).optional(),
});
export type Finding = z.infer<typeof Finding>;

/** `findings.json` of a `check_docs` task. */
export const Findings = z.object({
  checked_at: z.string(),
  checks: z.array(DocsCheck),
  pages: z.number().int(),
  links: z.number().int(),
  findings: z.array(Finding),
  /** More than are listed. */
  left_out: z.number().int(),
  /** Doubtful places, by the reason why they were not judged. */
  not_checked: z.record(z.string(), z.number().int()),
  /** Pages that could not be read. */
  unread: z.array(z.object({ root_id: z.string(), path: z.string(), rule: z.string() })),
});
export type Findings = z.infer<typeof Findings>;
