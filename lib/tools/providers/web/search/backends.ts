import type { WebSearchBackend } from "#lib/contracts/web";
import type { SearchBackend } from "./backend.ts";
import { brave } from "./brave.ts";
import { ddgHtml } from "./ddg-html.ts";
import { searxng } from "./searxng.ts";
import { stub } from "./stub.ts";

/** Every search service there is. One more: its file, its line here, its id in the contract. */
export const searchBackends: readonly SearchBackend[] = [stub, ddgHtml, searxng, brave];

export function backendOf(id: WebSearchBackend): SearchBackend {
  return searchBackends.find((one) => one.id === id) ?? stub;
}
