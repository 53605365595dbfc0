import { describe, expect, it } from "vitest";
import { EmbeddingConfig } from "#lib/contracts/config";
import { systemClock } from "#lib/platform/clock";
import {
  type ConfiguredEmbedding,
  createConfiguredEmbedding,
} from "../../../lib/models/embedding.ts";
import { ModelFailure } from "../../../lib/models/failure.ts";
import { canary, keys, unhurried } from "../configured-for.ts";
import { manualTime } from "../manual-time.ts";
import { wireServer } from "../wire/wire-server.ts";
import { json, openAiBody, openEmbeddingServers, vectorOf } from "./embedding-server.ts";

const serve = openEmbeddingServers();
const texts = ["one fruit", "two boats", "three hills"];
const signal = new AbortController().signal;

function configured(
  config: Partial<EmbeddingConfig>,
  deps: Partial<Parameters<typeof createConfiguredEmbedding>[0]> = {},
): Extract<ConfiguredEmbedding, { kind: "ready" }> {
  const made = createConfiguredEmbedding({
    config: EmbeddingConfig.parse({ provider: "compatible", name: "test-model", ...config }),
    keys,
    patience: { pause: unhurried, random: () => 0, clock: systemClock },
    ...deps,
  });
  if (made.kind !== "ready") throw made.error;
  return made;
}

const embed = (
  model: Extract<ConfiguredEmbedding, { kind: "ready" }>,
  of: "query" | "passage" = "passage",
) => model.embed(texts, { of, signal, total_ms: 60_000 });

async function failureOf(
  model: Extract<ConfiguredEmbedding, { kind: "ready" }>,
): Promise<ModelFailure> {
  const failed = await embed(model).catch((error: unknown) => error);
  if (failed instanceof ModelFailure) return failed;
  throw new Error(`no failure: ${JSON.stringify(failed)}`);
}

describe("an embedding model", () => {
  it.each(["compatible", "openai"] as const)(
    "of %s gives one vector for each text, with its tokens",
    async (provider) => {
      const { base_url, asked, requests } = await serve();
      const model = configured({ provider, base_url, price: 2 });
      const { vectors, tokens } = await embed(model);
      expect(vectors).toEqual(texts.map((text) => vectorOf(text)));
      expect(tokens).toBe(texts.join(" ").length);
      expect(model.cost(500_000)).toBe(1);
      expect(asked).toEqual([{ texts, dimensions: undefined }]);
      expect(requests[0]?.headers.authorization).toBe(
        provider === "openai" ? `Bearer ${canary}` : undefined,
      );
    },
  );

  it("of google gives them in the order of the texts", async () => {
    const server = await wireServer((request) => {
      expect(request.path).toMatch(/:batchEmbedContents$/);
      expect(request.headers["x-goog-api-key"]).toBe(canary);
      return json({ embeddings: texts.map((text) => ({ values: vectorOf(text) })) });
    });
    const model = configured({ provider: "google", base_url: server.origin });
    expect(await embed(model)).toEqual({ vectors: texts.map((text) => vectorOf(text)), tokens: 0 });
    await server.close();
  });

  it("has a key of its own behind a compatible address, and never that of a language model", async () => {
    const { base_url, requests } = await serve();
    const own = {
      DOCENT_MODEL_API_KEY: "of-the-language-model",
      DOCENT_EMBEDDING_API_KEY: "of-the-embedding-model",
    };
    await embed(configured({ base_url }, { keys: own }));
    expect(requests[0]?.headers.authorization).toBe("Bearer of-the-embedding-model");
  });

  it("puts the words that the model wants in front, and asks for its dimensions", async () => {
    const { base_url, asked } = await serve();
    const model = configured({
      base_url,
      dimensions: 8,
      query_prefix: "query: ",
      passage_prefix: "passage: ",
    });
    await embed(model, "query");
    await embed(model, "passage");
    expect(asked.map((one) => [one.texts[0], one.dimensions])).toEqual([
      ["query: one fruit", 8],
      ["passage: one fruit", 8],
    ]);
    expect(model.identity).toMatchObject({
      dimensions: 8,
      query_prefix: "query: ",
      passage_prefix: "passage: ",
    });
  });

  it("puts vectors that come in another order back to their texts", async () => {
    const { base_url } = await serve(() => ({
      vectors: texts.map((text) => vectorOf(text)),
      order: [2, 0, 1],
    }));
    expect((await embed(configured({ base_url }))).vectors).toEqual(
      texts.map((text) => vectorOf(text)),
    );
  });

  it.each([429, 500, 503])("asks again after %i", async (status) => {
    const { base_url, requests } = await serve(({ texts: given }, number) =>
      number === 1
        ? { wire: { status, headers: { "retry-after": "1" }, chunks: ["{}"] } }
        : { vectors: given.map((text) => vectorOf(text)) },
    );
    expect((await embed(configured({ base_url }))).vectors).toHaveLength(3);
    expect(requests).toHaveLength(2);
  });

  const body = openAiBody(
    { vectors: texts.map((text) => vectorOf(text)) },
    { texts, dimensions: undefined },
  );
  const other = (data: unknown) => ({ wire: json({ ...body, data }) });
  it.each([
    ["too few", other(body.data.slice(1)), "vectors", 1],
    ["too many", other([...body.data, ...body.data]), "vectors", 1],
    ["two for one text", other(body.data.map((one) => ({ ...one, index: 0 }))), "vectors", 1],
    ["nothing but zeros", { vectors: texts.map(() => [0, 0, 0]) }, "vectors", 1],
    ["numbers too large to be kept", { vectors: texts.map(() => [1e39, 1]) }, "vectors", 1],
    ["numbers too large to be compared", { vectors: texts.map(() => [1e30, 1]) }, "vectors", 1],
    ["numbers too small to be compared", { vectors: texts.map(() => [1e-30, 0]) }, "vectors", 1],
    ["one number", { vectors: texts.map(() => [1]) }, "vectors", 1],
    ["too many numbers", { vectors: texts.map(() => new Array(4097).fill(1)) }, "vectors", 1],
    [
      "different lengths",
      {
        vectors: [
          [1, 2],
          [1, 2, 3],
          [1, 2],
        ],
      },
      "dimensions",
      1,
    ],
    [
      "a number that is none",
      { wire: { ...json(body), chunks: [JSON.stringify(body).replace(/0\.001/, "NaN")] } },
      "cut",
      3,
    ],
    ["a number that is missing", { vectors: texts.map(() => [1, null]) }, "cut", 3],
    [
      "half a reply",
      { wire: { ...json(body), chunks: [JSON.stringify(body).slice(0, 80)] } },
      "cut",
      3,
    ],
    [
      "a connection torn down",
      {
        wire: { ...json(body), chunks: [JSON.stringify(body).slice(0, 80)], end: "reset" as const },
      },
      "cut",
      3,
    ],
    [
      "a web page",
      { wire: { headers: { "content-type": "text/html" }, chunks: ["<html>"] } },
      "not_a_model",
      3,
    ],
    ["a refused key", { wire: { status: 401, chunks: ["{}"] } }, "refused_key", 1],
    ["no such model", { wire: { status: 404, chunks: ["{}"] } }, "unknown_model", 1],
    [
      "a redirect",
      { wire: { status: 302, headers: { location: "http://127.0.0.1:1/" } } },
      "moved",
      1,
    ],
  ] as const)("says what to do about %s", async (_, reply, kind, tries) => {
    const { base_url, requests } = await serve(() => reply as { vectors: number[][] });
    const failure = await failureOf(configured({ base_url }));
    expect(failure.kind).toBe(kind);
    expect(failure.message).toMatch(/127\.0\.0\.1/);
    expect(requests).toHaveLength(tries);
  });

  it.each([
    ["-5", 0],
    ["1e300", 29 + 3 * 16],
    ["123456789", 29 + 3 * 16],
  ])("does not believe a count of %s tokens", async (count, tokens) => {
    const counted = JSON.stringify(body).replace(/_tokens":\d+/g, `_tokens":${count}`);
    const { base_url } = await serve(() => ({ wire: { ...json(body), chunks: [counted] } }));
    expect((await embed(configured({ base_url }))).tokens).toBe(tokens);
  });

  it("says how many numbers came where another count is set", async () => {
    const { base_url } = await serve(() => ({ vectors: texts.map((text) => vectorOf(text, 16)) }));
    const failure = await failureOf(configured({ base_url, dimensions: 8 }));
    expect(failure.message).toContain("vectors of length 16, but 8 was expected");
  });

  it("never tells its key, also where the server repeats it", async () => {
    const { base_url } = await serve(({ texts: [first] }) => ({
      wire: { status: 400, chunks: [JSON.stringify({ error: { message: `${canary} ${first}` } })] },
    }));
    const failure = await failureOf(configured({ provider: "openai", base_url }));
    expect(failure.kind).toBe("rejected");
    expect(
      JSON.stringify([failure, failure.message, failure.details, failure.cause]),
    ).not.toContain(canary.slice(0, 12));
  });

  it("says that nobody is there", async () => {
    const { base_url, close } = await serve();
    await close();
    expect((await failureOf(configured({ base_url }))).kind).toBe("unreachable");
  });

  it("is given up when it is silent, and at once when nobody waits any more", async () => {
    const server = await serve(() => ({ wire: { silent: true, end: "hang" } }));
    const time = manualTime();
    const model = configured(
      { base_url: server.base_url },
      { patience: { ...time, random: () => 0 } },
    );
    const stop = new AbortController();
    const [late, given] = [signal, stop.signal].map((signal) =>
      model
        .embed(texts, { of: "passage", signal, total_ms: 1000 })
        .catch((error: unknown) => error),
    );
    stop.abort(new Error("enough"));
    expect(await given).toMatchObject({ message: "enough" });
    time.advance(1001);
    expect(await late).toMatchObject({ kind: "too_slow" });
  });

  it.each([
    [{ provider: null }, "off"],
    [{ name: "m", provider: "compatible" }, "no_address"],
    [{ provider: "compatible", base_url: "http://127.0.0.1:1/v1" }, "no_name"],
    [{ provider: "openai", name: "m" }, "no_key"],
    [{ provider: "google", name: "m" }, "no_key"],
  ])("%j is not ready: %s", (config, kind) => {
    const made = createConfiguredEmbedding({
      config: EmbeddingConfig.parse(config),
      keys: {},
      patience: { pause: unhurried, random: () => 0, clock: systemClock },
    });
    expect(made.kind === "unavailable" && made.error.kind).toBe(kind);
  });
});
