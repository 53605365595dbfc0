import { z } from "zod";

/** 1-based, inclusive, in the file as it was read. Lines end at LF, CRLF or CR and nothing else. */
export const Locator = z.object({
  line_start: z.number().int().min(1),
  line_end: z.number().int().min(1),
  heading: z.string().optional(),
});
export type Locator = z.infer<typeof Locator>;

/** The file version that was read: `sha256` is of the raw bytes. */
export const FileVersion = z.object({
  bytes: z.number().int().min(0),
  mtime_ms: z.number(),
  sha256: z.string(),
  encoding: z.string(),
});
export type FileVersion = z.infer<typeof FileVersion>;

/** One reason a passage ranks where it does. The values of a breakdown sum to the passage's score. */
export const Signal = z.object({
  signal: z.string(),
  value: z.number(),
  detail: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
});
export type Signal = z.infer<typeof Signal>;

/** A document: its root and its path there. */
export const DocumentPlace = z.object({ root_id: z.string(), relative_path: z.string() });
export type DocumentPlace = z.infer<typeof DocumentPlace>;

/**
 * A passage of a file, exact enough to be found again without us: root + relative path, lines, and the SHA-256 of
 * those lines (decoded, without line ends, joined by LF, as UTF-8).
 */
export const Citation = z.object({
  id: z.number().int().min(1),
  root_id: z.string(),
  relative_path: z.string(),
  path: z.string(),
  display_path: z.string(),
  title: z.string(),
  breadcrumb: z.array(z.string()),
  locator: Locator,
  snippet: z.string(),
  truncated: z.boolean(),
  sha256: z.string(),
  file: FileVersion,
  score: z.number(),
  reason: z.string(),
  breakdown: z.array(Signal),
  /** The question's words that stand in the passage, as they are written there; for marking. */
  matched: z.array(z.string()),
  /**
   * The lines begin inside a code block whose opening fence stands above them: that fence ("```"). Or, of spaces alone, inside
   * a note, a tab or a definition: what its text is indented by. What a reader of Markdown must know to tell text from code.
   */
  inside_fence: z.string().optional(),
  contains_secret: z.boolean().optional(),
  /** Its document refers to pictures. */
  pictures: z.literal(true).optional(),
  /** Where a saved page comes from; absent for a file of a person's folder. */
  source: z.object({ kind: z.literal("web"), url: z.string(), fetched_at: z.string() }).optional(),
});
export type Citation = z.infer<typeof Citation>;
