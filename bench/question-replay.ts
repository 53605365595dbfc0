import { readFileSync } from "node:fs";
import path from "node:path";
import { detectLang } from "#lib/language/words";
import type { WordTable } from "#lib/meaning/word-table";
import { decode } from "#lib/platform/decode";
import { sliceLines, splitLines } from "#lib/platform/lines";
import type { EngineDocument, EngineHit } from "../lib/search/engines/engine.ts";
import { createInvertedIndex, type InvertedIndex } from "../lib/search/engines/inverted-index.ts";
import { rank } from "../lib/search/engines/rank.ts";
import type { Facts } from "../lib/search/facts.ts";
import { countPassages, passageAt } from "../lib/search/packed-outline.ts";
import { readFile } from "../lib/search/reading/read-file.ts";
import type { RankingSignal } from "../lib/search/signals/signal.ts";
import { textToEmbed } from "../lib/search/vectors/passage-text.ts";
import { type Half, halfOf, idOf } from "../scripts/eval/halves.ts";
import type { QuestionFile } from "../scripts/eval/question-sets.ts";
import type { Scorer } from "../scripts/eval/scorer.ts";
import { documentsIn } from "./corpus/folder-corpus.ts";

/**
 * The questions of a set asked in this process, of the ranking alone: without spelling, access and the server, so that a
 * change of a weight is judged in seconds.
 */
export const measures = ["hit@1", "passage@1", "passage@5", "ndcg@10"] as const;
export const shown = ["hit@1", "pass@1", "pass@5", "nDCG"];
export const limit = 20;

export type Figures = Partial<Record<(typeof measures)[number], number>>;

export type Folder = {
  index: InvertedIndex;
  placeOf(passage: PassageKey): { path: string; line_start: number; line_end: number };
  charsOf(hit: EngineHit): number;
  /** Every passage, by its document and its number in it. */
  passages(): PassageKey[];
  /** What an embedding model is sent of it. */
  textToEmbed(passage: PassageKey): string;
};
export type PassageKey = Pick<EngineHit, "key" | "passage">;

/** The documents of a folder by their words, with what is known of each. */
export function readDocuments(root: string) {
  const read = new Map<string, Facts>();
  const documents: EngineDocument[] = [];
  for (const relative_path of documentsIn(root)) {
    const bytes = readFileSync(path.join(root, relative_path));
    if (decode(bytes).kind === "not_text") continue;
    const given = { bytes, mtime_ms: 0, relative_path, words: true, front_matter: true };
    const { facts, words } = readFile(given, () => undefined);
    if (words === undefined) continue;
    read.set(relative_path, facts);
    documents.push({ key: relative_path, order: relative_path, words });
  }
  return { documents, read };
}

export async function readFolder(
  root: string,
  table?: WordTable,
  { documents, read } = readDocuments(root),
): Promise<Folder> {
  const index = createInvertedIndex(table);
  await index.update(documents);
  const factsOf = ({ key, passage }: PassageKey) => {
    const facts = read.get(key);
    return { title: facts?.title ?? "", facts: facts && passageAt(facts.outline, passage) };
  };
  const placeOf = (passage: PassageKey) => {
    const { line_start = 1, line_end = 1 } = factsOf(passage).facts ?? {};
    return { path: passage.key, line_start, line_end };
  };
  const linesOf = linesIn(root);
  return {
    index,
    placeOf,
    charsOf(hit) {
      const { path: name, line_start, line_end } = placeOf(hit);
      return sliceLines(linesOf(name), line_start, line_end).join("\n").length;
    },
    passages: () =>
      [...read].flatMap(([key, { outline }]) =>
        Array.from({ length: countPassages(outline) }, (_, passage) => ({ key, passage })),
      ),
    textToEmbed(passage) {
      const { title, facts } = factsOf(passage);
      if (facts === undefined) return title;
      const lines = sliceLines(linesOf(passage.key), facts.line_start, facts.line_end);
      return textToEmbed(title, facts, lines.join("\n"));
    },
  };
}

function linesIn(root: string): (name: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (name) => {
    let lines = known.get(name);
    if (lines === undefined) {
      const decoded = decode(readFileSync(path.join(root, name)));
      lines = decoded.kind === "text" ? splitLines(decoded.text) : [];
      known.set(name, lines);
    }
    return lines;
  };
}

export function ask(
  folder: Folder,
  text: string,
  kept: readonly RankingSignal[],
  exhaustive = false,
) {
  const query = { text, limit, lang: detectLang(text) };
  return rank(folder.index, query, { signals: kept, exhaustive }).hits;
}

/** What the scorer says of a way to rank: of all questions of a file, or of those of one half. */
export function replay(
  file: QuestionFile,
  { folder, scorer, root }: { folder: Folder; scorer: Scorer; root: string },
): (kept: readonly RankingSignal[], halves: readonly (Half | undefined)[]) => Figures[] {
  const questions = scorer.questions(file.file);
  const asked = (half: Half | undefined) =>
    questions.filter((question) => half === undefined || halfOf(question) === half);
  const scoreOf = scorerOf(file, { scorer, root });
  return (kept, halves) => {
    const wanted = new Set(halves.flatMap((half) => asked(half).map(idOf)));
    const lines = file.queries
      .filter(({ id }) => wanted.has(id))
      .map(({ id, question }) => ({
        id,
        citations: ask(folder, question, kept).map((hit) => ({
          ...folder.placeOf(hit),
          snippet: "",
          score: hit.score,
        })),
      }));
    return halves.map((half) => {
      const own = asked(half);
      if (own.length === 0) return {};
      const ids = new Set(own.map(idOf));
      const told = lines.filter(({ id }) => ids.has(id));
      return scoreOf(own, told);
    });
  };
}

/** The figures of lists of passages, of all questions of a file or of some. */
export function scorerOf(file: QuestionFile, { scorer, root }: { scorer: Scorer; root: string }) {
  const all = scorer.questions(file.file);
  return (questions: readonly unknown[] = all, told: readonly unknown[]): Figures => {
    const { metrics } = scorer.score(questions, told, { root, resamples: 1 });
    return Object.fromEntries(
      measures.flatMap((name) => (metrics[name] ? [[name, metrics[name].value]] : [])),
    );
  };
}
