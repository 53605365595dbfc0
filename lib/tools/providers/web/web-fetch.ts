import { z } from "zod";
import { WebFetchResult } from "#lib/contracts/web";
import { say } from "#lib/platform/say";
import { maskUrl, mayReach, touchesUrl, UrlArgument } from "./url-touches.ts";
import { webTool } from "./web-tool.ts";

export const webFetch = webTool({
  name: "web.fetch",
  title: "Fetch a page of the web",
  description:
    "Fetches one address of the web with a GET and keeps its body under fetch_id, which web.extract makes a readable page of. It returns status, media type, size and hash, and nothing of the text. The site's robots.txt is kept to, private addresses are refused, and a person decides about each host.",
  input: z.strictObject({ url: UrlArgument }),
  output: WebFetchResult,
  touches: (args, room, by) => touchesUrl(args.url, args, room, by),
  async run(args, call, room) {
    const { url, redacted } = maskUrl(args.url);
    const fetched = await room.pages.fetch(url, {
      signal: call.signal,
      timeout_ms: Math.min(call.timeout_ms, room.settings().timeout_ms),
      longest_ms: call.timeout_ms,
      mayReach: mayReach(call, room),
      ...{ trace_id: call.by.trace_id, task_id: call.by.task_id },
    });
    if (fetched.kind === "elsewhere") return fetched;
    const structured = WebFetchResult.parse(fetched.kept);
    const { status, media_type, bytes, final_url, truncated } = structured;
    const notes = [
      ...(redacted ? [say(call.lang, "web.masked")] : []),
      ...(truncated ? [say(call.lang, "web.truncated", { bytes })] : []),
    ];
    const result = {
      is_error: false,
      text: `${status} ${final_url} (${media_type}, ${bytes} bytes): ${structured.fetch_id}`,
      structured,
      ...(notes.length === 0 ? {} : { stderr: notes.join("\n") }),
    };
    return { kind: "done", result };
  },
});
