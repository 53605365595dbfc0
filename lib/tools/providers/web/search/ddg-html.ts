import { saidError } from "#lib/platform/said-error";
import type { SearchBackend } from "./backend.ts";
import { refuseStatus, unreadable } from "./refusals.ts";

const service = "DuckDuckGo";

/** DuckDuckGo's page for browsers without scripts. It asks for a person when it is asked too often. */
export const ddgHtml: SearchBackend = {
  id: "ddg_html",
  plan: (query) => ({
    url: `https://html.duckduckgo.com/html/?${new URLSearchParams({ q: query })}`,
    headers: { accept: "text/html" },
    own_server: false,
  }),
  async read(reply, _, { reader, most }) {
    refuseStatus(reply, service, "web.search.refused");
    const found = await reader.results(reply.body.toString("utf8"), places, most);
    if (found.kind === "challenge") throw saidError("blocked", "web.search.challenge", { service });
    if (found.kind === "unknown_page") throw unreadable(service);
    return found.items.map(({ href, ...rest }) => ({ ...rest, url: target(href) }));
  },
};

const places = {
  item: ".result:not(.result--ad)",
  link: "a.result__a",
  snippet: ".result__snippet",
  nothing: ".no-results",
  challenge: ".anomaly-modal__title, #challenge-form, form[action*='anomaly']",
};

/** Results lead through an address of its own, which holds the real one. */
function target(href: string): string {
  if (!URL.canParse(href, "https://duckduckgo.com/")) return "";
  const url = new URL(href, "https://duckduckgo.com/");
  const own = url.hostname.endsWith("duckduckgo.com") && url.pathname === "/l/";
  return own ? (url.searchParams.get("uddg") ?? "") : url.href;
}
