import { readdirSync, statSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { vectorOf } from "../models/embedding/embedding-server.ts";
import { connectDocs, createWorkplace, type DocsClient, type Workplace } from "./docs-client.ts";

const model = {
  ...{ provider: "compatible", name: "m", address: "http://127.0.0.1:1/v1", dimensions: null },
  ...{ query_prefix: "", passage_prefix: "" },
};
type Passage = { hash: string; text: string };
/** Shares its words with documents that are near to it, but none with what is typed. */
const meant = "wren nest moss hedge";
const groups = (names: string[]) => ["--groups", JSON.stringify(names), "--vectors"];

let place: Workplace;
let open: DocsClient[];
beforeEach(() => {
  place = createWorkplace();
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((docs) => docs.close()));
  place.remove();
});

async function connect(args: string[]): Promise<DocsClient> {
  const docs = await connectDocs(place, args);
  open.push(docs);
  await docs.call("docs_search", { query: "bird" }); // waits until the folders are read
  return docs;
}

function write(closed: boolean): void {
  for (let i = 0; i < 12; i++) {
    place.write(`notes/${i}.md`, `# Page ${i}\n\nA wren builds its nest of moss, page ${i}.\n`);
    if (closed)
      place.write(`legal/${i}.md`, `# Case ${i}\n\nWren nest moss hedge wren, case ${i}.\n`);
  }
  place.configure({
    roots: [
      { id: "notes", label: "Notes", path: place.at("notes") },
      ...(closed
        ? [{ id: "legal", label: "Legal", path: place.at("legal"), groups: ["legal"] }]
        : []),
    ],
  });
}

async function embedAll(docs: DocsClient): Promise<void> {
  for (;;) {
    const { passages } = (await docs.call("docs_embed_next", { model, limit: 64 })).structured;
    if (passages.length === 0) return;
    const vectors = (passages as Passage[]).map(({ hash, text }) => ({
      hash,
      vector: vectorOf(text),
    }));
    await docs.call("docs_embed_put", { model, vectors });
  }
}

async function found(docs: DocsClient, vector = true) {
  const asked = vector ? { vector: vectorOf(meant), vector_model: model } : {};
  const { structured } = await docs.call("docs_search", { query: "feathered builder", ...asked });
  return (structured.hits as { root_id: string; relative_path: string; score: number }[]).map(
    ({ root_id, relative_path, score }) => ({ root_id, relative_path, score }),
  );
}

it("who may read some folders is found passages of these by their vectors, as if there were no other", async () => {
  write(false);
  const before = await connect(["--embedding"]);
  await embedAll(before);
  const alone = await found(await connect(groups(["staff"])));
  expect(alone.length).toBeGreaterThan(0);
  expect(await found(open[1] as DocsClient, false)).toEqual([]);
  await before.close();
  open.shift();

  write(true);
  const all = await connect(["--embedding"]);
  await embedAll(all);
  expect((await found(all)).some(({ root_id }) => root_id === "legal")).toBe(true);
  expect(await found(await connect(groups(["staff"])))).toEqual(alone);
  const theirs = await found(await connect(groups(["legal"])));
  expect(theirs.some(({ root_id }) => root_id === "legal")).toBe(true);
});

it("a server that only reads vectors makes, changes and hands out none", async () => {
  write(true);
  const docs = await connect(groups(["staff"]));
  expect(await found(docs)).toEqual([]);
  expect(readdirSync(place.at("home"))).toEqual([]);
  await expect(docs.call("docs_embed_next", { model, limit: 1 })).rejects.toThrow(/no tool named/);
  const keeper = await connect(["--embedding"]);
  await embedAll(keeper);
  const file = place.at("home/index/vectors.sqlite");
  const { mtimeMs, size } = statSync(file);
  // It is found from the next question on, without a start of the server.
  expect((await found(docs)).length).toBeGreaterThan(0);
  expect(statSync(file)).toMatchObject({ mtimeMs, size });
  // Once they are forgotten, they are for this one too.
  await keeper.call("docs_embed_forget");
  expect(await found(docs)).toEqual([]);
});
