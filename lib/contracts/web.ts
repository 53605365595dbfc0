import { z } from "zod";

export const WebSearchBackend = z.enum(["stub", "ddg_html", "searxng", "brave"]);
export type WebSearchBackend = z.infer<typeof WebSearchBackend>;

/** Answer of `web.search`, whatever the backend. */
export const WebSearchResult = z.object({
  items: z.array(
    z.object({
      title: z.string(),
      /** http or https only. */
      url: z.string(),
      snippet: z.string(),
      provider: WebSearchBackend,
    }),
  ),
});
export type WebSearchResult = z.infer<typeof WebSearchResult>;

/** Answer of `web.fetch`, whatever status the server gave; the body is kept under `fetch_id` for `web.extract`. */
export const WebFetchResult = z.object({
  fetch_id: z.string(),
  url: z.string(),
  /** After redirects. */
  final_url: z.string(),
  status: z.number().int(),
  media_type: z.string(),
  charset: z.string().nullable(),
  /** Of the decoded body. */
  bytes: z.number().int().min(0),
  sha256: z.string(),
  /** It was longer than `web.max_bytes`, or broke off. */
  truncated: z.boolean(),
  fetched_at: z.string(),
  /** It came from the cache, and the server said that it still holds or was not asked. */
  from_cache: z.boolean(),
});
export type WebFetchResult = z.infer<typeof WebFetchResult>;

/** Answer of `web.extract`: the page as Markdown, kept in the root `web`, so that it can be cited like any document. */
export const WebExtractResult = z.object({
  url: z.string(),
  final_url: z.string(),
  title: z.string(),
  byline: z.string().nullable(),
  published: z.string().nullable(),
  fetched_at: z.string(),
  truncated: z.boolean(),
  /** Where it is kept, for the docs tools. */
  root_id: z.literal("web"),
  relative_path: z.string(),
  /** Of the body that it was made from. */
  sha256: z.string(),
  lines: z.number().int().min(0),
  /** Its beginning, cut. */
  excerpt: z.string(),
  /** Against what was kept of the page before, by its words. */
  compared: z.enum(["new", "same", "changed"]),
  /** When the version before was fetched, which is kept beside it; null where there is none. */
  earlier_fetched_at: z.string().nullable(),
  /** Older saved pages that no answer cites and that gave way to it. */
  removed: z.number().int().min(0).default(0),
});
export type WebExtractResult = z.infer<typeof WebExtractResult>;

/** A page in the root `web`, for lists of what is kept. */
export const SavedPage = z.object({
  relative_path: z.string(),
  host: z.string(),
  title: z.string(),
  url: z.string(),
  fetched_at: z.string(),
  bytes: z.number().int().min(0),
});
export type SavedPage = z.infer<typeof SavedPage>;

/** The id of the root of saved pages, which no configuration may use. */
export const webRootId = "web";
