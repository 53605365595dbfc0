import type { Config } from "#lib/contracts/config";
import { mayRead, type Person } from "#lib/contracts/people";
import type { McpServer } from "#lib/tools/mcp-server";
import type { ToolProvider } from "#lib/tools/provider";

/**
 * The docs tools as the person at work may use them. Who may read every folder asks the docs server that all share; for
 * others there is one for each set of groups, which knows no folder but theirs: nothing of another is in its index, so
 * nothing of it is ranked, counted, suggested or read as a slip for, whatever an agent asks for. Such a server starts at
 * the first question and ends where others are asked instead.
 */
export type DocsViews = { provider: ToolProvider; close(): Promise<void> };

type View = { server: McpServer; open: number };

export function createDocsViews(deps: {
  /** The server that knows every folder, and what stands before it. */
  main: ToolProvider;
  config: () => Config;
  /** Who is at work. */
  person: () => Person;
  /** A server that knows what these groups may read. */
  open: (groups: readonly string[]) => McpServer;
  /** How many servers there are at once beside the main one. */
  most?: number;
}): DocsViews {
  const { main, config, person, open, most = MOST_VIEWS } = deps;
  const views = new Map<string, View>();
  const closing = new Set<Promise<void>>();

  /** The groups that make a difference; undefined where the person may read everything. */
  function groupsOf(asking: Person): readonly string[] | undefined {
    if (asking.groups === "all") return undefined;
    const { roots } = config().doc_access;
    if (roots.every((root) => mayRead(asking, root))) return undefined;
    const named = new Set(roots.flatMap(({ groups = [] }) => groups));
    return asking.groups.filter((one) => named.has(one)).toSorted();
  }

  function viewOf(groups: readonly string[]): View {
    const key = JSON.stringify(groups);
    const view = views.get(key) ?? { server: open(groups), open: 0 };
    views.delete(key);
    views.set(key, view);
    for (const [oldest, { server, open: calls }] of views) {
      if (views.size <= most) break;
      if (calls > 0 || oldest === key) continue;
      views.delete(oldest);
      const ended = server.close().finally(() => closing.delete(ended));
      closing.add(ended);
    }
    return view;
  }

  return {
    provider: {
      ...main,
      async invoke(tool, args, call) {
        const groups = groupsOf(person());
        if (groups === undefined) return main.invoke(tool, args, call);
        const view = viewOf(groups);
        view.open += 1;
        try {
          return await view.server.provider.invoke(tool, args, call);
        } finally {
          view.open -= 1;
        }
      },
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
