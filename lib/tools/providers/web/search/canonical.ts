import type { WebSearchBackend, WebSearchResult } from "#lib/contracts/web";
import type { RawResult } from "./backend.ts";

/**
 * Results in the one form, whatever a service sent: addresses of the web alone and each once, titles and snippets as plain
 * text of one line and of bounded length, no more of them than was asked for. Pure.
 */
export function canonical(
  raw: readonly RawResult[],
  provider: WebSearchBackend,
  limit: number,
): WebSearchResult {
  const items: WebSearchResult["items"] = [];
  const seen = new Set<string>();
  for (const { title, url, snippet } of raw) {
    if (items.length === limit) break;
    const address = webUrl(url);
    if (address === undefined || seen.has(address)) continue;
    seen.add(address);
    items.push({
      title: plain(title, mostTitle) || address,
      url: address,
      snippet: plain(snippet, mostSnippet),
      provider,
    });
  }
  return { items };
}

const mostUrl = 2048;
const mostTitle = 300;
const mostSnippet = 1000;

function webUrl(given: unknown): string | undefined {
  if (typeof given !== "string" || given.length > mostUrl || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  const web = url.protocol === "http:" || url.protocol === "https:";
  return web && url.username === "" && url.password === "" ? url.href : undefined;
}

function plain(given: unknown, most: number): string {
  if (typeof given !== "string") return "";
  return given
    .slice(0, most * 8)
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/&(?:amp|lt|gt|quot|#0?39|#x27|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, most);
}

const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#039;": "'",
  "&#x27;": "'",
  "&nbsp;": " ",
};
