import { z } from "zod";
import { WebExtractResult, webRootId } from "#lib/contracts/web";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { articleOf } from "./article-of.ts";
import type { KeptFetch } from "./kept-fetches.ts";
import { maskUrl, mayReach, touchesUrl, UrlArgument } from "./url-touches.ts";
import { type WebCall, type WebOutcome, type WebRoom, webTool } from "./web-tool.ts";

export const webExtract = webTool({
  name: "web.extract",
  title: "Keep a page of the web as a document",
  description:
    'Makes a readable Markdown page of an address of the web, or of what web.fetch fetched, and keeps it in the document root “web”, where docs_search (with roots: ["web"]) and docs_read find it like any document. It returns the title, the place and the beginning of the page. Nothing of a page is run, and pictures are left out.',
  input: z
    .strictObject({
      url: UrlArgument.optional(),
      fetch_id: z.string().min(1).max(100).optional().describe("What web.fetch returned."),
    })
    .refine(({ url, fetch_id }) => (url === undefined) !== (fetch_id === undefined), {
      message: "give either url or fetch_id",
    }),
  output: WebExtractResult,
  touches(args, room, by) {
    if (args.url !== undefined) return touchesUrl(args.url, args, room, by);
    // It was fetched by leave, and nothing leaves the machine any more.
    const host = room.kept.hostOf(args.fetch_id ?? "");
    return {
      resource: host === undefined ? null : { kind: "host", host },
      cwd: null,
      shows: { kind: "call", arguments: args },
      asks: "never",
    };
  },
  async run({ url, fetch_id = "" }, call, room) {
    if (url !== undefined) return extractUrl(url, call, room);
    const found = await room.kept.find(fetch_id);
    if (found === undefined) throw saidError("not_found", "web.failed.no_fetch", { fetch_id });
    return extract(found.kept, found.body, call, room);
  },
});

async function extractUrl(given: string, call: WebCall, room: WebRoom): Promise<WebOutcome> {
  const { url, redacted } = maskUrl(given);
  const fetched = await room.pages.fetch(url, {
    signal: call.signal,
    timeout_ms: Math.min(call.timeout_ms, room.settings().timeout_ms),
    longest_ms: call.timeout_ms,
    mayReach: mayReach(call, room),
    ...{ trace_id: call.by.trace_id, task_id: call.by.task_id },
  });
  if (fetched.kind === "elsewhere") return fetched;
  const extracted = await extract(fetched.kept, fetched.body, call, room);
  if (!redacted || extracted.kind !== "done") return extracted;
  const { stderr = "" } = extracted.result;
  const told = [say(call.lang, "web.masked"), stderr].filter((text) => text !== "").join("\n");
  return { kind: "done", result: { ...extracted.result, stderr: told } };
}

async function extract(
  kept: KeptFetch,
  body: Buffer,
  { lang, signal }: WebCall,
  room: WebRoom,
): Promise<WebOutcome> {
  refuseStatus(kept);
  const article = await articleOf(kept, body, room.reader);
  signal.throwIfAborted();
  const { title, byline, published, markdown } = article;
  const { url, final_url, fetched_at, sha256 } = kept;
  const truncated = kept.truncated || article.cut;
  const origin = { title, url, final_url, fetched_at, sha256 };
  const saved = await room.saved.save({ ...origin, byline, published, markdown });
  const excerpt = markdown.slice(0, excerptCharacters);
  const structured: WebExtractResult = {
    ...{ url, final_url, title, byline, published, fetched_at, truncated, sha256, excerpt },
    root_id: webRootId,
    ...saved,
  };
  const notes = [
    ...(truncated ? [say(lang, "web.truncated", { bytes: kept.bytes })] : []),
    ...(saved.removed > 0 ? [say(lang, "web.made_room", { count: saved.removed })] : []),
  ];
  const result = {
    is_error: false,
    text: `${title}\n${webRootId}/${saved.relative_path}\n\n${excerpt}`,
    structured,
    ...(notes.length === 0 ? {} : { stderr: notes.join("\n") }),
  };
  return { kind: "done", result };
}

const excerptCharacters = 600;

/** A page that the site did not give is no page to keep. */
function refuseStatus({ status, final_url }: KeptFetch): void {
  if (status >= 200 && status < 300) return;
  const host = new URL(final_url).hostname;
  if (status === 429) {
    throw saidError("rate_limited", "web.failed.rate_limited", { host }, { retryable: true });
  }
  if (status === 401 || status === 403 || status === 451) {
    throw saidError("blocked", "web.failed.turned_away", { host, status });
  }
  if (status === 404 || status === 410)
    throw saidError("not_found", "web.failed.gone", { host, status });
  throw saidError("tool_exec", "web.failed.status", { host, status }, { retryable: status >= 500 });
}
