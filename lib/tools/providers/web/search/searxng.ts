import { z } from "zod";
import { saidError } from "#lib/platform/said-error";
import type { SearchBackend } from "./backend.ts";
import { jsonOf, refuseStatus, unreadable } from "./refusals.ts";

const service = "SearXNG";

/** A SearXNG of the person's own choice, over its JSON format, which its settings must list. */
export const searxng: SearchBackend = {
  id: "searxng",
  plan(query, _limit, { searxng_url }) {
    if (searxng_url === undefined) {
      throw saidError("provider_unavailable", "web.search.unset", {
        ...{ service, variable: "SEARXNG_URL" },
      });
    }
    const url = new URL("search", searxng_url.endsWith("/") ? searxng_url : `${searxng_url}/`);
    url.search = new URLSearchParams({ q: query, format: "json" }).toString();
    return { url: url.href, headers: { accept: "application/json" }, own_server: true };
  },
  async read(reply) {
    refuseStatus(reply, service, "web.search.json_off");
    const parsed = Answer.safeParse(jsonOf(reply, service));
    if (!parsed.success) throw unreadable(service);
    return parsed.data.results.map(({ title, url, content }) => ({ title, url, snippet: content }));
  },
};

const Answer = z.object({
  results: z.array(
    z.object({ title: z.unknown(), url: z.unknown(), content: z.unknown().optional() }),
  ),
});
