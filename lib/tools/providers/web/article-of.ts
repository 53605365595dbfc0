import { saidError } from "#lib/platform/said-error";
import type { Article } from "./extraction/read-article.ts";
import type { HtmlReader } from "./html-reader.ts";
import type { KeptFetch } from "./kept-fetches.ts";
import { isData, isHtml } from "./media-type.ts";

/**
 * What is kept of a fetched body: HTML by its article, Markdown and plain text as they are, data in a block of code. Throws
 * AppError for anything else, and for a page that shows nothing without its scripts.
 */
export async function articleOf(
  { media_type, content_type, final_url }: KeptFetch,
  body: Buffer,
  reader: HtmlReader,
): Promise<Article & { cut: boolean }> {
  const host = new URL(final_url).hostname;
  if (!isHtml(media_type) && !isData(media_type) && !media_type.startsWith("text/")) {
    throw saidError("tool_exec", "web.failed.media_type", { host, media_type });
  }
  const article = await reader.article({ body, media_type, content_type, url: final_url });
  if (article.markdown.trim() === "") throw saidError("tool_exec", "web.failed.empty", { host });
  return { ...article, title: article.title || titleOf(final_url) };
}

function titleOf(final_url: string): string {
  const { hostname, pathname } = new URL(final_url);
  return `${hostname}${pathname === "/" ? "" : pathname}`.slice(0, 300);
}
