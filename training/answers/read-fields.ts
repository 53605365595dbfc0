import type { TaskOutput } from "#lib/contracts/envelope";
import { analyseQuestion } from "#lib/language/analyse-question";
import { wordTable } from "#lib/meaning/word-table";
import { readAsked } from "../../lib/answering/asked-question.ts";
import { type Candidate, readCandidates, readSources } from "../../lib/answering/candidates.ts";
import { decisionFeatures } from "../../lib/answering/decision.ts";
import { features } from "../../lib/answering/features.ts";
import { asByte } from "../../lib/answering/trees.ts";
import { type Example, readExamples } from "./example.ts";
import { answersIt } from "./label-unit.ts";
import { ofByte } from "./matrix.ts";

/** A question of a set with the values of all units that were found for it. */
export type FieldRows = {
  id: string;
  set: string;
  source: string;
  lang: string;
  group: string;
  condition: Example["condition"];
  answerable: boolean;
  units: number;
  /** In 255ths, one row a unit. */
  rows: Uint8Array;
  answers: number[];
  /** The number of the passage of each unit, for places. */
  place: Int32Array;
  /** Values of the field alone, and of each of its places were it the best; in the order of `fieldFeatures`. */
  ofPlaces: readonly (readonly number[])[];
};

const fieldFeatures = decisionFeatures.slice(features.length);

/** Values in 255ths of a field whose best place is this, with the shares of its first places. */
export function fieldBytes(
  { ofPlaces }: FieldRows,
  place: number,
  shares: readonly number[],
): number[] {
  const left = [...shares];
  return fieldFeatures.map(({ of }, i) =>
    asByte(of === "spread" ? (left.shift() ?? 0) : (ofPlaces[place]?.[i] ?? 0)),
  );
}

/** The folders that something was found in; a set's projects are named by their folders. */
export const foldersOf = ({ citations }: TaskOutput) =>
  [...new Set(citations.map(({ root_id }) => root_id))].map((id) => ({ id, label: id }));

export async function* readFields(files: readonly string[]): AsyncGenerator<FieldRows> {
  for (const file of files) {
    for await (const example of readExamples(file)) {
      const { id, set, source, lang, group, condition, answerable, evidence } = example;
      if (evidence === undefined || set.includes("linked") || source === "linked") continue;
      const analysis = analyseQuestion(example.question, { folders: foldersOf(evidence) });
      const asked = readAsked(analysis, evidence.terms);
      const { further } = evidence;
      const sources = readSources(
        [...evidence.citations, ...(further?.citations ?? [])],
        [...evidence.passages, ...(further?.passages ?? [])],
        analysis.lang,
      );
      const field = readCandidates(sources, asked, wordTable().table);
      const { candidates } = field;
      if (candidates.length === 0) continue;
      const values = candidates.map((one) =>
        features.map((feature) => feature.value(one, asked, field)),
      );
      const rows = Uint8Array.from(values.flat(), asByte);
      const keys = new Map<string, number>();
      const place = Int32Array.from(candidates, ({ source: { citation } }) => {
        const key = JSON.stringify([citation.root_id, citation.relative_path, citation.breadcrumb]);
        if (!keys.has(key)) keys.set(key, keys.size);
        return keys.get(key) ?? 0;
      });
      const ofPlaces = [...keys.values()].map((number) => {
        const own = candidates.filter((_, i) => place[i] === number);
        const [best] = own as [Candidate, ...Candidate[]]; // a place has candidates
        const found = {
          asked,
          field,
          values,
          chosen: 0,
          places: [{ candidates: own, best, share: 0, odds: new Map() }],
        };
        return fieldFeatures.map(({ of, value }) => (of === "spread" ? 0 : value(found)));
      });
      yield {
        ...{ id, set, source, lang, group, condition, answerable, rows, place },
        units: candidates.length,
        answers: candidates.flatMap((one, i) =>
          answersIt(one.unit, one.source.citation.path, example) ? [i] : [],
        ),
        ofPlaces,
      };
    }
  }
}

/** Scores of a field's units by weights, and its places with their shares, the likeliest first. */
export function judgeRows({ rows, units, place }: FieldRows, weights: Float64Array) {
  const width = weights.length;
  const scores = new Float64Array(units);
  for (let unit = 0; unit < units; unit++) {
    let sum = 0;
    for (let i = 0; i < width; i++) {
      const byte = rows[unit * width + i] ?? 0;
      if (byte !== 0) sum += ofByte(byte) * (weights[i] ?? 0);
    }
    scores[unit] = sum;
  }
  const most = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - most));
  const all = odds.reduce((a, b) => a + b, 0);
  const shares = new Map<number, { share: number; best: number; top: number }>();
  for (let unit = 0; unit < units; unit++) {
    const one = shares.get(place[unit] ?? 0) ?? { share: 0, best: unit, top: -1 };
    one.share += (odds[unit] ?? 0) / all;
    if ((odds[unit] ?? 0) > one.top) {
      one.top = odds[unit] ?? 0;
      one.best = unit;
    }
    shares.set(place[unit] ?? 0, one);
  }
  const places = [...shares]
    .map(([number, one]) => ({ number, ...one }))
    .sort((a, b) => b.share - a.share || a.best - b.best);
  return { scores, places };
}
