import { z } from "zod";
import { SavedPage, WebSearchBackend, WebSearchResult } from "./web.ts";

/** The web as Settings shows it: which search is used and what each needs. Of a key it says whether it is set, nothing else. */
export const WebReport = z.object({
  backend: WebSearchBackend,
  /** Who chose it. */
  from: z.enum(["configuration", "environment", "default"]),
  /** `off`: nothing searches, so nothing leaves the machine. `not_ready`: what the backend needs is not set. */
  state: z.enum(["off", "ready", "not_ready"]),
  backends: z.array(
    z.object({
      name: WebSearchBackend,
      /** The variable that it needs, and whether that is set. */
      variable: z.string().optional(),
      set: z.boolean(),
      /** Where questions go; of a server of one's own, that of the variable. */
      host: z.string().optional(),
    }),
  ),
  /** What is saved, with earlier versions, and how much that may be. */
  pages: z.object({
    count: z.number().int().min(0),
    bytes: z.number().int().min(0),
    max_count: z.number().int().min(1),
    max_bytes: z.number().int().min(1),
  }),
});
export type WebReport = z.infer<typeof WebReport>;

/** Newest first. */
export const SavedPagesQuery = z.strictObject({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type SavedPagesQuery = z.infer<typeof SavedPagesQuery>;
export const SavedPages = z.object({
  pages: z.array(SavedPage),
  total: z.number().int().min(0),
});
export type SavedPages = z.infer<typeof SavedPages>;

/** Which pages are to be forgotten: one by its path in the root, or every one. */
export const ForgetPagesBody = z
  .strictObject({
    path: z.string().min(1).max(1000).optional(),
    all: z.literal(true).optional(),
  })
  .refine(({ path, all }) => (path === undefined) !== (all === undefined), {
    message: "give either path or all",
  });
export type ForgetPagesBody = z.infer<typeof ForgetPagesBody>;

export const WebTestBody = z.strictObject({ query: z.string().trim().min(1).max(400) });
export type WebTestBody = z.infer<typeof WebTestBody>;
export const WebTest = z.object({
  ok: z.boolean(),
  /** What came of it, as a sentence. */
  message: z.string(),
  rule: z.string().optional(),
  items: WebSearchResult.shape.items,
  ms: z.number(),
});
export type WebTest = z.infer<typeof WebTest>;

export const FetchAgainBody = z.strictObject({ path: z.string().min(1).max(1000) });
export type FetchAgainBody = z.infer<typeof FetchAgainBody>;
export const FetchedAgain = z.object({
  /** By its words, against what was saved; `moved`: the address leads to another page now, which was saved beside it. */
  state: z.enum(["same", "changed", "moved"]),
  relative_path: z.string(),
  url: z.string(),
  fetched_at: z.string(),
  /** When what was saved before had been fetched. */
  earlier_fetched_at: z.string(),
  truncated: z.boolean(),
});
export type FetchedAgain = z.infer<typeof FetchedAgain>;
