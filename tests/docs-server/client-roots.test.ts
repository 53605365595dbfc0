import { mkdirSync, symlinkSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DocsListOutput } from "#lib/contracts/docs-tools";
import { connectDocs, createWorkplace, type DocsClient, type Workplace } from "./docs-client.ts";

/** What the client says it works in; each test sets it, and may change it while the server runs. */
let declared: { uri: string; name?: string }[];
let place: Workplace;
let docs: DocsClient;

beforeEach(() => {
  place = createWorkplace();
  place.write("notes/top.md", "# Top\n\nThe heron stands at the top.\n");
  place.write("notes/work/w.md", "# Work\n\nThe heron stands at work.\n");
  place.write("notes/work/deep/d.md", "# Deep\n\nThe heron stands deep.\n");
  place.write("notes/a b%20c/s.md", "# Space\n\nThe heron stands in space.\n");
  place.write("more/m.md", "# More\n\nThe heron stands in more.\n");
  place.write("outside/o.md", "# Outside\n\nThe heron stands outside.\n");
  place.configure({ roots: [root("notes"), root("more")] });
  declared = [];
});
afterEach(async () => {
  await docs?.close();
  place.remove();
});

const root = (id: string) => ({ id, label: `Folder ${id}`, path: place.at(id) });
const folder = (...names: string[]) => ({ uri: pathToFileURL(place.at(...names)).href });

async function open(...roots: { uri: string; name?: string }[]): Promise<void> {
  declared = roots;
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: { roots: { listChanged: true } } },
  );
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: declared }));
  docs = await connectDocs(place, ["--client-roots"], [], client);
}

async function found(): Promise<string[]> {
  const { structured } = await docs.call("docs_search", { query: "Where does the heron stand?" });
  return structured.hits
    .map((hit: { root_id: string; relative_path: string }) => `${hit.root_id}/${hit.relative_path}`)
    .sort();
}
async function listed(): Promise<string[]> {
  const lists = [await docs.call("docs_list"), await docs.call("docs_list", { skipped: true })];
  return lists.flatMap(({ structured }) => {
    const { files, skipped } = structured as DocsListOutput;
    return [...files, ...skipped].map((file) => `${file.root_id}/${file.relative_path}`);
  });
}
async function said() {
  const { structured } = await docs.call("docs_search", { query: "Where does the heron stand?" });
  return { status: structured.status, rule: structured.rule, message: structured.message };
}

describe("--client-roots", () => {
  it("narrows a root to the client's folder in it, for every tool", async () => {
    await open(folder("notes", "work"));
    expect(await found()).toEqual(["notes/work/deep/d.md", "notes/work/w.md"]);
    expect(await listed()).toEqual(["notes/work/deep/d.md", "notes/work/w.md"]);
    expect((await docs.call("docs_read", { path: "work/w.md" })).isError).toBe(false);
    for (const path of ["top.md", "nothing.md", "work/../top.md", place.at("notes/top.md")]) {
      for (const tool of ["docs_read", "docs_outline"]) {
        const { structured } = await docs.call(tool, { path, root: "notes" });
        expect(structured).toMatchObject({ status: "denied", rule: "outside_scope" });
      }
    }
    const lines = { relative_path: "top.md", line_start: 3, line_end: 3, sha256: "0".repeat(64) };
    const verify = { citations: [{ root_id: "notes", ...lines }] };
    expect((await docs.call("docs_verify", verify)).structured).toMatchObject({
      results: [{ state: "denied", rule: "outside_scope" }],
    });
    expect((await docs.call("docs_status")).structured.roots).toMatchObject([{ id: "notes" }]);
  });

  it("never widens: a folder around a root reads the root, and nothing beside it", async () => {
    await open({ uri: pathToFileURL(place.dir).href }, { uri: "file:///" });
    const all = ["a b%20c/s.md", "top.md", "work/deep/d.md", "work/w.md"].map((p) => `notes/${p}`);
    expect(await found()).toEqual(["more/m.md", ...all]);
    const outside = await docs.call("docs_read", { path: place.at("outside/o.md") });
    expect(outside.structured).toMatchObject({ status: "denied", rule: "not_allowlisted" });
  });

  it("keeps hidden folders, patterns and the denylist as the root has them", async () => {
    for (const path of [".hidden/h.md", "work/.git/g.md", "work/t.txt"]) {
      place.write(`notes/${path}`, "The heron stands hidden.\n");
    }
    await open(folder("notes", ".hidden"), folder("notes", "work"));
    expect(await found()).toEqual(["notes/work/deep/d.md", "notes/work/w.md"]);
    const read = await docs.call("docs_read", { path: ".hidden/h.md", root: "notes" });
    expect(read.isError).toBe(true);
  });

  it("reads names with spaces and percent signs as the URI means them", async () => {
    await open(folder("notes", "a b%20c"));
    expect(await found()).toEqual(["notes/a b%20c/s.md"]);
    declared = [{ uri: `${folder("notes").uri}/a%20b%2520c/` }];
    await docs.client.sendRootsListChanged();
    expect(await found()).toEqual(["notes/a b%20c/s.md"]);
  });

  it("goes by where links really lead", async () => {
    symlinkSync(place.at("notes/work"), place.at("alias"));
    symlinkSync(place.at("notes/top.md"), place.at("notes/work/up.md"));
    await open(folder("alias"));
    expect(await found()).toEqual(["notes/work/deep/d.md", "notes/work/w.md"]);
    const up = await docs.call("docs_read", { path: "work/up.md", root: "notes" });
    expect(up.structured).toMatchObject({ status: "denied", rule: "outside_scope" });
  });

  it("reads nothing where the two do not meet, and names both", async () => {
    mkdirSync(place.at("notes-evil"));
    await open({ ...folder("outside"), name: "My project" }, folder("notes-evil"), folder("nope"));
    expect(await said()).toEqual({
      status: "denied",
      rule: "outside_scope",
      message: expect.stringMatching(
        /may read Folder notes, Folder more; the client works in My project, notes-evil, nope\./,
      ),
    });
    expect(await listed()).toEqual([]);
    const read = await docs.call("docs_read", { path: "top.md", root: "notes" });
    expect(read.structured).toMatchObject({ status: "denied", rule: "outside_scope" });
    expect(JSON.stringify(read)).not.toContain("The heron");
  });

  it("takes nothing for a folder that is none of this machine", async () => {
    const others = [
      "https://example.com/notes",
      "untitled:notes",
      "file://elsewhere/notes",
      "file:///notes%2F..%2Fetc",
      "file:///no%00tes",
    ].map((uri) => ({ uri }));
    await open(...others);
    expect(await said()).toMatchObject({ status: "denied", rule: "outside_scope" });
    declared = [...others, folder("more")];
    await docs.client.sendRootsListChanged();
    expect(await found()).toEqual(["more/m.md"]);
  });

  it("follows the client's folders while it runs", async () => {
    await open(folder("more"));
    expect(await found()).toEqual(["more/m.md"]);
    declared = [folder("notes", "work", "deep")];
    await docs.client.sendRootsListChanged();
    expect(await found()).toEqual(["notes/work/deep/d.md"]);
    declared = [];
    await docs.client.sendRootsListChanged();
    expect(await said()).toMatchObject({
      rule: "outside_scope",
      message: expect.stringContaining("names no folder on this computer"),
    });
  });

  it("reads nothing for a client that does not tell its folders, and says so", async () => {
    docs = await connectDocs(place, ["--client-roots"]);
    expect(await said()).toMatchObject({
      status: "denied",
      rule: "outside_scope",
      message: expect.stringContaining("does not say where that is"),
    });
  });

  it("narrows what --root gave in the same way", async () => {
    declared = [folder("more")];
    const client = new Client({ name: "test", version: "1" }, { capabilities: { roots: {} } });
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: declared }));
    const args = ["--root", place.at("outside"), "--client-roots", "--root", place.at("more")];
    docs = await connectDocs(place, args, [], client);
    expect(await found()).toEqual(["more/m.md"]);
  });

  it("left out, what the client says is not even asked for", async () => {
    const client = new Client({ name: "test", version: "1" }, { capabilities: { roots: {} } });
    let asked = 0;
    client.setRequestHandler(ListRootsRequestSchema, () => {
      asked += 1;
      return { roots: [folder("more")] };
    });
    docs = await connectDocs(place, [], [], client);
    expect(await found()).toHaveLength(5);
    expect(asked).toBe(0);
  });
});
