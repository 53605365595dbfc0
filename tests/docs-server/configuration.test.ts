import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectDocs, createWorkplace, type DocsClient, type Workplace } from "./docs-client.ts";

let place: Workplace;
let docs: DocsClient | undefined;
beforeEach(() => {
  place = createWorkplace();
  place.write("notes/a.md", "# Apples\n\nApples are red.\n");
  place.write("more/b.md", "# Bananas\n\nBananas are yellow.\n");
});
afterEach(async () => {
  await docs?.close();
  docs = undefined;
  place.remove();
});

const root = (id: string) => ({ id, label: id, path: place.at(id) });

async function start(args: string[] = []): Promise<DocsClient> {
  docs = await connectDocs(place, args);
  return docs;
}

async function pathsFor(client: DocsClient, query: string): Promise<string[]> {
  const { structured } = await client.call("docs_search", { query });
  return structured.hits.map(
    (hit: { root_id: string; relative_path: string }) => `${hit.root_id}/${hit.relative_path}`,
  );
}

describe("a configuration edited by hand", () => {
  it("is in force at the next call: a folder added is searched, one taken away is not", async () => {
    place.configure({ roots: [root("notes")] });
    const client = await start();
    expect(await pathsFor(client, "apples")).toEqual(["notes/a.md"]);
    expect((await client.call("docs_read", { path: "b.md" })).isError).toBe(true);

    place.configure({ roots: [root("notes"), root("more")] });
    expect((await client.call("docs_read", { path: "b.md" })).isError).toBe(false);
    expect(await pathsFor(client, "bananas")).toEqual(["more/b.md"]);

    place.configure({ roots: [root("more")] });
    expect(await pathsFor(client, "apples")).toEqual([]);
    const gone = await client.call("docs_read", { path: place.at("notes/a.md") });
    expect(gone.structured.rule).toBe("not_allowlisted");
  });

  it("that is invalid leaves the last good one in force, and the status says so", async () => {
    place.configure({ roots: [root("notes")] });
    const client = await start();
    expect((await client.call("docs_status")).structured).toMatchObject({ config: "ok" });
    writeFileSync(place.at("config.json"), '{ "doc_access": { "roots": [');
    expect((await client.call("docs_read", { path: "a.md" })).isError).toBe(false);
    const { structured } = await client.call("docs_status");
    expect(structured.config).toBe("error");
    expect(structured.message).toContain("config.json");
    place.configure({ roots: [root("more")] });
    const healed = await client.call("docs_status");
    expect(healed.structured.config).toBe("ok");
    expect(healed.structured.roots.map((r: { id: string }) => r.id)).toEqual(["more"]);
  });

  it("may name odd folders: each is told in the status and the others are searched", async () => {
    place.configure({
      roots: [root("missing"), { ...root("f"), path: place.at("notes/a.md") }, root("notes")],
    });
    const client = await start();
    expect(await pathsFor(client, "apples")).toEqual(["notes/a.md"]);
    const { structured } = await client.call("docs_status");
    const states = structured.roots.map((r: { state: string; rule?: string }) => [r.state, r.rule]);
    expect(states).toEqual([
      ["unhealthy", "unreadable"],
      ["unhealthy", "not_regular_file"],
      ["ready", undefined],
    ]);
    expect(structured.roots[0].message).toContain("“missing”");
  });

  it("may name no folder at all: nothing is readable and nothing breaks", async () => {
    place.configure({ roots: [] });
    const client = await start();
    expect((await client.call("docs_search", { query: "apples" })).structured).toMatchObject({
      status: "denied",
      rule: "not_allowlisted",
      hits: [],
    });
    const read = await client.call("docs_read", { path: place.at("notes/a.md") });
    expect(read.structured).toMatchObject({ status: "denied", rule: "not_allowlisted" });
    expect((await client.call("docs_list")).structured.files).toEqual([]);
  });

  it("names a folder that goes away and comes back", async () => {
    place.configure({ roots: [root("notes")] });
    const client = await start();
    renameSync(place.at("notes"), place.at("elsewhere"));
    const gone = await client.call("docs_read", { path: "a.md" });
    expect(gone.structured).toMatchObject({ status: "denied", rule: "unreadable" });
    expect((await client.call("docs_status")).structured.roots[0].state).toBe("unhealthy");
    const search = await client.call("docs_search", { query: "apples" });
    expect(search.structured).toMatchObject({ status: "denied", rule: "unreadable", hits: [] });
    expect(search.structured.message).toContain("“notes”");
    renameSync(place.at("elsewhere"), place.at("notes"));
    expect((await client.call("docs_read", { path: "a.md" })).isError).toBe(false);
  });
});

describe("--root", () => {
  it("stands in place of the configured folders; the folder's name is its id, -2 on a clash", async () => {
    place.configure({ roots: [root("more")] });
    place.write("other/notes/c.md", "# Cherries\n\nCherries are dark.\n");
    const client = await start(["--root", "notes", "--root", place.at("other/notes")]);
    const { structured } = await client.call("docs_status");
    expect(structured.roots.map((r: { id: string }) => r.id)).toEqual(["notes", "notes-2"]);
    expect(await pathsFor(client, "cherries")).toEqual(["notes-2/c.md"]);
    expect((await client.call("docs_read", { path: "b.md" })).isError).toBe(true);
  });

  it("is refused outside the project when allow_outside_project is off", async () => {
    place.configure({ allow_outside_project: false });
    const client = await start(["--root", "notes"]);
    const read = await client.call("docs_read", { path: "a.md" });
    expect(read.structured).toMatchObject({ status: "denied", rule: "outside_project" });
    expect(await pathsFor(client, "apples")).toEqual([]);
    expect(client.stderr()).toContain("allow_outside_project");
  });

  it("never serves the program's own state, wherever a root lies", async () => {
    place.configure({});
    mkdirSync(place.at("home/workspace"));
    place.write("home/workspace/w.md", "# State\n\nstate secret\n");
    const client = await start(["--root", "."]);
    expect(await pathsFor(client, "state secret")).toEqual([]);
    const read = await client.call("docs_read", { path: "home/workspace/w.md" });
    expect(read.structured.rule).toBe("denylisted");
  });
});
