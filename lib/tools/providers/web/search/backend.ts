import type { WebSearchBackend } from "#lib/contracts/web";
import type { Reply } from "../get-once.ts";
import type { HtmlReader } from "../html-reader.ts";

/** What a search service needs to be set up with, from the environment of the program. */
export type SearchSetup = { searxng_url?: string; brave_key?: string };

/** A result as its service has it: anything may stand in it. */
export type RawResult = { title: unknown; url: unknown; snippet: unknown };

/**
 * One search service. It says where a query goes and reads what comes back; the connection, the limits and the canonical
 * form are not its matter. `plan` throws AppError when something is missing that it needs; `read` throws it for whatever
 * is no list of results, and tells apart by which rule the service turned the program away.
 */
export type SearchBackend = {
  id: WebSearchBackend;
  /** Undefined where nothing leaves the machine. */
  plan(query: string, limit: number, setup: SearchSetup): SearchPlan | undefined;
  read(
    reply: Reply,
    plan: SearchPlan,
    with_: { reader: HtmlReader; most: number },
  ): Promise<readonly RawResult[]>;
};

export type SearchPlan = {
  url: string;
  headers: Record<string, string>;
  /** A server that the person named in the environment: it may stand on this machine, on any port. */
  own_server: boolean;
};
