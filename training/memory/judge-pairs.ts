import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { EmbeddingIdentity } from "#lib/contracts/embedding";
import { asQuestion } from "#lib/contracts/question";
import { contentTerms } from "#lib/language/words";
import { wordTable } from "#lib/meaning/word-table";
import { embeddedAs, episodeVector } from "#lib/memory/episode-vector";
import type { OfferedFor } from "#lib/memory/likeness";
import { likenessModel } from "#lib/memory/likeness-model";
import { createRecall } from "#lib/memory/recall";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";
import { sampleAnswer } from "../../tests/store/sample-answer.ts";
import { embedderAt } from "./embedder.ts";

/**
 * Judges recall on pairs of questions that it was not made with:
 *
 *   node training/memory/judge-pairs.ts PAIRS.jsonl [--embedding http://127.0.0.1:8000/v1]
 *
 * A pair a line, `{ a, b, like, lang_a, lang_b }`. Every `a` is asked first, each in a conversation of its own; then each `b`
 * is looked for, with an address of OpenAI's Embeddings also by the vectors of the model there. Beside it what was offered
 * before: questions with four of five words in common.
 */
type Pair = { a: string; b: string; like: boolean; lang_a: string; lang_b: string };
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Name the file with the pairs.");
const pairs = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Pair); // given by hand

const { table } = wordTable();
if (table === undefined) throw new Error("The table of word meanings cannot be used.");
const known = table;
const dir = mkdtempSync(path.join(os.tmpdir(), "docent-pairs-"));
const clock = { now: () => new Date(), monotonic: () => performance.now() };
const log = createLogger("judge", "silent");
const store = openStore({ file: path.join(dir, "docent.db"), clock, log });
for (const [n, { a }] of pairs.entries()) {
  const question = asQuestion(a);
  const ids = { trace_id: `trace_${n}`, run_id: `run_${n}`, thread_id: `thread_${n}` };
  const answer = sampleAnswer({ ...ids, question, searched: [question] });
  await store.saveAnswer(answer, { episodeOf: (stored) => episodeVector(stored, known) });
}
const identity: EmbeddingIdentity = {
  ...{ provider: "compatible", name: "judged", address: "http://127.0.0.1/v1" },
  ...{ dimensions: null, query_prefix: "", passage_prefix: "" },
};
const at = process.argv.indexOf("--embedding");
const vectors = at === -1 ? undefined : await embedderAt(process.argv[at + 1] ?? "")(allTexts());
if (vectors !== undefined) {
  const rows = await store.memory.embedded.missing(identity, pairs.length);
  await store.memory.embedded.put(
    identity,
    rows.map(({ message_id, text }) => ({
      ...{ message_id, hash: embeddedAs(text).hash },
      vector: [...(vectors.get(text) ?? [])],
    })),
  );
}
const recall = createRecall({
  ...{ memory: async () => store.memory, table, model: likenessModel() },
  async embedded(question) {
    const vector = vectors?.get(question);
    if (vector === undefined) return undefined;
    const { embedded } = store.memory;
    return {
      nearest: (which) => embedded.nearest(identity, vector, which),
      background: (most) => embedded.background(identity, vector, most),
    };
  },
});

function allTexts(): string[] {
  return [...new Set(pairs.flatMap(({ a, b }) => [asQuestion(a), asQuestion(b)]))];
}

const terms = pairs.map(({ a }) => new Set(contentTerms(a)));
/** As before: the newest that has four of five words in common. */
function byWords(b: string): number | undefined {
  const asked = new Set(contentTerms(b));
  if (asked.size < 2) return undefined;
  const found = terms.findLastIndex((those) => {
    const both = [...asked].filter((term) => those.has(term)).length;
    return both / (asked.size + those.size - both) >= 0.8;
  });
  return found === -1 ? undefined : found;
}

const judge = async (pair: (typeof pairs)[number], n: number) => {
  const found = await recall.like(asQuestion(pair.b), 40);
  const own = found.findIndex(({ question }) => question === pair.a);
  const byLikeness = found.toSorted((a, b) => b.likeness - a.likeness);
  const first = byLikeness.find(({ offered_for }) => isOfFile(offered_for));
  const its = found[own]?.offered_for;
  return {
    ...pair,
    rank: own === -1 ? Number.POSITIVE_INFINITY : own + 1,
    offered: first?.question,
    alone: its === "alone",
    file: isOfFile(its),
    lines: its !== undefined,
    words: byWords(pair.b),
    n,
  };
};
const isOfFile = (offered_for: OfferedFor | undefined): boolean =>
  offered_for === "alone" || offered_for === "same_file";
const judged = await Promise.all(pairs.map(judge));

const kinds = [
  ["one language", ({ lang_a, lang_b }: Pair) => lang_a === lang_b],
  ["two languages", ({ lang_a, lang_b }: Pair) => lang_a !== lang_b],
] as const;
const of = (some: typeof judged, is: (one: (typeof judged)[number]) => boolean) =>
  `${some.filter(is).length} of ${some.length}`;
for (const [name, is] of kinds) {
  const like = judged.filter((one) => one.like && is(one));
  const unlike = judged.filter((one) => !one.like && is(one));
  console.log(`${name}:`);
  console.log(
    `  like: found first ${of(like, ({ rank }) => rank === 1)}, in the first three ${of(like, ({ rank }) => rank <= 3)}`,
  );
  console.log(
    `  like: first of those offered where the file is the same ${of(like, ({ offered, a }) => offered === a)}; another one is ${of(like, ({ offered, a }) => offered !== undefined && offered !== a)}`,
  );
  console.log(
    `  unlike: anything offered where the file is the same ${of(unlike, ({ offered }) => offered !== undefined)}`,
  );
  for (const [name, some] of [
    ["like", like],
    ["unlike", unlike],
  ] as const)
    console.log(
      `  ${name}: its pair offered by itself ${of(some, ({ alone }) => alone)}, where the file is the same ${of(some, ({ file }) => file)}, where the lines are ${of(some, ({ lines }) => lines)}`,
    );
  console.log(
    `  by words: like offered ${of(like, ({ words, n }) => words === n || (words !== undefined && pairs[words]?.a === pairs[n]?.a))}, unlike offered ${of(unlike, ({ words }) => words !== undefined)}`,
  );
}
await store.close();
rmSync(dir, { recursive: true, force: true });
