import { isDeepStrictEqual } from "node:util";
import { asQuestion } from "#lib/contracts/question";
import type { WordTable } from "#lib/meaning/word-table";
import { type LikenessModel, likenessOf } from "./likeness.ts";
import { inputLimits, recallLimits } from "./limits.ts";
import { readAsked } from "./question-reading.ts";

export type Input = Record<string, unknown>;

/** How one input of a task stands to another of the same type: `likeness` from 0 to 1, 1 for the very same. */
export type LikeInput = { alike: "same" | "like"; likeness: number };

/**
 * Do two inputs of one type of task ask for the same? What is said in words is compared as questions are; code and other long
 * texts by the lines they have in common; where there is neither, by the settings. Undefined where they do not.
 */
export function likeInput(
  a: Input,
  b: Input,
  by: { table: WordTable; model: LikenessModel },
): LikeInput | undefined {
  if (isDeepStrictEqual(a, b)) return { alike: "same", likeness: 1 };
  const [ours, theirs] = [partsOf(a), partsOf(b)];
  const likeness = likenessOfParts(ours, theirs, by);
  const from =
    ours.words !== "" && theirs.words !== "" ? by.model.offered.same_file : inputLimits.shared;
  return likeness >= from ? { alike: "like", likeness } : undefined;
}

/** What a person reads of an input: its words, else its settings; cut. */
export function saidOf(input: Input): string {
  const { words, lines, settings } = partsOf(input);
  const said = words || [...lines].slice(0, 2).join(" ") || [...settings].join(", ");
  return said.slice(0, inputLimits.said).toWellFormed();
}

type Parts = { words: string; lines: ReadonlySet<string>; settings: ReadonlySet<string> };

function likenessOfParts(
  a: Parts,
  b: Parts,
  by: { table: WordTable; model: LikenessModel },
): number {
  if (a.words !== "" && b.words !== "") {
    const [one, other] = [a, b].map(({ words }) => readAsked(asQuestion(words), by.table));
    if (one !== undefined && other !== undefined) return likenessOf(one, other, by).likeness;
  }
  if (a.lines.size + b.lines.size > 0) return shared(a.lines, b.lines);
  return a.words === b.words ? shared(a.settings, b.settings) : 0;
}

/** Texts of a few words, the lines of longer ones, and everything else with the name of its field. */
function partsOf(input: Input): Parts {
  const words: string[] = [];
  const lines = new Set<string>();
  const settings = new Set<string>();
  const look = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) look(name, one);
    else if (value !== null && typeof value === "object")
      for (const [key, one] of Object.entries(value)) look(`${name}.${key}`, one);
    else if (typeof value === "string") read(name, value.trim());
    else settings.add(`${name}=${value}`);
  };
  const read = (name: string, text: string): void => {
    if (text.includes("\n") || text.length > recallLimits.chars)
      for (const line of text.split("\n")) lines.add(line.trim());
    // A sentence has a blank in it or is Chinese; a setting is one word.
    else if (/\s|\p{Script=Han}/u.test(text)) words.push(text);
    else if (text !== "") settings.add(`${name}=${text}`);
  };
  for (const [name, value] of Object.entries(input)) look(name, value);
  return { words: words.join("\n"), lines, settings };
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 0 : [...a].filter((one) => b.has(one)).length / all;
}
