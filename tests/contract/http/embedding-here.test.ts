import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConfigDocument, EmbeddingReport, EmbeddingTest } from "#lib/contracts/http";
import { whyNoRuntime, writeTinyEncoder } from "../../models/embedding/tiny-encoder.ts";
import { type Http, openHttp } from "./open-http.ts";

const words = { page: [1, 0, 0], fruit: [0, 1, 0], kind: [0, 0, 1], test: [1, 1, 0] };

let http: Http;
let folder: string;
beforeEach(async () => {
  folder = writeTinyEncoder(words);
  http = await openHttp();
  http.write("notes/a.md", "# Page\n\nFruit of every kind.\n");
  http.write("notes/b.md", "# Kind\n\nPage by page.\n");
  await http.ready();
  http.assembly.work();
});
afterEach(async () => {
  await http.close();
  rmSync(folder, { recursive: true, force: true });
});

async function configure(name: string): Promise<void> {
  const read = ConfigDocument.parse(await (await http.get("/api/config")).json());
  const embedding = { provider: "onnx", name };
  const config = { ...read.config, retrieval: { ...read.config.retrieval, embedding } };
  const saved = await http.send("PUT", "/api/config", config, { "if-match": read.etag });
  expect(saved.status).toBe(200);
}
const report = async () => EmbeddingReport.parse(await (await http.get("/api/embedding")).json());
const act = async (action: string) =>
  EmbeddingReport.parse(await (await http.send("POST", "/api/embedding", { action })).json());
const until = (state: EmbeddingReport["state"]) =>
  vi.waitFor(async () => expect((await report()).state).toBe(state), {
    timeout: 60_000,
    interval: 50,
  });
const missing = whyNoRuntime();

describe("a model in a folder", { timeout: 120_000 }, () => {
  it("is of this computer, names no host, and asks nobody to agree", async () => {
    await configure(folder);
    const told = await report();
    expect(["working", "waiting", "done"]).toContain(told.state);
    expect(told.host).toBeUndefined();
    expect(told).toMatchObject({ provider: "onnx", local: true });
    expect(told.address).toMatch(/^file:/);
    expect(told.providers.filter(({ here }) => here).map(({ id }) => id)).toEqual(["onnx"]);
  });

  it("says which file the folder lacks, and search goes on", async () => {
    await configure("/no/such/model");
    await until("waiting");
    expect((await report()).message).toContain("/no/such/model/model.onnx");
    const tested = await http.send("POST", "/api/embedding/test", {});
    const said = EmbeddingTest.parse(await tested.json());
    expect(said).toMatchObject({ ok: false, kind: "onnx_file", models: [] });
    const answer = await http.send("POST", "/api/ask", { question: "Fruit of which kind?" });
    expect(answer.status).toBe(200);
  });

  it("says what to type where a package is missing", async ({ skip }) => {
    skip(missing === undefined, "both packages are installed");
    await configure(folder);
    await until("waiting");
    expect((await report()).message).toContain("npm install --no-save");
  });

  it("reads every passage, is paused by taking the vectors away, and goes on when it is told", async ({
    skip,
  }) => {
    skip(missing !== undefined, missing);
    await configure(folder);
    await until("done");
    const { passages, sent, forgettable } = await report();
    expect(passages).toMatchObject({ total: 2, done: 2 });
    expect(sent.passages).toBe(2);
    expect(forgettable).toBe(true);
    const tested = await http.send("POST", "/api/embedding/test", {});
    expect(EmbeddingTest.parse(await tested.json())).toMatchObject({ ok: true, dimensions: 3 });
    const cleared = await act("forget");
    expect(cleared).toMatchObject({ state: "paused", passages: { done: 0 } });
    await act("resume");
    await until("done");
  });
});
