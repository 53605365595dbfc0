import type { Config } from "#lib/contracts/config";
import { mayRead, type Person } from "#lib/contracts/people";
import type { McpServer } from "#lib/tools/mcp-server";
import type { ToolProvider } from "#lib/tools/provider";

/**
 * The docs tools as the person at work may use them. Who may read every folder asks the docs server that all share; for
 * others there is one for each set of groups, which knows no folder but theirs: nothing of another is in its index, so
 * nothing of it is ranked, counted, suggested or read as a slip for, whatever an agent asks for. In the same way who asks
 * for pages that they saved of the web asks a server of their own, which knows these pages beside the folders. Such a server
 * starts at the first question and ends where others are asked instead.
 */
export type DocsViews = {
  provider: ToolProvider;
  /** Ends the servers that know saved pages of this person. */
  forget(owner: string): Promise<void>;
  close(): Promise<void>;
};

/** What a server knows: folders that these groups may read, or all of them, and the saved pages of a person. */
export type DocsView = { groups?: readonly string[]; pages_of?: string };

type Open = { view: DocsView; server: McpServer; calls: number };

export function createDocsViews(deps: {
  /** The server that knows every folder, and what stands before it. */
  main: ToolProvider;
  config: () => Config;
  /** Who is at work. */
  person: () => Person;
  /** Whether these arguments are about saved pages of that person, and there are any. */
  asksForPages: (owner: string, args: Readonly<Record<string, unknown>>) => boolean;
  open: (view: DocsView) => McpServer;
  /** How many servers there are at once beside the main one. */
  most?: number;
}): DocsViews {
  const { main, config, person, asksForPages, open, most = MOST_VIEWS } = deps;
  const views = new Map<string, Open>();
  const closing = new Set<Promise<void>>();

  /** The groups that make a difference; undefined where the person may read everything. */
  function groupsOf(asking: Person): readonly string[] | undefined {
    if (asking.groups === "all") return undefined;
    const { roots } = config().doc_access;
    if (roots.every((root) => mayRead(asking, root))) return undefined;
    const named = new Set(roots.flatMap(({ groups = [] }) => groups));
    return asking.groups.filter((one) => named.has(one)).toSorted();
  }

  /** Undefined: what the main server knows. */
  function viewFor(asking: Person, args: Readonly<Record<string, unknown>>): DocsView | undefined {
    const groups = groupsOf(asking);
    const pages = asksForPages(asking.id, args);
    if (groups === undefined && !pages) return undefined;
    return {
      ...(groups === undefined ? {} : { groups }),
      ...(pages ? { pages_of: asking.id } : {}),
    };
  }

  function opened(view: DocsView): Open {
    const key = JSON.stringify([view.groups ?? null, view.pages_of ?? null]);
    const found = views.get(key) ?? { view, server: open(view), calls: 0 };
    views.delete(key);
    views.set(key, found);
    for (const [oldest, other] of views) {
      if (views.size <= most) break;
      if (other.calls === 0 && other !== found) void end(oldest, other);
    }
    return found;
  }

  async function end(key: string, { server }: Open): Promise<void> {
    views.delete(key);
    const ended = server.close();
    closing.add(ended);
    try {
      await ended;
    } finally {
      closing.delete(ended);
    }
  }

  return {
    provider: {
      ...main,
      async invoke(tool, args, call) {
        const view = viewFor(person(), args);
        if (view === undefined) return main.invoke(tool, args, call);
        const found = opened(view);
        found.calls += 1;
        try {
          return await found.server.provider.invoke(tool, args, call);
        } finally {
          found.calls -= 1;
        }
      },
    },
    async forget(owner) {
      const theirs = [...views].filter(([, { view }]) => view.pages_of === owner);
      await Promise.all(theirs.map(([key, one]) => end(key, one)));
    },
    async close() {
      const ending = [...views.values()].map(({ server }) => server.close());
      views.clear();
      await Promise.all([...ending, ...closing]);
    },
  };
}

/** Each holds an index of its own in memory. */
const MOST_VIEWS = 8;
