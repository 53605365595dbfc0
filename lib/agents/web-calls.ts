import type { z } from "zod";
import { type ErrorCode, ErrorCode as ErrorCodes } from "#lib/contracts/errors";
import type { ToolResult } from "#lib/contracts/tools";
import { WebExtractResult, WebFetchResult, WebSearchResult } from "#lib/contracts/web";
import { cutQuestion } from "#lib/language/cut-question";

/**
 * The web tools as typed calls, for an asking and for the steps of a task: what comes back fits its contract or is a refusal
 * with its rule. `call` decides under which grant, and throws what ends the work it is done for.
 */
export type WebCall = (tool_id: string, args: Record<string, unknown>) => Promise<ToolResult>;

export const webTools = {
  search: "web.search",
  fetch: "web.fetch",
  extract: "web.extract",
} as const;

export type WebRefusal = { rule: ErrorCode; message: string };
export type WebOutcome<T> = { ok: true; output: T } | ({ ok: false } & WebRefusal);

/** No service takes more. */
const LONGEST_QUERY = 400;

/** One url once, as the backend ranks them, and none but http and https. */
export async function searchWeb(
  call: WebCall,
  query: string,
  limit: number,
): Promise<WebOutcome<WebSearchResult["items"]>> {
  const asked = { query: cutQuestion(query, LONGEST_QUERY), limit };
  const found = await made(call, webTools.search, asked, WebSearchResult);
  if (!found.ok) return found;
  const seen = new Set<string>();
  const items = found.output.items.filter(({ url }) => {
    const key = pageOf(url);
    if (key === undefined || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return { ok: true, output: items.slice(0, limit) };
}

export const fetchPage = (call: WebCall, url: string) =>
  made(call, webTools.fetch, { url }, WebFetchResult);

/** Of a page that was fetched; where its body is kept no more, it is fetched again. One that its site does not have is none. */
export async function extractPage(
  call: WebCall,
  url: string,
  { fetch_id, status }: Pick<WebFetchResult, "fetch_id" | "status">,
): Promise<WebOutcome<WebExtractResult>> {
  const read = await made(call, webTools.extract, { fetch_id }, WebExtractResult);
  if (read.ok || !keptNoMore.has(read.rule) || status >= 400) return read;
  const again = await fetchPage(call, url);
  if (!again.ok) return again;
  return made(call, webTools.extract, { fetch_id: again.output.fetch_id }, WebExtractResult);
}

const keptNoMore: ReadonlySet<string> = new Set(["not_found", "validation"]);

/** A page without the place on it; undefined for what is no address of the web. */
export function pageOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return undefined;
  parsed.hash = "";
  return parsed.href;
}

export const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

async function made<Schema extends z.ZodType>(
  call: WebCall,
  tool_id: string,
  args: Record<string, unknown>,
  schema: Schema,
): Promise<WebOutcome<z.output<Schema>>> {
  const { ok, structured, error } = await call(tool_id, args);
  if (!ok) {
    const rule = ErrorCodes.safeParse(error?.rule ?? error?.code);
    return { ok: false, rule: rule.data ?? "unknown", message: error?.message ?? "" };
  }
  const output = schema.safeParse(structured);
  if (output.success) return { ok: true, output: output.data };
  const message = `${tool_id} answered with something that is not what its contract says.`;
  return { ok: false, rule: "tool_exec", message };
}
