import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { EmbeddingConfig } from "#lib/contracts/config";
import { systemClock } from "#lib/platform/clock";
import { errorSentence } from "#lib/platform/said-error";
import { EncoderProblem, openEncoder } from "../../../lib/models/embedding/onnx/encoder.ts";
import { missingFile } from "../../../lib/models/embedding/onnx/model-folder.ts";
import { pool } from "../../../lib/models/embedding/onnx/pooling.ts";
import { addressOf, createConfiguredEmbedding } from "../../../lib/models/embedding.ts";
import { ModelFailure } from "../../../lib/models/failure.ts";
import { unhurried } from "../configured-for.ts";
import { whyNoRuntime, writeTinyEncoder } from "./tiny-encoder.ts";

const words = { key: [3, 0, 0], drawer: [0, 4, 0], hall: [0, 0, 3] };
const folders: string[] = [];
const tiny = (...more: Parameters<typeof writeTinyEncoder>) => {
  const folder = writeTinyEncoder(...more);
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe("one vector of all tokens", () => {
  const floats = (...numbers: number[]) => Float32Array.from(numbers);

  it("is their mean, of length 1", () => {
    const output = { data: floats(3, 0, 0, 4), dims: [1, 2, 2] };
    expect([...(pool({ last_hidden_state: output }, 2) ?? [])]).toEqual([
      expect.closeTo(0.6),
      expect.closeTo(0.8),
    ]);
  });

  it("is what the model itself has for a sentence, where it has that", () => {
    const each = { data: floats(1, 0, 1, 0), dims: [1, 2, 2] };
    const sentence = { data: floats(0, 2), dims: [1, 2] };
    expect([...(pool({ token_embeddings: each, sentence_embedding: sentence }, 2) ?? [])]).toEqual([
      0, 1,
    ]);
    expect([...(pool({ token_embeddings: each, pooled: sentence }, 2) ?? [])]).toEqual([1, 0]);
    expect([...(pool({ embedding: sentence }, 2) ?? [])]).toEqual([0, 1]);
  });

  it("is none where the output is of another kind, shape or length", () => {
    const data = floats(1, 2, 3, 4);
    expect(pool({}, 2)).toBeUndefined();
    expect(pool({ logits: { data, dims: [4] } }, 2)).toBeUndefined();
    expect(pool({ last_hidden_state: { data, dims: [1, 3, 2] } }, 2)).toBeUndefined();
    expect(pool({ last_hidden_state: { data, dims: [1, 2, 3] } }, 2)).toBeUndefined();
    expect(pool({ last_hidden_state: { data: [1, 2], dims: [1, 2, 1] } }, 2)).toBeUndefined();
  });
});

describe("the folder of a model", () => {
  it("stands for an address that is another one for another model", () => {
    const folder = tiny(words);
    const of = (name: string) => addressOf(EmbeddingConfig.parse({ provider: "onnx", name }));
    const before = of(folder);
    expect(before).toMatch(/^file:\/\/.*\/#[0-9a-f]{16}$/);
    expect(of(`${folder}/`)).toBe(before);
    writeTinyEncoder({ ...words, key: [1, 1, 0] }, { folder });
    expect(of(folder)).not.toBe(before);
    rmSync(path.join(folder, "model.onnx"));
    expect(of(folder)).toMatch(/^file:\/\/.*\/$/);
    expect(of("  ")).toBeUndefined();
  });

  it("lacks what is not there, and is named by its whole path", () => {
    const folder = tiny(words);
    expect(missingFile(folder)).toBeUndefined();
    rmSync(path.join(folder, "tokenizer.json"));
    expect(missingFile(folder)).toBe(path.join(folder, "tokenizer.json"));
    expect(missingFile("models/e5")).toBe("models/e5");
  });
});

/** Stands for the two packages. */
function packages(more: { inputNames?: string[]; create?: () => unknown; dims?: number[] } = {}) {
  const { inputNames = ["input_ids", "attention_mask", "token_type_ids"], dims } = more;
  const fed: Record<string, unknown>[] = [];
  const session = {
    inputNames,
    async run(feeds: Record<string, { data: BigInt64Array }>) {
      fed.push(Object.fromEntries(Object.entries(feeds).map(([name, { data }]) => [name, data])));
      const tokens = feeds.input_ids?.data.length ?? 0;
      const data = Float32Array.from({ length: tokens * 2 }, () => 1);
      return { last_hidden_state: { data, dims: dims ?? [1, tokens, 2] } };
    },
  };
  class Tensor {
    readonly data: BigInt64Array;
    constructor(_type: string, data: BigInt64Array) {
      this.data = data;
    }
  }
  class Tokenizer {
    encode = (text: string) => ({ ids: [0, ...Array.from(text.split(" "), (_, i) => i + 5), 2] });
  }
  const all: Record<string, unknown> = {
    "onnxruntime-node": {
      Tensor,
      InferenceSession: { create: async () => more.create?.() ?? session },
    },
    "@huggingface/tokenizers": { Tokenizer },
  };
  return { fed, load: (name: string) => all[name] };
}
const problemOf = async (work: Promise<unknown>) => {
  const problem = await work.catch((error: unknown) => error);
  return problem instanceof EncoderProblem ? [problem.problem, problem.of] : undefined;
};

describe("an encoder", () => {
  it("is fed a text's tokens, with what the model wants beside them", async () => {
    const { fed, load } = packages();
    const encoder = await openEncoder(tiny(words), load);
    const { vector, tokens } = await encoder.encode("one two");
    expect(tokens).toBe(4);
    expect(vector[0]).toBeCloseTo(Math.SQRT1_2);
    const numbers = (...all: number[]) => BigInt64Array.from(all, BigInt);
    expect(fed).toEqual([
      {
        input_ids: numbers(0, 5, 6, 2),
        attention_mask: numbers(1, 1, 1, 1),
        token_type_ids: numbers(0, 0, 0, 0),
      },
    ]);
  });

  it("leaves out what is beyond its longest text, and ends it as one that is whole", async () => {
    const { fed, load } = packages({ inputNames: ["input_ids"] });
    const encoder = await openEncoder(tiny(words, { longest: 4 }), load);
    expect((await encoder.encode("a b c d e f")).tokens).toBe(4);
    expect(fed).toEqual([{ input_ids: BigInt64Array.from([0n, 5n, 6n, 2n]) }]);
  });

  it("says what is missing, damaged, unfit or too large", async () => {
    const folder = tiny(words);
    const failing = (said: string) =>
      packages({
        create: () => {
          throw new Error(said);
        },
      }).load;
    const missing = () => {
      throw new Error("Cannot find module");
    };
    expect(await problemOf(openEncoder(folder, missing))).toEqual(["package", "onnxruntime-node"]);
    expect(await problemOf(openEncoder(folder, failing("Protobuf parsing failed.")))).toEqual([
      "damaged",
      path.join(folder, "model.onnx"),
    ]);
    expect((await problemOf(openEncoder(folder, failing("std::bad_alloc"))))?.[0]).toBe("memory");
    const strange = packages({ inputNames: ["input_ids", "pixel_values"] });
    expect(await problemOf(openEncoder(folder, strange.load))).toEqual(["unfit", "pixel_values"]);
    const odd = await openEncoder(folder, packages({ dims: [1, 1] }).load);
    expect(await problemOf(odd.encode("a"))).toEqual(["unfit", "last_hidden_state"]);
    const { load } = packages();
    const file = path.join(folder, "tokenizer.json");
    for (const text of ["{", "[]"]) {
      writeFileSync(file, text);
      expect(await problemOf(openEncoder(folder, load))).toEqual(["damaged", file]);
    }
    rmSync(file);
    expect(await problemOf(openEncoder(folder, load))).toEqual(["file", file]);
  });
});

function configured(config: Partial<EmbeddingConfig>) {
  const made = createConfiguredEmbedding({
    config: EmbeddingConfig.parse({ provider: "onnx", ...config }),
    keys: {},
    patience: { pause: unhurried, random: () => 0, clock: systemClock },
    fetch: () => Promise.reject(new Error("nothing may be sent")),
  });
  if (made.kind !== "ready") throw made.error;
  const { signal } = new AbortController();
  return {
    ...made,
    read: (...texts: string[]) => made.embed(texts, { of: "passage", signal, total_ms: 60_000 }),
  };
}
const failureOf = async (work: Promise<unknown>) => {
  const failed = await work.catch((error: unknown) => error);
  if (failed instanceof ModelFailure) return failed;
  throw new Error(`no failure: ${JSON.stringify(failed)}`);
};

describe("a model in a folder, without the packages", () => {
  it("has a sentence for a folder that is not set or not there", async () => {
    expect(() => configured({ name: " " })).toThrow("Enter the whole path of the folder");
    const nowhere = path.join(os.tmpdir(), "docent-no-such-model");
    const failed = await failureOf(configured({ name: nowhere }).read("a key"));
    expect(failed.kind).toBe("onnx_file");
    expect(failed.message).toContain(path.join(nowhere, "model.onnx"));
    expect(errorSentence(failed, "zh-CN")).toContain("完整路径");
  });

  it("says what to type where a package is missing", async ({ skip }) => {
    skip(whyNoRuntime() === undefined, "both packages are installed");
    const failed = await failureOf(configured({ name: tiny(words) }).read("a key"));
    expect(failed.kind).toBe("onnx_package");
    expect(failed.message).toContain(
      "npm install --no-save --save-prod --ignore-scripts onnxruntime-node@",
    );
  });
});

describe("a model in a folder, by ONNX Runtime in its thread", { timeout: 120_000 }, () => {
  const missing = whyNoRuntime();

  it("gives each text the mean of its tokens, the same in any company", async ({ skip }) => {
    skip(missing !== undefined, missing);
    const model = configured({ name: tiny(words), passage_prefix: "passage: " });
    const alone = await model.read("key");
    const all = await model.read("key", "drawer", "KEY drawer", "hall", "key", "drawer hall");
    expect(alone.vectors[0]).toEqual([1, 0, 0]);
    expect(all.vectors.map((vector) => vector.map((one) => Number(one.toFixed(3))))).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0.6, 0.8, 0],
      [0, 0, 1],
      [1, 0, 0],
      [0, 0.8, 0.6],
    ]);
    expect(all.tokens).toBeGreaterThan(6 * 3);
    expect(model.identity.address).toMatch(/^file:/);
  });

  it("checks the length of its vectors, and that a text points somewhere", async ({ skip }) => {
    skip(missing !== undefined, missing);
    const folder = tiny(words);
    const other = await failureOf(configured({ name: folder, dimensions: 384 }).read("key"));
    expect(other.kind).toBe("dimensions");
    expect(other.message).toContain("384");
    expect((await failureOf(configured({ name: folder }).read("nothing known"))).kind).toBe(
      "vectors",
    );
    expect((await configured({ name: folder, dimensions: 3 }).read("key")).vectors).toHaveLength(1);
  });

  it("says that a file is damaged, and reads it once it is whole", async ({ skip }) => {
    skip(missing !== undefined, missing);
    const folder = tiny(words);
    truncateSync(path.join(folder, "model.onnx"), 60);
    const model = configured({ name: folder });
    const failed = await failureOf(model.read("key"));
    expect(failed.kind).toBe("onnx_damaged");
    expect(failed.message).toContain(path.join(folder, "model.onnx"));
    writeTinyEncoder(words, { folder });
    expect((await model.read("key")).vectors).toEqual([[1, 0, 0]]);
    const another = mkdtempSync(path.join(os.tmpdir(), "docent-encoder-"));
    folders.push(another);
    writeTinyEncoder({ key: [0, 1] }, { folder: another, inputs: ["pixel_values"] });
    expect((await failureOf(configured({ name: another }).read("key"))).kind).toBe("onnx_unfit");
  });
});
