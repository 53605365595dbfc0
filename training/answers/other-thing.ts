import { analyseQuestion } from "#lib/language/analyse-question";
import type { Query } from "./example.ts";

/** So many other questions are tried. */
const tries = 25;

/**
 * The question with the thing of another project's question in the place of its own: "How do I add a printer?" of "How do I add
 * a folder?". Nearly always something that its project says nothing of, and near to what it does say. Undefined where it names
 * no thing. The same question gives the same one.
 */
export function withOtherThing(query: Query, all: readonly Query[]): string | undefined {
  const thing = thingOf(query.question);
  if (thing === undefined) return undefined;
  const from = numberOf(query.id);
  for (let i = 0; i < tries; i++) {
    const other = all[(from + i * 97) % all.length];
    if (other === undefined || projectOf(other) === projectOf(query)) continue;
    const theirs = thingOf(other.question);
    if (theirs === undefined || theirs.term === thing.term) continue;
    const { question } = query;
    return question.slice(0, thing.start) + theirs.written + question.slice(thing.end);
  }
  return undefined;
}

/** A number that looks like chance and is always the same. */
export const numberOf = (id: string): number =>
  [...id].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003, 7);

/** The project whose pages answer a question; of one that they do not answer, that which it is asked of, or none. */
export const projectOf = ({ gold, gold_path, project, answerable }: Query): string =>
  (gold?.[0]?.path ?? gold_path)?.split("/")[0] ?? (answerable ? "" : (project ?? ""));

/** The word that most likely names what is asked about: the longest noun. */
function thingOf(question: string) {
  const things = analyseQuestion(question).terms.filter(
    ({ class: of, kind, crossing, role }) =>
      of === "thing" &&
      kind !== "part" &&
      kind !== "han_single" &&
      crossing === undefined &&
      role !== "talk" &&
      role !== "circumstance",
  );
  return things.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)[0];
}
