import { describe, expect, it } from "vitest";
import { EmbeddingConfig } from "#lib/contracts/config";
import type { ToolResult } from "#lib/contracts/tools";
import { createConfiguredEmbedding } from "#lib/models/embedding";
import { createQuestionVectors, searchWithVectors } from "../../lib/assembly/question-vectors.ts";
import { openEmbeddingServers, vectorOf } from "../models/embedding/embedding-server.ts";
import { manualTime } from "../models/manual-time.ts";

const serve = openEmbeddingServers();
const asking = { trace_id: "trace_1", run_id: "run_1", signal: new AbortController().signal };
const trace = { span: () => {}, read: () => {}, call: () => {}, task: () => {} };

async function open(script?: Parameters<typeof serve>[0], isOfUse = async () => true) {
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
    isOfUse,
    ...{ trace, pause, clock, ids },
  });
  return { server, advance, vectorOf: (query: string) => vectorsOf(query, asking) };
}

describe("the vector of a question", () => {
  it("is made once for the same text, also for those who ask at once", async () => {
    const { server, vectorOf: of } = await open();
    const found = await Promise.all(["red fruit", "red fruit", "boats"].map(of));
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

  it("goes with a search of documents and with no other tool, and none is taken from who calls", async () => {
    const calls: unknown[] = [];
    const inner = {
      invoke: async (...call: unknown[]) => {
        calls.push(call.slice(0, 2));
        return {} as ToolResult; // nobody looks at it
      },
    };
    const found = { vector: [1, 2], vector_model: {} as never };
    const tools = searchWithVectors(inner, async (query) =>
      query === "fruit" ? found : undefined,
    );
    const context = asking as never; // handed on as it is
    const forged = { vector: [9, 9], vector_model: "x" };
    await tools.invoke("mcp.docs.docs_search", { query: "fruit", limit: 3, ...forged }, context);
    await tools.invoke("mcp.docs.docs_search", { query: "boats", ...forged }, context);
    await tools.invoke("mcp.docs.docs_suggest", { query: "fruit" }, context);
    await tools.invoke("mcp.docs.docs_search", "fruit", context);
    expect(calls).toEqual([
      ["mcp.docs.docs_search", { query: "fruit", limit: 3, ...found }],
      ["mcp.docs.docs_search", { query: "boats" }],
      ["mcp.docs.docs_suggest", { query: "fruit" }],
      ["mcp.docs.docs_search", "fruit"],
    ]);
  });
});
