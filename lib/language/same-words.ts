import { sameWords } from "./everyday-words.ts";
import { atFirstUse, readLexicon } from "./lexicon.ts";
import { isHan } from "./words/characters.ts";
import { tokenize } from "./words.ts";

/**
 * Words that may stand for each other when one sentence is compared with another: the everyday groups of the search, and
 * those in which writers about programs retell them. That a word has another one's meaning makes up for a missing word and
 * for nothing else: numbers, names, denials and words of opposite sense (opposites.ts, force.ts) are compared as they stand.
 * A group is one whose words a manual can exchange without claiming anything else; `lexicon/same-words.tsv` has them.
 */
type Index = {
  by_term: ReadonlyMap<string, readonly number[]>;
  by_han: ReadonlyMap<string, readonly number[]>;
  longest_han: number;
  /** Characters that one of the Chinese words begins with. */
  starts: ReadonlySet<string>;
};

const index = atFirstUse((): Index => {
  const rows = readLexicon("same-words", ["lang", "use", "words"]);
  const of = (wanted: string) =>
    rows.filter(({ use }) => use === wanted).map(({ words }) => words.split(", "));
  const looser = of("looser");
  const groups: readonly (readonly string[])[] = [
    ...sameWords()
      .map(({ words }) => words)
      .filter((words) => !looser.some((pair) => pair.every((word) => words.includes(word)))),
    ...of("same"),
  ];
  const by_term = new Map<string, number[]>();
  const by_han = new Map<string, number[]>();
  for (const [number, words] of groups.entries()) {
    for (const word of words) {
      if (isHan(word)) add(by_han, word, number);
      else if (!word.includes(" ")) {
        const [token] = tokenize(word);
        if (token !== undefined) add(by_term, token.term, number);
      }
    }
  }
  return {
    by_term,
    by_han,
    longest_han: Math.max(...[...by_han.keys()].map((word) => word.length)),
    starts: new Set([...by_han.keys()].map((word) => word[0] ?? "")),
  };
});

function add(to: Map<string, number[]>, word: string, number: number): void {
  to.set(word, [...(to.get(word) ?? []), number]);
}

/** The groups that a term of the tokenizer, or a Chinese word, belongs to. */
export const meaningsOf = (term: string): readonly number[] => index().by_term.get(term) ?? [];

/** The Chinese words of the groups that stand in a text. */
export function hanWordsIn(text: string): { start: number; end: number; meanings: number[] }[] {
  const { by_han, longest_han, starts } = index();
  const found: { start: number; end: number; meanings: number[] }[] = [];
  for (let start = 0; start < text.length; start += 1) {
    if (!starts.has(text[start] ?? "")) continue;
    for (let length = longest_han; length > 0; length -= 1) {
      const meanings = by_han.get(text.slice(start, start + length));
      if (meanings !== undefined)
        found.push({ start, end: start + length, meanings: [...meanings] });
    }
  }
  return found;
}
