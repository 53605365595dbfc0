import { expect, it } from "vitest";
import { createDocsViews, type DocsView } from "#lib/assembly/docs-views";
import { Config } from "#lib/contracts/config";
import { type Person, thePerson } from "#lib/contracts/people";
import type { McpServer } from "#lib/tools/mcp-server";
import type { ProviderResult, ToolProvider } from "#lib/tools/provider";
import { toolSpec } from "../tools/open-desk.ts";

const root = (id: string, groups?: string[]) => ({
  ...{ id, label: id, path: `/${id}` },
  ...(groups === undefined ? {} : { groups }),
});
const config = Config.parse({
  doc_access: {
    roots: [root("open"), root("legal", ["legal"]), root("board", ["board", "legal"])],
  },
});
const person = (id: string, groups: Person["groups"]): Person => ({
  ...{ id, name: id, role: "editor", groups },
});

/** Which servers were opened and closed, and which of them answered; `wait` holds up what they answer. */
function room(most?: number) {
  const opened: DocsView[] = [];
  const closed: DocsView[] = [];
  let asking: Person = thePerson;
  let wait: Promise<void> = Promise.resolve();
  const answers = (said: DocsView | "main"): ToolProvider => ({
    id: "mcp.docs",
    listTools: async () => [],
    async invoke(): Promise<ProviderResult> {
      await wait;
      return { is_error: false, text: JSON.stringify(said) };
    },
    close: async () => {},
  });
  const views = createDocsViews({
    main: answers("main"),
    config: () => config,
    person: () => asking,
    asksForPages: (owner, { root: named }) => owner !== "p_new" && named === "web",
    open(view) {
      opened.push(view);
      const server: Partial<McpServer> = {
        provider: answers(view),
        close: async () => {
          closed.push(view);
        },
      };
      return server as McpServer; // no other part of it is asked for
    },
    ...(most === undefined ? {} : { most }),
  });
  const tool = {
    ...toolSpec("docs_read", { provider_id: "mcp.docs" }),
    enabled: true,
    definition_hash: "",
  };
  async function ask(as: Person, args: Record<string, unknown> = {}): Promise<unknown> {
    asking = as;
    const call = { signal: new AbortController().signal, timeout_ms: 1000 };
    const { text } = await views.provider.invoke(tool, args, call);
    return JSON.parse(text);
  }
  return {
    ...{ views, opened, closed, ask },
    hold(next: Promise<void>) {
      wait = next;
    },
  };
}

it("asks the shared server for who may read everything, and one for each set of groups", async () => {
  const { ask, opened } = room();
  expect(await ask(thePerson)).toBe("main");
  expect(await ask(person("p_1", ["legal", "other"]))).toBe("main");
  expect(await ask(person("p_2", ["other", "board"]))).toEqual({ groups: ["board"] });
  expect(await ask(person("p_3", ["board"]))).toEqual({ groups: ["board"] });
  expect(await ask(person("p_4", []))).toEqual({ groups: [] });
  expect(opened).toHaveLength(2);
});

it("asks a server of their own about pages that somebody saved, with the folders that they may read", async () => {
  const { ask } = room();
  const [all, some] = [person("p_1", ["legal"]), person("p_2", ["board"])];
  expect(await ask(all, { root: "web" })).toEqual({ pages_of: "p_1" });
  expect(await ask(some, { root: "web" })).toEqual({ groups: ["board"], pages_of: "p_2" });
  expect(await ask(some, { root: "open" })).toEqual({ groups: ["board"] });
  expect(await ask(person("p_new", ["legal"]), { root: "web" })).toBe("main");
});

it("ends the server that was asked longest ago, and none that is being asked", async () => {
  const { ask, closed, hold } = room(2);
  await ask(person("p_1", []), { root: "web" });
  const held = Promise.withResolvers<void>();
  hold(held.promise);
  const first = ask(person("p_1", []), { root: "web" });
  hold(Promise.resolve());
  await ask(person("p_2", []), { root: "web" });
  await ask(person("p_3", []), { root: "web" });
  expect(closed).toEqual([{ groups: [], pages_of: "p_2" }]);
  held.resolve();
  await first;
});

it("ends what knows the pages of somebody who is gone, and nothing else", async () => {
  const { views, ask, closed } = room();
  await ask(person("p_1", []), { root: "web" });
  await ask(person("p_1", []));
  await ask(person("p_2", []), { root: "web" });
  await views.forget("p_1");
  expect(closed).toEqual([{ groups: [], pages_of: "p_1" }]);
  await views.close();
  expect(closed).toHaveLength(3);
});
