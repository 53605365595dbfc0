import type { Call } from "./make-route.ts";

/**
 * For what only the page of this server may do: the request must say that it comes from there, by its Origin (which
 * has been judged) or by Sec-Fetch-Site. A terminal, a script or an address typed into the browser says neither.
 */
export function requireOwnPage({ request, assembly }: Call): void {
  const { headers } = request;
  if (headers.get("origin") !== null || headers.get("sec-fetch-site") === "same-origin") return;
  throw assembly.failure("origin_not_allowed", "error.own_page_only");
}
