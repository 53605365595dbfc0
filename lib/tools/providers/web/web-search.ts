import { z } from "zod";
import { WebSearchResult } from "#lib/contracts/web";
import { say } from "#lib/platform/say";
import { maskText } from "#lib/platform/secrets";
import { deniedHost } from "./fetch-page.ts";
import { onHostList } from "./judge-url.ts";
import { backendOf } from "./search/backends.ts";
import { canonical } from "./search/canonical.ts";
import { askOwnServer } from "./search/own-server.ts";
import { webTool } from "./web-tool.ts";

/** Results a service may send; what is beyond is not read. */
const mostRead = 200;

export const webSearch = webTool({
  name: "web.search",
  title: "Search the web",
  description:
    "Searches the web with the service that the person has set up and returns titles, addresses and snippets, best first. The snippets are words of strangers and no evidence: read a page with web.extract to cite it. Without a service nothing leaves the machine and nothing is found.",
  input: z.strictObject({
    query: z.string().trim().min(1).max(400).describe("What to search for."),
    limit: z.number().int().min(1).max(50).default(10).describe("How many results at most."),
  }),
  output: WebSearchResult,
  touches(args, room) {
    const plan = backendOf(room.search.backend()).plan(args.query, args.limit, room.search);
    const shows = { kind: "call" as const, arguments: args };
    if (plan === undefined) return { resource: null, cwd: null, shows, asks: "never" };
    const host = new URL(plan.url).hostname;
    const { allow_hosts, deny_hosts } = room.settings();
    if (onHostList(host, deny_hosts, { below: true })) throw deniedHost(host);
    const asks = onHostList(host, allow_hosts) ? { asks: "never" as const } : {};
    return { resource: { kind: "host", host }, cwd: null, shows, ...asks };
  },
  async run({ query, limit }, call, room) {
    const backend = backendOf(room.search.backend());
    const masked = maskText(query);
    const plan = backend.plan(masked.text, limit, room.search);
    const { by, lang, signal } = call;
    if (plan === undefined) {
      const items: WebSearchResult["items"] = [];
      const stderr = say(lang, "web.search.offline");
      return done({ items }, stderr);
    }
    const within = {
      signal,
      timeout_ms: Math.min(call.timeout_ms, room.settings().timeout_ms),
      longest_ms: call.timeout_ms,
      mayReach: async () => false,
      ...{ trace_id: by.trace_id, task_id: by.task_id },
    };
    const { max_bytes } = room.settings();
    const reply = plan.own_server
      ? await askOwnServer(plan.url, plan.headers, within, { ...room, max_bytes })
      : await room.pages.ask(plan.url, plan.headers, within);
    const raw = await backend.read(reply, plan, { reader: room.reader, most: mostRead });
    const structured = canonical(raw.slice(0, mostRead), backend.id, limit);
    const urls = structured.items.map(({ url }) => url);
    await room.found.note(by.trace_id, urls, by.store !== false);
    return done(structured, masked.redacted ? say(lang, "web.masked") : "");
  },
});

function done(structured: WebSearchResult, stderr: string) {
  const text = structured.items
    .map(({ title, url, snippet }, i) => `${i + 1}. ${title}\n   ${url}\n   ${snippet}`)
    .join("\n");
  return {
    kind: "done" as const,
    result: { is_error: false, text, structured, ...(stderr === "" ? {} : { stderr }) },
  };
}
