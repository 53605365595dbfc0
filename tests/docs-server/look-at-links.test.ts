import { mkdirSync, symlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ToolContext } from "../../mcp-servers/docs/tool.ts";
import { lookAtLinks } from "../../mcp-servers/docs/tools/look-at-links.ts";
import { createScratch } from "../access/scratch.ts";
import { connectDocs, createWorkplace, type DocsClient, type Workplace } from "./docs-client.ts";

let place: Workplace;
let docs: DocsClient;

const lines = [
  "# Links",
  "![a](img/a.png) ![b](img/B.png) ![c](img/none.png)",
  "[page](sub/page.md#top) [folder](sub/) [root](/sub/page.md?x=1)",
  "[out](../outside/secret.md) [out](../outside/none.md) [up](../../x)",
  "[etc](/etc/passwd) [url](https://example.org/x.md) [env](.env) [env](.envrc-none)",
  "[git](.git/config) [link](away/secret.md) [away](away.png) [in](inner.png)",
  "[hidden](.hidden/x.png) [packages](node_modules/p/README.md) [space](img/with%20space.png)",
  "[bad](img/%E0%A4%A) [nul](img/%00.png) [fifo](sub/page.md/x.png)",
  `[deep](${"d/".repeat(99)}x.md) [deeper](${"d/".repeat(100)}x.md) [back](${"d/../".repeat(300)}img/a.png)`,
];

beforeAll(async () => {
  place = createWorkplace();
  place.configure({ roots: [{ id: "notes", label: "Notes", path: place.at("notes") }] });
  place.write("notes/index.md", `${lines.join("\n")}\n`);
  place.write("notes/img/a.png", "png");
  place.write("notes/img/b.png", "png");
  place.write("notes/img/with space.png", "png");
  place.write("notes/sub/page.md", "# Page\n");
  place.write("notes/.env", "SECRET=1");
  place.write("notes/.git/config", "x");
  place.write("notes/.hidden/x.png", "x");
  place.write("notes/node_modules/p/README.md", "x");
  place.write("notes/node_modules/p/package.json", "{}");
  place.write("outside/secret.md", "canary");
  mkdirSync(place.at("notes/deep"), { recursive: true });
  symlinkSync(place.at("outside"), place.at("notes/away"));
  symlinkSync(place.at("outside/secret.md"), place.at("notes/away.png"));
  symlinkSync(place.at("notes/img/a.png"), place.at("notes/inner.png"));
  docs = await connectDocs(place);
});
afterAll(async () => {
  await docs.close();
  place.remove();
});

async function linked(line: number, ...targets: string[]) {
  const { structured } = await docs.call("docs_linked", {
    path: "index.md",
    root: "notes",
    targets: targets.map((target) => ({ line, target })),
  });
  return structured.results;
}

describe("docs_linked", () => {
  test("says which files and folders a document links to are there", async () => {
    expect(await linked(2, "img/a.png", "img/B.png", "img/none.png")).toEqual([
      { state: "file" },
      { state: "missing", other_case: "b.png" },
      { state: "missing" },
    ]);
    expect(await linked(3, "sub/page.md#top", "sub/", "/sub/page.md?x=1")).toEqual([
      { state: "file" },
      { state: "folder" },
      { state: "file" },
    ]);
    expect(await linked(6, "inner.png")).toEqual([{ state: "file" }]);
    expect(await linked(7, "img/with%20space.png")).toEqual([{ state: "file" }]);
    expect(await linked(8, "sub/page.md/x.png")).toEqual([{ state: "missing" }]);
  });

  test("tells nothing of what lies outside the folder, is hidden or denied, there or not", async () => {
    const outside = { state: "outside" };
    expect(await linked(4, "../outside/secret.md", "../outside/none.md", "../../x")).toEqual([
      outside,
      outside,
      outside,
    ]);
    expect(await linked(5, "https://example.org/x.md", ".env", ".envrc-none")).toEqual([
      outside,
      outside,
      outside,
    ]);
    // The root of the links is the folder, so this one is merely not in it.
    expect(await linked(5, "/etc/passwd")).toEqual([{ state: "missing" }]);
    expect(await linked(6, ".git/config", "away/secret.md", "away.png")).toEqual([
      outside,
      outside,
      outside,
    ]);
    expect(await linked(7, ".hidden/x.png", "node_modules/p/README.md")).toEqual([
      outside,
      outside,
    ]);
    expect(await linked(8, "img/%E0%A4%A", "img/%00.png")).toEqual([outside, outside]);
  });

  test("looks no deeper than anybody has written", async () => {
    const targets = [`${"d/".repeat(99)}x.md`, `${"d/".repeat(100)}x.md`];
    expect(await linked(9, ...targets, `${"d/../".repeat(300)}img/a.png`)).toEqual([
      { state: "missing" },
      { state: "outside" },
      { state: "file" },
    ]);
  });

  test("looks for nothing that the line does not name", async () => {
    const unnamed = { state: "not_named" };
    expect(await linked(1, "img/a.png")).toEqual([unnamed]);
    expect(await linked(99, "img/a.png")).toEqual([unnamed]);
    expect(await linked(2, "img/b.png", "../outside/secret.md")).toEqual([unnamed, unnamed]);
  });

  test("lets other calls in between two targets, and hears that it is cancelled", async () => {
    const scratch = createScratch();
    scratch.write("notes/many.md", "[x](none.md)\n");
    const access = scratch.access();
    const stop = new AbortController();
    let looked = 0;
    const linked: typeof access.linked = (...given) => {
      looked += 1;
      if (looked === 1) setImmediate(() => stop.abort(new Error("cancelled")));
      return access.linked(...given);
    };
    const shelf = { access: { ...access, linked } };
    // It looks at nothing else of these.
    const context = { shelf, signal: stop.signal } as unknown as ToolContext;
    const targets = Array.from({ length: 500 }, () => ({ line: 1, target: "none.md" }));
    const call = lookAtLinks.run({ path: "many.md", root: "notes", targets }, context);
    await expect(call).rejects.toThrow("cancelled");
    expect(looked).toBeLessThan(5);
    scratch.remove();
  });

  test("refuses a document that may not be read like every other call", async () => {
    const reply = await docs.call("docs_linked", {
      path: "../outside/secret.md",
      root: "notes",
      targets: [{ line: 1, target: "x" }],
    });
    expect(reply).toMatchObject({ isError: true, structured: { rule: "traversal" } });
  });
});
