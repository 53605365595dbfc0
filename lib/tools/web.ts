import { rm } from "node:fs/promises";
import path from "node:path";
import type { WebConfig } from "#lib/contracts/config";
import { AppError } from "#lib/contracts/errors";
import type { NetworkLog } from "#lib/contracts/network";
import type { Clock, ToolRuntime } from "#lib/contracts/ports";
import type { ToolInfo, ToolResult } from "#lib/contracts/tools";
import type { WebSearchBackend } from "#lib/contracts/web";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { webFolder } from "#lib/platform/web-folder";
import type { ProviderCall, ProviderResult, ToolProvider, ToolSpec } from "./provider.ts";
import {
  type Dial,
  type OwnAddresses,
  type Resolve,
  systemDial,
  systemOwnAddresses,
  systemResolve,
} from "./providers/web/connect.ts";
import { createFetchPage } from "./providers/web/fetch-page.ts";
import { createFoundUrls } from "./providers/web/found-urls.ts";
import { createHtmlReader } from "./providers/web/html-reader.ts";
import { createKeptFetches } from "./providers/web/kept-fetches.ts";
import { createSavedPages, type SavedPages } from "./providers/web/saved-pages.ts";
import { webExtract } from "./providers/web/web-extract.ts";
import { webFetch } from "./providers/web/web-fetch.ts";
import { webSearch } from "./providers/web/web-search.ts";
import type { WebRoom, WebTool } from "./providers/web/web-tool.ts";

export type { Dial, Resolve } from "./providers/web/connect.ts";

/** How names are looked up, addresses dialled and own ones known: by the system, unless a test hands in others. */
export type WebWires = { resolve: Resolve; dial: Dial; ownAddresses?: OwnAddresses };

/** `trace_ids`: by which they were fetched, as far as that is still known. */
export type ForgottenPages = {
  pages: { relative_path: string; urls: string[] }[];
  trace_ids: string[];
};

/** The web as three tools, and the pages that are kept of it. */
export type Web = {
  provider: ToolProvider;
  saved: Pick<SavedPages, "list" | "earlier" | "size"> & {
    /** With all that was fetched of its address. Undefined when there is no such page. */
    forget(relative_path: string): Promise<ForgottenPages | undefined>;
    /** With all that was ever fetched and found. */
    forgetAll(): Promise<ForgottenPages>;
  };
  /** Everything that is kept for whoever is acted for goes, and the folder with it. */
  leave(): Promise<void>;
  /** Which search service is used, the settings before the environment. */
  backend: () => WebSearchBackend;
};

/**
 * The tools `web.search`, `web.fetch` and `web.extract`. What they keep belongs to whoever is at work: a body, a saved page and
 * what a search found of one person are for every other as if they had never been. All three reach the network, so each host is asked about unless
 * it is allowed; every connection goes through `judgedConnector`, and into the network log.
 */
export function createWeb(deps: {
  home: string;
  project_dir: string;
  version: string;
  /** Who is at work; undefined where people sign in and it is done for none of them. */
  whose: () => string | undefined;
  settings: () => WebConfig;
  /** From the environment. */
  search: { backend?: WebSearchBackend; searxng_url?: string; brave_key?: string };
  network: NetworkLog;
  /** Which of these saved pages stored answers and reports cite. */
  cited: (relative_paths: readonly string[]) => Promise<ReadonlySet<string>>;
  /** By which a call goes on at the host it is redirected to: a call like any other, asked about where the policy asks. */
  tools: ToolRuntime;
  wires?: WebWires;
  clock: Clock;
  ids: NewId;
  log: Logger;
}): Web {
  const { home, settings, search, network, clock, ids, log } = deps;
  const {
    resolve,
    dial,
    ownAddresses = systemOwnAddresses,
  } = deps.wires ?? { resolve: systemResolve, dial: systemDial };
  const shelves = new Map<string, WebShelf>();
  const reader = createHtmlReader({ project_dir: deps.project_dir, log });
  const { version } = deps;
  const pages = createFetchPage({
    settings,
    kept: () => mine().kept,
    reader,
    network,
    resolve,
    dial,
    ownAddresses,
    version,
    clock,
    ids,
  });
  const backend = () => settings().search_backend ?? search.backend ?? "stub";
  const room = (): WebRoom => ({
    ...{ settings, pages, reader, network, clock, ...mine() },
    search: { ...search, backend },
  });
  const tools = new Map(webTools.map((tool) => [tool.name, tool]));
  const specs = webTools.map(specOf);
  let closed = false;
  const swept = new WeakSet<WebShelf>();

  /** Throws where it is known of nobody that it is done for them: nothing is kept for everybody. */
  function owner(): string {
    const id = deps.whose();
    if (id === undefined) throw new Error("something of the web was asked for on nobody's behalf");
    return id;
  }

  function mine(): WebShelf {
    const id = owner();
    const known = shelves.get(id);
    if (known !== undefined) return known;
    const folder = webFolder(home, id);
    const made = {
      kept: createKeptFetches({ folder: path.join(folder, "fetched") }),
      saved: createSavedPages({ folder, limits: settings, cited: deps.cited, clock }),
      found: createFoundUrls({ folder: path.join(folder, "found") }),
    };
    shelves.set(id, made);
    return made;
  }

  function toolOf(name: string): WebTool {
    const tool = tools.get(name);
    if (tool === undefined) throw new AppError("tool_not_found", `There is no tool "${name}".`);
    return tool;
  }

  /** Once for each person, when they first use the web: who never does has nothing to clear. */
  async function sweepOnce(shelf: WebShelf): Promise<void> {
    if (swept.has(shelf)) return;
    swept.add(shelf);
    const { found, kept, saved } = shelf;
    const now = clock.now().getTime();
    await Promise.all([found.sweep(now), kept.sweep(now), saved.sweep(now)]);
  }

  const provider: ToolProvider = {
    id: providerId,
    ours: true,
    own_time: true,
    repeats: false,
    listTools: async () => specs,
    touches: ({ name }, args, by) => toolOf(name).touches(args, room(), by),
    async invoke(tool, args, call) {
      if (closed) throw new AppError("provider_closed", "The web tools have ended.");
      const { by, permits = async () => false } = call;
      if (by === undefined) throw new AppError("tool_not_granted", "Nobody is named who calls.");
      await sweepOnce(mine());
      const outcome = await toolOf(tool.name).run(
        args,
        { ...call, by, permits, lang: by.lang ?? "en" },
        room(),
      );
      if (outcome.kind === "done") return outcome.result;
      await mine().found.note(by.trace_id, [outcome.url], false);
      return goOn(tool, outcome.url, call);
    },
    close: async () => {
      closed = true;
      await reader.close();
    },
  };

  /** The rest of a redirect to a host that nobody has allowed yet, as a call of its own. */
  async function goOn(tool: ToolInfo, url: string, call: ProviderCall): Promise<ProviderResult> {
    if (call.by === undefined) throw new AppError("tool_not_granted", "Nobody is named who calls.");
    const { invocation_id, approval_id: _used, ...context } = call.by;
    const result = await deps.tools.invoke(
      tool.id,
      { url },
      {
        ...context,
        signal: call.signal,
        parent_span_id: invocation_id,
      },
    );
    if (!result.ok) throw failureOf(result);
    const { stdout, stderr, structured, meta } = result;
    return {
      is_error: false,
      text: stdout,
      structured,
      ...(stderr === "" ? {} : { stderr }),
      ...(meta.waited_ms === undefined ? {} : { waited_ms: meta.waited_ms }),
    };
  }

  return {
    provider,
    backend,
    async leave() {
      await forgetAll();
      shelves.delete(owner());
      await rm(webFolder(home, owner()), { recursive: true, force: true });
    },
    saved: {
      list: () => mine().saved.list(),
      earlier: (relative_path) => mine().saved.earlier(relative_path),
      size: () => mine().saved.size(),
      async forget(relative_path) {
        const { saved, kept } = mine();
        const page = await saved.forget(relative_path);
        if (page === undefined) return undefined;
        return { pages: [page], ...(await kept.forget(page.urls)) };
      },
      forgetAll,
    },
  };

  async function forgetAll(): Promise<ForgottenPages> {
    const { saved, kept, found } = mine();
    const pages = await saved.forgetAll();
    await found.forgetAll();
    return { pages, ...(await kept.forgetAll()) };
  }
}

/** What is kept for one person. */
type WebShelf = Pick<WebRoom, "kept" | "saved" | "found">;

const providerId = "web";
/** Every tool of the web. */
const webTools: readonly WebTool[] = [webSearch, webFetch, webExtract];

function specOf({ touches: _touches, run: _run, ...said }: WebTool): ToolSpec {
  return {
    ...said,
    id: said.name,
    provider_id: providerId,
    capability_level: "L2",
    risk: "guarded",
    // Reads of the world: made again, they change nothing but what is kept.
    side_effects: "none",
    requires_confirm: true,
    timeout_ms: 600_000,
  };
}

function failureOf({ error }: ToolResult): AppError {
  const { code, message, retryable } = error ?? {
    ...{ code: "unknown" as const, message: "It failed without a reason.", retryable: false },
  };
  return new AppError(code, message, { retryable });
}
