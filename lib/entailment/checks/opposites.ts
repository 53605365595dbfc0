import { atFirstUse, readLexicon } from "#lib/language/lexicon";
import { tokenize } from "#lib/language/words";
import { recentTexts } from "#lib/platform/recent-texts";
import { hitsOf } from "../facts/cues.ts";
import { isHan } from "../facts/single-words.ts";
import { entailmentLimits } from "../limits.ts";
import { type Check, refuseIf } from "./check.ts";

export const opposites: Check = {
  name: "opposites",
  point: "It has a word of opposite sense in the place of the one of its lines.",
  ofCopies: true,
  withholds: "always",
  judge: ({ text, sentence, around }) => refuseIf(turnsRound(text, around.statement, sentence)),
};

/**
 * Words of opposite meaning, one pair of sides a row of `lexicon/opposites.tsv`, in every inflection; what no single word
 * says is a phrase. A sentence that has one side where the line has the other says something else, however many words they
 * share. "Not allowed" stands on the side of "forbidden".
 */
type Side = { pair: number; side: 0 | 1 };
/** A side that stands in a text, with the word after it that says something. What is denied may stand on either side. */
type Told = Side & { after: string; denied: boolean };

const sides = atFirstUse(() => {
  const byTerm = new Map<string, Side[]>();
  const byHan: { word: string; of: Side }[] = [];
  for (const [pair, row] of readLexicon("opposites", ["one", "other"]).entries()) {
    for (const side of [0, 1] as const) {
      const of: Side = { pair, side };
      for (const word of (side === 0 ? row.one : row.other).split(", ")) {
        if (isHan(word)) byHan.push({ word, of });
        else
          for (const { term } of tokenize(word))
            byTerm.set(term, [...(byTerm.get(term) ?? []), of]);
      }
    }
  }
  return { byTerm, byHan };
});

const lately = recentTexts<Told[]>(entailmentLimits.remembered_characters);
const sidesIn = (text: string): Told[] => lately.of(text, readSides);

function readSides(text: string): Told[] {
  const tokens = tokenize(text).filter(({ kind }) => kind === "word");
  const joins = hitsOf(text, "between-words");
  const content = tokens.filter(
    ({ stop, start }) => !(stop && joins.some((hit) => hit.start === start)),
  );
  const denials = hitsOf(text, "denies-next");
  const objects = hitsOf(text, "object-pronoun");
  const blank = (from: number, to: number) => text.slice(from, to).trim() === "";
  const isDenied = (at: number) => denials.some(({ end }) => end <= at && blank(end, at));
  const { byTerm, byHan } = sides();
  const found = tokens.flatMap(({ term, start, end }): Told[] =>
    (byTerm.get(term) ?? []).map((of) => ({
      ...of,
      denied: isDenied(start),
      after: objects.some((hit) => hit.start >= end && blank(end, hit.start))
        ? ""
        : (content.find((one) => one.start > start)?.term ?? ""),
    })),
  );
  for (const { word, of } of byHan) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
      const end = at + word.length;
      found.push({ ...of, denied: isDenied(at), after: text.slice(end, end + 2) });
    }
  }
  return found;
}

/**
 * True when a sentence says one word of a pair where the text that should carry it has the other: the other alone, or the
 * other before the same word ("decreases latency" for "increases latency").
 */
export function turnsRound(sentence: string, carrier: string, whole = sentence): boolean {
  const theirs = sidesIn(carrier);
  const mine = sidesIn(sentence).filter(({ denied }) => !denied);
  const against = mine.some((one) => {
    const of = theirs.filter(({ pair }) => pair === one.pair);
    const same = of.filter(({ side, denied }) => denied || side === one.side);
    const other = of.filter(({ side, denied }) => !denied && side !== one.side);
    if (other.length === 0) return false;
    const beside = (all: readonly Told[]) =>
      all.some(({ after }) => one.after !== "" && after === one.after);
    const both = sidesIn(whole).some(({ pair, side }) => pair === one.pair && side !== one.side);
    if (same.length === 0 && !both) return true;
    return beside(other) && !beside(same) && same.every(({ after }) => after !== "");
  });
  return against || phrases.some((pair) => turnsPhrase(sentence, carrier, pair));
}

/** Kinds of cues of which a text has one or the other. */
const phrases = ["switch", "on", "like", "more", "least", "contains", "closed", "has"] as const;

function turnsPhrase(sentence: string, carrier: string, pair: string): boolean {
  const [one, other] = [`${pair}:one`, `${pair}:other`];
  const says = (word: string, opposite: string) =>
    hitsOf(sentence, word).length > 0 &&
    hitsOf(carrier, word).length === 0 &&
    hitsOf(carrier, opposite).length > 0;
  return says(one, other) || says(other, one);
}
