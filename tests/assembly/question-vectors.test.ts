import { describe, expect, it } from "vitest";
import { EmbeddingConfig } from "#lib/contracts/config";
import type { ToolInfo } from "#lib/contracts/tools";
import { createConfiguredEmbedding } from "#lib/models/embedding";
import { createQuestionVectors, searchWithVectors } from "../../lib/assembly/question-vectors.ts";
import { openEmbeddingServers, vectorOf } from "../models/embedding/embedding-server.ts";
import { manualTime } from "../models/manual-time.ts";

const serve = openEmbeddingServers();
const asking = { trace_id: "trace_1", run_id: "run_1", signal: new AbortController().signal };
const trace = { span: () => {}, read: () => {}, call: () => {}, task: () => {} };

async function open(script?: Parameters<typeof serve>[0], isOfUse = async () => true) {
  let agreed = true;
  const server = await serve(script);
  const { clock, pause, advance } = manualTime();
  const config = EmbeddingConfig.parse({
    provider: "compatible",
    name: "m",
    base_url: server.base_url,
  });
  const model = createConfiguredEmbedding({
    config,
    keys: {},
    patience: { clock, pause, random: () => 0 },
  });
  const ids = (kind: string) => `${kind}_1`;
  const vectorsOf = createQuestionVectors({
    model: () => model,
    isAgreed: () => agreed,
    isOfUse,
    ...{ trace, pause, clock, ids },
  });
  const vectorOf = (query: string, signal = asking.signal) =>
    vectorsOf.of(query, { ...asking, signal });
  return { server, advance, vectorOf, disagree: () => (agreed = false) };
}

describe("the vector of a question", () => {
  it("is made once for the same text, also for those who ask at once", async () => {
    const { server, vectorOf: of } = await open();
    const found = await Promise.all(["red fruit", "red fruit", "boats"].map((text) => of(text)));
    await of("red fruit");
    expect(found.map((one) => one?.vector)).toEqual(
      ["red fruit", "red fruit", "boats"].map((text) => vectorOf(text)),
    );
    expect(server.asked.map(({ texts }) => texts[0]).sort()).toEqual(["boats", "red fruit"]);
  });

  it("is not asked for where no passage has one, or nobody agreed", async () => {
    const { server, vectorOf: of } = await open(undefined, async () => false);
    expect(await of("red fruit")).toBeUndefined();
    expect(server.asked).toEqual([]);
  });

  it("is not waited for longer than a moment, and then not asked for a while", async () => {
    let silent = true;
    const {
      server,
      advance,
      vectorOf: of,
    } = await open(({ texts }) =>
      silent
        ? { wire: { silent: true, end: "hang" } }
        : { vectors: texts.map((text) => vectorOf(text)) },
    );
    const late = of("red fruit");
    await expect.poll(() => server.asked.length).toBe(1);
    advance(1_500);
    expect(await late).toBeUndefined();
    silent = false;
    expect(await of("red fruit")).toBeUndefined();
    expect(server.asked).toHaveLength(1);
    advance(30_000);
    expect((await of("red fruit"))?.vector).toEqual(vectorOf("red fruit"));
  });

  it("is not asked for when nobody waits for it, and given up when the last one leaves", async () => {
    const { server, vectorOf: of } = await open(({ texts }, number) =>
      number === 1
        ? { wire: { silent: true, end: "hang" } }
        : { vectors: texts.map((text) => vectorOf(text)) },
    );
    expect(await of("red fruit", AbortSignal.abort())).toBeUndefined();
    expect(server.asked).toEqual([]);
    const [one, other] = [new AbortController(), new AbortController()];
    const both = [one, other].map(({ signal }) => of("red fruit", signal));
    await expect.poll(() => server.asked.length).toBe(1);
    one.abort();
    expect(await both[0]).toBeUndefined();
    other.abort();
    expect(await both[1]).toBeUndefined();
    await expect.poll(() => of("red fruit")).toMatchObject({ vector: vectorOf("red fruit") });
  });

  it("is not sent when a person has taken the agreement back meanwhile", async () => {
    const counted = Promise.withResolvers<boolean>();
    const { server, vectorOf: of, disagree } = await open(undefined, () => counted.promise);
    const asked = of("red fruit");
    disagree();
    counted.resolve(true);
    expect(await asked).toBeUndefined();
    expect(server.asked).toEqual([]);
  });

  it("is none where what came is none", async () => {
    const { vectorOf: of } = await open(() => ({ vectors: [[1]] }));
    expect(await of("red fruit")).toBeUndefined();
  });

  it("goes with a search of documents and with no other tool, and none is taken from who calls", async () => {
    const calls: unknown[] = [];
    const inner = {
      id: "mcp.docs",
      invoke: async (tool: ToolInfo, args: unknown) => {
        calls.push([tool.name, args]);
        return { is_error: false, text: "" };
      },
      listTools: async () => [],
      close: async () => undefined,
    };
    const found = { vector: [1, 2], vector_model: {} as never };
    const provider = searchWithVectors(inner, async (query) =>
      query === "fruit" ? found : undefined,
    );
    const { signal } = asking;
    const by = asking as never; // handed on as it is
    const forged = { vector: [9, 9], vector_model: "x" };
    const [search, suggest] = ["docs_search", "docs_suggest"].map(
      (name) => ({ name }) as ToolInfo, // nobody looks at the rest
    );
    for (const [tool = {} as never, args] of [
      [search, { query: "fruit", limit: 3, ...forged }],
      [search, { query: "boats", ...forged }],
      [suggest, { query: "fruit" }],
    ] as const)
      await provider.invoke(tool, args, { signal, timeout_ms: 1, by });
    await provider.invoke(search ?? ({} as never), { query: "fruit" }, { signal, timeout_ms: 1 });
    expect(calls).toEqual([
      ["docs_search", { query: "fruit", limit: 3, ...found }],
      ["docs_search", { query: "boats" }],
      ["docs_suggest", { query: "fruit" }],
      ["docs_search", { query: "fruit" }],
    ]);
  });
});
