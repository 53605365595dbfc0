import { z } from "zod";
import { saidError } from "#lib/platform/said-error";
import type { SearchBackend } from "./backend.ts";
import { jsonOf, refuseStatus, unreadable } from "./refusals.ts";

const service = "Brave Search";

/** Brave's search service, with a key of the person's. */
export const brave: SearchBackend = {
  id: "brave",
  plan(query, limit, { brave_key }) {
    if (brave_key === undefined) {
      throw saidError("provider_unavailable", "web.search.unset", {
        ...{ service, variable: "BRAVE_API_KEY" },
      });
    }
    const asked = new URLSearchParams({ q: query, count: String(Math.min(limit, 20)) });
    return {
      url: `https://api.search.brave.com/res/v1/web/search?${asked}`,
      headers: { accept: "application/json", "x-subscription-token": brave_key },
      own_server: false,
    };
  },
  async read(reply) {
    refuseStatus(reply, service, "web.search.key");
    const parsed = Answer.safeParse(jsonOf(reply, service));
    if (!parsed.success) throw unreadable(service);
    const { web } = parsed.data;
    return (web?.results ?? []).map(({ title, url, description }) => ({
      ...{ title, url },
      snippet: description,
    }));
  },
};

const Answer = z.object({
  type: z.literal("search"),
  web: z
    .object({
      results: z.array(
        z.object({ title: z.unknown(), url: z.unknown(), description: z.unknown().optional() }),
      ),
    })
    .optional(),
});
