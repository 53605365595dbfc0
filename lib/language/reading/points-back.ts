import type { QuestionAnalysis } from "#lib/contracts/question";
import { describes } from "../describing-words.ts";
import { atFirstUse, readLexicon } from "../lexicon.ts";
import { questionLimits } from "../limits.ts";
import { createPhraseBook } from "../phrases.ts";
import { isEveryday } from "../talk-words.ts";
import type { Run } from "../templates.ts";
import type { QuestionWord } from "../word-kinds.ts";
import { tokenize } from "../words.ts";
import { longestOf, type Reading } from "./read-question.ts";

/**
 * Whether a question can be understood alone: one that opens like a continuation and says little ("and on Windows?"), one
 * with a pronoun before anything that it could stand for ("how do I remove it?"), and one that names nothing at all
 * ("why not?", 怎么删除).
 */
const signs = atFirstUse(() =>
  createPhraseBook(readLexicon("follow-up", ["lang", "by", "where", "phrase"])),
);

/** Words that stand for something that was named, in their order. */
export function pointersIn(reading: Reading, steps?: () => void): Run[] {
  return longestOf(signs().find(reading.forms, steps), reading, ({ where }) => where)
    .filter(({ entry }) => entry.by === "pronoun")
    .map(({ from, to }) => ({ from, to }));
}

export function followUpOf(
  reading: Reading,
  given: { words: readonly QuestionWord[]; holds_error: boolean },
  steps?: () => void,
): QuestionAnalysis["follow_up"] {
  const { forms, shown } = reading;
  const said = forms.filter(({ kind }) => kind !== "mark");
  const first = forms.findIndex(({ kind }) => kind !== "mark");
  const last = forms.findLastIndex(({ kind }) => kind !== "mark") + 1;
  if (said.length === 0 || given.holds_error || shown.some((one) => one)) return undefined;
  // A word of both ("that is") stands for nothing: longer phrases come first, and one kind for both.
  const found = longestOf(signs().find(forms, steps), reading, ({ where }) => where);
  const characters = said.filter(({ kind }) => kind === "han").length;
  const short =
    said.length - characters <= questionLimits.fragment_words &&
    characters <= questionLimits.fragment_characters;
  const things = given.words.filter((word) => word.kind === "thing" && tells(reading, word));
  const points = (by: "pronoun" | "ellipsis" | "connective") => ({
    points_back: true as const,
    by,
  });
  for (const { entry, from, to } of found) {
    if (entry.by === "ellipsis" && from <= behindOpening(found, first) && to === last)
      return points("ellipsis");
  }
  const connects = found.some(({ entry, from }) => entry.by === "connective" && from === first);
  for (const { entry, from } of found) {
    if (entry.by !== "pronoun") continue;
    const at = forms[from]?.start ?? 0;
    if (!things.some(({ end }) => end <= at)) return points("pronoun");
  }
  const deed = given.words.some(({ kind }) => kind === "deed");
  if (connects && short && (things.length < 2 || !deed)) return points("connective");
  const names =
    things.length > 0 ||
    tokenize(reading.text).some((token) => !token.stop && token.kind === "number");
  return !names && short && !saysSomething(reading) ? points("ellipsis") : undefined;
}

/** Where the message goes on behind the connective it begins with. */
function behindOpening(
  found: readonly { entry: { by: string }; from: number; to: number }[],
  first: number,
): number {
  const opening = found.find(({ entry, from }) => entry.by === "connective" && from === first);
  return opening?.to ?? first;
}

function tells({ text }: Reading, { start, end }: QuestionWord): boolean {
  return tokenize(text.slice(start, end)).some(
    ({ term, stop, kind }) =>
      !stop && !isEveryday(term) && !describes(term) && kind !== "han_single",
  );
}

/** A word that is neither a verb of every manual nor talk. */
function saysSomething({ text }: Reading): boolean {
  return tokenize(text).some(
    ({ term, stop, kind }) => !stop && kind === "word" && !isEveryday(term) && !describes(term),
  );
}
