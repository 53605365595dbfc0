import { mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

/**
 * A folder with a sentence encoder of a few hundred bytes: each word of its vocabulary has a row of numbers, which is what
 * the graph gives for its token. Made here byte by byte, as ONNX lays it out (protocol buffers): no model of others.
 */
export function writeTinyEncoder(
  words: Readonly<Record<string, readonly number[]>>,
  more: { inputs?: readonly string[]; output?: string; folder?: string; longest?: number } = {},
): string {
  const folder = more.folder ?? mkdtempSync(path.join(os.tmpdir(), "docent-encoder-"));
  const rows = Object.values(words);
  const width = rows[0]?.length ?? 0;
  const silent = Array.from({ length: width }, () => 0);
  const vocabulary = ["[UNK]", "[CLS]", "[SEP]", ...Object.keys(words)];
  writeFileSync(
    path.join(folder, "model.onnx"),
    graph([silent, silent, silent, ...rows], width, more),
  );
  const special = (content: string) => ({
    ...{ id: vocabulary.indexOf(content), content, special: true, normalized: false },
    ...{ single_word: false, lstrip: false, rstrip: false },
  });
  const token = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  const tokens = (id: string) => ({
    [id]: { id, ids: [vocabulary.indexOf(id)], tokens: [id] },
  });
  writeFileSync(
    path.join(folder, "tokenizer.json"),
    JSON.stringify({
      version: "1.0",
      truncation: more.longest === undefined ? null : { max_length: more.longest },
      padding: null,
      added_tokens: vocabulary.slice(0, 3).map(special),
      normalizer: { type: "Lowercase" },
      pre_tokenizer: { type: "Whitespace" },
      post_processor: {
        type: "TemplateProcessing",
        single: [token("[CLS]"), { Sequence: { id: "A", type_id: 0 } }, token("[SEP]")],
        pair: [],
        special_tokens: { ...tokens("[CLS]"), ...tokens("[SEP]") },
      },
      decoder: null,
      model: {
        type: "WordLevel",
        vocab: Object.fromEntries(vocabulary.map((word, i) => [word, i])),
        unk_token: "[UNK]",
      },
    }),
  );
  writeFileSync(path.join(folder, "tokenizer_config.json"), JSON.stringify({ unk_token: "[UNK]" }));
  return folder;
}

/** Why what needs the packages is skipped; undefined where a person has installed them. */
export function whyNoRuntime(): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  for (const name of ["onnxruntime-node", "@huggingface/tokenizers"]) {
    try {
      resolve(name);
    } catch {
      return `${name} is not installed: it does not come with the program`;
    }
  }
  return undefined;
}

/** One row of the table for each token. */
function graph(
  table: readonly (readonly number[])[],
  width: number,
  {
    inputs = ["input_ids", "attention_mask"],
    output = "last_hidden_state",
  }: { inputs?: readonly string[]; output?: string },
): Buffer {
  const [float, int64] = [1, 7];
  const tensor = Buffer.concat([
    ...[number(1, table.length), number(1, width), number(2, float), text(8, "table")],
    bytes(9, Buffer.from(Float32Array.from(table.flat()).buffer)),
  ]);
  const gather = Buffer.concat([
    ...[text(1, "table"), text(1, inputs[0] ?? ""), text(2, output), text(4, "Gather")],
  ]);
  const value = (name: string, type: number, shape: readonly (string | number)[]) =>
    Buffer.concat([
      text(1, name),
      bytes(
        2,
        bytes(
          1,
          number(1, type),
          bytes(
            2,
            ...shape.map((one) =>
              bytes(1, typeof one === "string" ? text(2, one) : number(1, one)),
            ),
          ),
        ),
      ),
    ]);
  return Buffer.concat([
    number(1, 8), // of the format
    bytes(
      7,
      bytes(1, gather),
      text(2, "tiny"),
      bytes(5, tensor),
      ...inputs.map((name) => bytes(11, value(name, int64, ["batch", "tokens"]))),
      bytes(12, value(output, float, ["batch", "tokens", width])),
    ),
    bytes(8, text(1, ""), number(2, 13)), // of the operators
  ]);
}

function varint(value: number): Buffer {
  const all: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) all.push((left % 128) | 128);
  return Buffer.from([...all, left]);
}
const number = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field: number, ...parts: readonly Buffer[]) => {
  const all = Buffer.concat(parts);
  return Buffer.concat([varint(field * 8 + 2), varint(all.length), all]);
};
const text = (field: number, value: string) => bytes(field, Buffer.from(value));
