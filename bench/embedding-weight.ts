import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { EmbeddingConfig } from "#lib/contracts/config";
import { detectLang } from "#lib/language/words";
import { wordTable } from "#lib/meaning/word-table";
import { createConfiguredEmbedding } from "#lib/models/embedding";
import { systemClock } from "#lib/platform/clock";
import { sha256 } from "#lib/platform/hash";
import { loadSqliteVec } from "#lib/platform/sqlite-vectors";
import type { EngineHit } from "../lib/search/engines/engine.ts";
import { rank } from "../lib/search/engines/rank.ts";
import { embeddingWeight, meaningWeights } from "../lib/search/signals/limits.ts";
import { mostNearest } from "../lib/search/vectors/limits.ts";
import { openVectorFile, type VectorFile } from "../lib/search/vectors/vector-file.ts";
import type { QuestionSet } from "../scripts/eval/question-sets.ts";
import type { Scorer } from "../scripts/eval/scorer.ts";
import {
  type Asked,
  type AskedFile,
  chooseFor,
  figuresOf,
  type Placed,
  type QuestionToAsk,
  questionsToAsk,
} from "./left-out.ts";
import { type Folder, measures, type PassageKey, readFolder, shown } from "./question-replay.ts";
import { table as printed, rounded, writeResults } from "./results-file.ts";

/**
 * What the signal of an embedding model should weigh beside all others, chosen with projects (articles) left out and told on
 * them. The model is a real one behind OpenAI's Embeddings. Of each folder it is sent the best passages of every question as
 * they are ranked without it, and as many others, drawn evenly, as tell how near the hundredth nearest of all is: that one is
 * the 0 of the signal. What neither words nor table bring among the best is not found here, though the program would.
 */
export type EmbeddingRun = {
  /** An address, or the folder of a model that is run here. */
  base_url: string;
  name: string;
  query_prefix: string;
  passage_prefix: string;
  /** How many of the best passages of a question are ranked anew. */
  depth: number;
  /** How many passages of a folder are drawn; as many as there are, or more: all of them. */
  drawn: number;
  /** A folder that keeps the vectors for another run; without one they are made anew each time. */
  vectors: string | undefined;
};

const weights = [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.5];

/** `words` and `table`: the score without meaning, and with the table of word meanings. */
type Passage = Placed & { words: number; table: number; embedding: number; similarity: number };
type Embedder = Extract<ReturnType<typeof createConfiguredEmbedding>, { kind: "ready" }>;

export async function fitEmbedding(...asked: Parameters<typeof weighEmbedding>): Promise<void> {
  const { rows, chosen, beside_words } = await weighEmbedding(...asked);
  console.log(
    printed([
      ["", "", ...shown],
      ...rows.map(({ file, way, questions, figures }) => [
        way === "words alone" ? `${file} (${questions})` : "",
        way,
        ...measures.map((name) => figures[name]?.toFixed(3) ?? "–"),
      ]),
    ]),
  );
  console.log(`\nchosen without each group: ${chosen.join(" ")}`);
  console.log(`the same beside words alone: ${beside_words.join(" ")}`);
  const [, , { name, depth, drawn }] = asked;
  writeResults("embedding-weight", {
    ...{ model: name, depth, drawn, chosen, beside_words },
    rows: rows.map(({ figures, ...row }) => ({
      ...row,
      ...Object.fromEntries(measures.map((one) => [one, rounded(figures[one] ?? 0, 3)])),
    })),
  });
}

/** The weight chosen without each group, beside the table and beside words alone, and the figures of every way to rank. */
export async function weighEmbedding(
  sets: readonly QuestionSet[],
  scorer: Scorer,
  run: EmbeddingRun,
  tell: (sentence: string) => void,
) {
  const home = run.vectors ?? mkdtempSync(path.join(os.tmpdir(), "docent-vectors-"));
  const vectors = openVectorFile(home, loadSqliteVec);
  try {
    return weigh(await readSets(sets, scorer, run, vectors, tell), scorer);
  } finally {
    vectors.close();
    if (run.vectors === undefined) rmSync(home, { recursive: true });
  }
}

async function readSets(
  sets: readonly QuestionSet[],
  scorer: Scorer,
  run: EmbeddingRun,
  vectors: VectorFile,
  tell: (sentence: string) => void,
): Promise<AskedFile<Passage>[]> {
  const model = embedderOf(run);
  const { table } = wordTable();
  const files: AskedFile<Passage>[] = [];
  for (const set of sets) {
    tell(`${set.name}: reading`);
    const folder = await readFolder(set.root, table);
    const hashes = hashesOf(folder);
    const drawn = drawOf(hashes, run.drawn);
    const asked = set.files.map((file) => {
      const questions = scorer.questions(file.file);
      const lists = questionsToAsk(file, questions).map((question) => ({
        question,
        hits: bestOf(question, folder, run.depth),
      }));
      return { name: file.name, questions, lists };
    });
    const wanted = asked.flatMap(({ lists }) => lists.flatMap(({ hits }) => hits));
    await embedPassages([...wanted, ...drawn], { folder, hashes, model, vectors }, (done, all) =>
      tell(`${set.name}: ${done} of ${all} passages embedded`),
    );
    const measure = nearnessBy({ folder, hashes, drawn, model, vectors });
    for (const { name, questions, lists } of asked) {
      const all: Asked<Passage>[] = [];
      for (const { question, hits } of lists) {
        const passages = await measure(question.text, hits);
        all.push({ id: question.id, group: question.group, passages });
      }
      files.push({ name, root: set.root, questions, asked: all });
    }
  }
  return files;
}

function embedderOf({ base_url, name, query_prefix, passage_prefix }: EmbeddingRun): Embedder {
  const model = createConfiguredEmbedding({
    config: EmbeddingConfig.parse({
      ...(/^https?:/.test(base_url)
        ? { provider: "compatible", name, base_url }
        : { provider: "onnx", name: base_url }),
      ...{ query_prefix, passage_prefix },
    }),
    keys: {},
    patience: {
      pause: (ms, signal) => setTimeout(ms, undefined, { signal }),
      random: Math.random,
      clock: systemClock,
    },
  });
  if (model.kind !== "ready") throw model.error;
  return model;
}

type Hashes = (passage: PassageKey) => string;

function hashesOf(folder: Folder): Hashes & { all: readonly string[]; keys: PassageKey[] } {
  const keys = folder.passages();
  const nameOf = ({ key, passage }: PassageKey) => `${passage} ${key}`;
  const known = new Map(
    keys.map((one) => [nameOf(one), sha256(folder.textToEmbed(one)).slice(0, hashDigits)]),
  );
  const hashOf = (one: PassageKey) => known.get(nameOf(one)) ?? "";
  return Object.assign(hashOf, { all: [...known.values()], keys });
}
const hashDigits = 32;

/** The same on every machine: hashes are as good as chance. */
function drawOf(hashes: ReturnType<typeof hashesOf>, count: number): PassageKey[] {
  return [...hashes.keys].sort((a, b) => (hashes(a) < hashes(b) ? -1 : 1)).slice(0, count);
}

function bestOf({ text, without }: QuestionToAsk, { index }: Folder, depth: number): EngineHit[] {
  const { hits } = rank(index, { text, limit: depth, lang: detectLang(text) });
  return hits.filter(({ key }) => !without.has(key));
}

type Texts = { folder: Folder; hashes: Hashes; model: Embedder; vectors: VectorFile };

/** Those that have no vector yet. */
async function embedPassages(
  passages: readonly PassageKey[],
  { folder, hashes, model, vectors }: Texts,
  tell: (done: number, all: number) => void,
): Promise<void> {
  const known = vectors.known(model.identity);
  const missing = new Map(
    passages.flatMap((one) => (known.has(hashes(one)) ? [] : [[hashes(one), one] as const])),
  );
  // Texts of about the same length in one request: a model fills the shorter ones up.
  const todo = [...missing]
    .map(([hash, one]) => ({ hash, text: folder.textToEmbed(one) }))
    .sort((a, b) => a.text.length - b.text.length);
  for (let from = 0; from < todo.length; from += atOnce) {
    const some = todo.slice(from, from + atOnce);
    const made = await embedded(
      model,
      some.map(({ text }) => text),
      "passage",
    );
    vectors.put(
      model.identity,
      some.map(({ hash }, i) => ({ hash, vector: made[i] ?? null })),
    );
    if ((from / atOnce) % toldEvery === 0) tell(from + some.length, todo.length);
  }
}
const atOnce = 16;
const toldEvery = 50;

async function embedded(model: Embedder, texts: readonly string[], of: "query" | "passage") {
  const { signal } = new AbortController();
  const { vectors } = await model.embed(texts, { of, signal, total_ms: 600_000 });
  return vectors;
}

function nearnessBy({ hashes, drawn, model, vectors, folder }: Texts & { drawn: PassageKey[] }) {
  const total = folder.passages().length;
  const place = Math.max(1, Math.round((mostNearest * drawn.length) / Math.max(1, total)));
  const drawnHashes = new Set(drawn.map(hashes));
  return async (text: string, hits: readonly EngineHit[]): Promise<Passage[]> => {
    const [vector = []] = await embedded(model, [text], "query");
    const similar = new Map(
      vectors.nearest(model.identity, vector).map(({ hash, similarity }) => [hash, similarity]),
    );
    const ofDrawn = [...drawnHashes]
      .flatMap((hash) => similar.get(hash) ?? [])
      .sort((a, b) => b - a);
    const least = ofDrawn[Math.min(place, ofDrawn.length) - 1] ?? 0;
    const similarities = hits.map((hit) => similar.get(hashes(hit)) ?? 0);
    const most = Math.max(least, ofDrawn[0] ?? 0, ...similarities);
    return hits.map((hit, i): Passage => {
      const similarity = similarities[i] ?? 0;
      const meaning = hit.breakdown.reduce(
        (sum, { signal, value }) => (signal in meaningWeights ? sum + value : sum),
        0,
      );
      return {
        ...folder.placeOf(hit),
        words: hit.score - meaning,
        table: hit.score,
        embedding: Math.max(0, (similarity - least) / (most - least || 1)),
        similarity,
      };
    });
  };
}

function weigh(files: readonly AskedFile<Passage>[], scorer: Scorer) {
  const by = (weight: number) => (one: Passage) => one.table + weight * one.embedding;
  const beside = (weight: number) => (one: Passage) => one.words + weight * one.embedding;
  const chosen = chooseFor(files, scorer, weights, by);
  const beside_words = chooseFor(files, scorer, weights, beside);
  const ways: Record<string, (one: Passage, asked: Asked<Passage>) => number> = {
    "words alone": (one) => one.words,
    "with the table": (one) => one.table,
    "the model alone": (one) => one.similarity,
    "words and the model, held out": (one, { group }) => beside(beside_words[group] ?? 0)(one),
    "table and the model, held out": (one, { group }) => by(chosen[group] ?? 0)(one),
    "in force": by(embeddingWeight),
  };
  const rows = files.flatMap((file) =>
    Object.entries(ways).map(([way, scoreOf]) => ({
      file: file.name,
      way,
      questions: file.asked.length,
      figures: figuresOf(file, scorer, scoreOf),
    })),
  );
  return { rows, chosen, beside_words };
}
