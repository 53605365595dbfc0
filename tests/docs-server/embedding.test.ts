import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { embeddingTools } from "#lib/contracts/embedding";
import { vectorOf } from "../models/embedding/embedding-server.ts";
import { connectDocs, createWorkplace, type DocsClient, type Workplace } from "./docs-client.ts";

const model = {
  provider: "compatible",
  name: "m",
  address: "http://127.0.0.1:1/v1",
  dimensions: null,
  query_prefix: "query: ",
  passage_prefix: "passage: ",
};
type Passage = { hash: string; text: string };

let place: Workplace;
let docs: DocsClient;
const documents = 40;

beforeEach(async () => {
  place = createWorkplace();
  place.configure({ roots: [{ id: "notes", label: "Notes", path: place.at("notes") }] });
  for (let i = 0; i < documents; i++)
    place.write(`notes/${i}.md`, `# Page ${i}\n\nFruit number ${i}.\n`);
  docs = await connectDocs(place, ["--embedding"]);
  await docs.call("docs_search", { query: "fruit" }); // waits until the folders are read
});
afterEach(async () => {
  await docs.close();
  place.remove();
});

const next = async (limit = 8) => (await docs.call("docs_embed_next", { model, limit })).structured;
const put = (passages: Passage[]) =>
  docs.call("docs_embed_put", {
    model,
    vectors: passages.map(({ hash, text }) => ({ hash, vector: vectorOf(text) })),
  });

describe("the tools for vectors", () => {
  it("are in no list", async () => {
    const names = (await docs.client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("docs_search");
    expect(names.filter((name) => name.startsWith("docs_embed"))).toEqual([]);
    expect(JSON.stringify(await docs.client.listTools())).not.toContain("vector");
  });

  it.each(Object.keys(embeddingTools))("%s is not there for other clients at all", async (name) => {
    const other = await connectDocs(place);
    await expect(other.call(name, { model, limit: 1 })).rejects.toThrow(/no tool named/);
    await other.close();
  });

  it("answer as their contract says, and refuse what does not fit", async () => {
    const { passages } = await next();
    expect(embeddingTools.docs_embed_next.output.parse(await next(0))).toMatchObject({
      total: documents,
      done: 0,
      building: false,
    });
    expect((await put(passages)).structured).toEqual({ kept: 8 });
    const refused = [
      ["docs_embed_next", { limit: 1 }],
      ["docs_embed_next", { model, limit: 65 }],
      ["docs_embed_put", { model, vectors: [] }],
      ["docs_embed_put", { model, vectors: [{ hash: "../x", vector: [1, 2] }] }],
      ["docs_embed_put", { model, vectors: [{ hash: passages[0].hash, vector: ["1", "2"] }] }],
      ["docs_embed_put", { model, vectors: [{ hash: passages[0].hash, vector: [1] }] }],
      ["docs_embed_put", { model, vectors: [{ hash: "0".repeat(32), vector: [1, 2, 3] }] }],
    ] as const;
    for (const [name, args] of refused) {
      expect(await docs.call(name, args)).toMatchObject({
        isError: true,
        structured: { status: "error", rule: "validation" },
      });
    }
    expect((await next(0)).done).toBe(8);
  });

  it("lose no vector that was taken when the server is killed, and hand out none twice", async () => {
    const handed: string[] = [];
    for (let round = 0; round < 5; round++) {
      const { passages } = await next();
      handed.push(...passages.map(({ hash }: Passage) => hash));
      const taking = put(passages);
      if (round % 2 === 0) {
        await taking;
        process.kill(docs.pid(), "SIGKILL");
      } else {
        process.kill(docs.pid(), "SIGKILL");
        await taking.catch(() => undefined);
      }
      docs = await connectDocs(place, ["--embedding"]);
      await docs.call("docs_search", { query: "fruit" });
      // What was not answered for is put again, as the job does; a second put of the same changes nothing.
      expect((await put(passages)).structured).toEqual({ kept: 8 });
    }
    expect(new Set(handed).size).toBe(documents);
    expect(await next()).toMatchObject({ passages: [], done: documents, total: documents });
  });

  it("leave a search as it is that comes with a vector, or with one that fits nothing", async () => {
    for (let left = documents; left > 0; left -= 8) await put((await next()).passages);
    const plain = await docs.call("docs_search", { query: "fruit number 7" });
    expect(plain.structured.status).toBe("ok");
    for (const vector of [vectorOf("fruit number 7"), [1, 2, 3]]) {
      const found = await docs.call("docs_search", {
        query: "fruit number 7",
        vector,
        vector_model: model,
      });
      expect(found.structured.status).toBe("ok");
    }
    expect((await docs.call("docs_search", { query: "fruit", vector: [] })).isError).toBe(true);
    const other = await connectDocs(place);
    const ignored = await other.call("docs_search", { query: "fruit", vector: "no vector at all" });
    expect(ignored).toMatchObject({ isError: false, structured: { status: "ok" } });
    await other.close();
    expect((await docs.call("docs_embed_forget")).structured).toEqual({ forgotten: documents });
    expect((await next(0)).done).toBe(0);
  });
});
