import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import path from "node:path";
import { z } from "zod";
import { onnxLimits } from "../limits.ts";
import { pool } from "./pooling.ts";

/**
 * A sentence encoder of a folder: tokenizer.json and model.onnx, as they are exported for ONNX Runtime. One text at a time,
 * so that its vector does not depend on what else is read: models with quantised numbers scale a batch as a whole.
 */
export type Encoder = {
  /** The vector has length 1. Throws EncoderProblem. */
  encode(text: string): Promise<{ vector: Float32Array; tokens: number }>;
};

/** Why a folder is no encoder here. */
export class EncoderProblem extends Error {
  readonly problem: "package" | "file" | "damaged" | "unfit" | "memory";
  /** The package, file, output or input that it is about. */
  readonly of: string;

  constructor(problem: EncoderProblem["problem"], of: string, said = "") {
    super(said);
    this.problem = problem;
    this.of = of;
  }
}

/** What is used of the two packages, which the person installs; this program is built and tested without them. */
type Runtime = {
  InferenceSession: { create(file: string, options: object): Promise<Session> };
  Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => unknown;
};
type Session = {
  inputNames: readonly string[];
  run(feeds: Record<string, unknown>): Promise<Record<string, Output>>;
};
type Output = { data: unknown; dims: readonly number[] };
type Tokenizers = {
  Tokenizer: new (
    tokenizer: unknown,
    config: unknown,
  ) => { encode(text: string): { ids: number[] } };
};

/** `load` brings a package by its name. Throws EncoderProblem. */
export async function openEncoder(
  folder: string,
  load: (name: string) => unknown = createRequire(import.meta.url),
): Promise<Encoder> {
  const runtime = loaded<Runtime>("onnxruntime-node", load);
  const { Tokenizer } = loaded<Tokenizers>("@huggingface/tokenizers", load);
  const tokenizerFile = path.join(folder, "tokenizer.json");
  const described = TokenizerFile.safeParse(readJson(tokenizerFile));
  if (!described.success) throw new EncoderProblem("damaged", tokenizerFile, "no tokenizer");
  const config = TokenizerConfig.parse(readJson(path.join(folder, "tokenizer_config.json"), {}));
  const tokenizer = attempt(tokenizerFile, () => new Tokenizer(described.data, config));
  const most = Math.min(
    described.data.truncation?.max_length ?? onnxLimits.most_tokens,
    config.model_max_length,
    onnxLimits.most_tokens,
  );
  const modelFile = path.join(folder, "model.onnx");
  const session = await runtime.InferenceSession.create(modelFile, {
    intraOpNumThreads: Math.max(1, Math.floor(availableParallelism() / 2)),
    logSeverityLevel: 4, // errors come as such; nothing is written to the terminal beside them
  }).catch((error: unknown) => {
    throw problemOf(error, modelFile);
  });
  const strange = session.inputNames.find((name) => !(name in inputs));
  if (strange !== undefined) throw new EncoderProblem("unfit", strange, "input");

  return {
    async encode(text) {
      const { ids } = attempt(tokenizerFile, () => tokenizer.encode(text));
      if (!ids.every(Number.isInteger))
        throw new EncoderProblem("damaged", tokenizerFile, "a token has no number");
      const last = ids.at(-1);
      // The last one ends a text, also one that is cut.
      const tokens =
        ids.length <= most || last === undefined ? ids : [...ids.slice(0, most - 1), last];
      if (tokens.length === 0) throw new EncoderProblem("unfit", "tokenizer.json", "no token");
      const feeds = Object.fromEntries(
        session.inputNames.map((name) => {
          const value = inputs[name as keyof typeof inputs]; // looked at above
          const data = BigInt64Array.from(tokens, (id) => BigInt(value ?? id));
          return [name, new runtime.Tensor("int64", data, [1, tokens.length])];
        }),
      );
      const outputs = await session.run(feeds).catch((error: unknown) => {
        throw problemOf(error, modelFile);
      });
      const vector = pool(outputs, tokens.length);
      if (vector === undefined)
        throw new EncoderProblem("unfit", Object.keys(outputs).join(", "), "output");
      return { vector, tokens: tokens.length };
    },
  };
}

/** What is put in for each token; undefined is the token itself. */
const inputs = { input_ids: undefined, attention_mask: 1, token_type_ids: 0 } as const;

const TokenizerFile = z.looseObject({
  model: z.looseObject({}),
  truncation: z.object({ max_length: z.number().int().min(2) }).nullish(),
});
const TokenizerConfig = z
  .looseObject({ model_max_length: z.number().min(2).catch(Number.MAX_SAFE_INTEGER) })
  .catch({ model_max_length: Number.MAX_SAFE_INTEGER });

function loaded<T>(name: string, load: (name: string) => unknown): T {
  try {
    return load(name) as T; // as far as its types above say
  } catch (error) {
    throw new EncoderProblem("package", name, messageOf(error));
  }
}

/** Throws EncoderProblem where it is not there, unless something stands in for it, and where it is no JSON. */
function readJson(file: string, otherwise?: unknown): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    if (otherwise !== undefined) return otherwise;
    throw new EncoderProblem("file", file);
  }
  return attempt(file, () => JSON.parse(text));
}

function attempt<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw problemOf(error, file);
  }
}

function problemOf(error: unknown, file: string): EncoderProblem {
  const said = messageOf(error);
  const short = /bad.?alloc|failed to allocate|out of memory|memory allocation/i.test(said);
  return new EncoderProblem(short ? "memory" : "damaged", file, said);
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
