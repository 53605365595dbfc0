import { describes } from "#lib/language/describing-words";
import { isFixed } from "#lib/language/fixed-words";
import { isEveryday } from "#lib/language/talk-words";
import { tokenize } from "#lib/language/words";
import { readSpoken, type SpokenQuestion } from "../spoken-words.ts";
import type { EngineQuery, EngineResult, Swap } from "./engine.ts";
import type { InvertedIndex } from "./inverted-index.ts";
import { pairWeights } from "./word-borders.ts";

/** A word of the question as the index knows it. */
export type QuestionTerm = {
  term: string;
  /** As it is written in the question, also where it was read as another word, and where that stands. */
  written: string;
  start: number;
  end: number;
  id: number | undefined;
  /** Passages that hold it. */
  passages: number;
  /** How rare it is: 0 for a word in every passage. */
  idf: number;
  /** Its share of the question's whole weight; absent words count too. All shares sum to 1, or less with a swap. */
  share: number;
  /** Its share by its rarity alone, as it is told to who asked and as wordings are compared. */
  told: number;
  /** What it is read as, in full, when no passage holds it as it is written. */
  read_as?: string;
  /** A name, a number or a version: no other word stands for it. */
  fixed: boolean;
  /** It stands for another word of the question, which means the same. */
  swap?: Swap;
};

/** What a question is weighed by: which words there are, and how many passages hold them. */
export type TermCounts = Pick<InvertedIndex, "termId" | "passagesWith" | "averages">;

/** Weight of an identifier's pieces beside the whole: they repeat what the whole says. */
const partWeight = 0.6;
/** … and of a word that tells how somebody asks or describes, and seldom what about: few pages of a manual hold one. */
const aroundWeight = 0.5;
/** … and of a word in Latin letters in a Chinese question: the name of what is asked about. */
const namedWeight = 1.2;
/** Weight of a word that means the same, beside the word that was asked for. */
const swapWeight: Record<Swap["of"], number> = { folder: 0.8, everyday: 0.7 };

/**
 * So many words of a question count at most, the rarest: those that some passage holds, and those that none does. A text
 * of thousands is read as if it were made of these; to look for all of them would hold up whoever asks next.
 */
const most = { held: 192, absent: 64 };

/**
 * The content words of a question, each once, in its order. An identifier stands as a whole and in pieces; where no
 * passage holds the whole, its pieces speak for it. A single Han character counts only where no pair holds it.
 */
export function readQuestion(
  { text, corrections, swaps = [] }: Pick<EngineQuery, "text" | "corrections" | "swaps">,
  index: TermCounts,
): { terms: QuestionTerm[]; unknown: EngineResult["unknown"]; spoken: SpokenQuestion } {
  const tokens = tokenize(text).filter((token) => !token.stop);
  // A token's pieces follow it and lie within it.
  const total = Math.max(1, index.averages().passages);
  const terms = new Map<string, Weighed>();
  const unknown: EngineResult["unknown"] = [];
  const keeps = pairWeights(text);
  let pairEnd = 0;
  let wholeEnd = 0;
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    let piece = false;
    let split = false;
    if (token.kind === "han_single") {
      if (token.end <= pairEnd) continue;
    } else if (token.kind === "han") {
      pairEnd = token.end;
    } else {
      piece = token.end <= wholeEnd;
      split = next !== undefined && next.start < token.end;
      wholeEnd = Math.max(wholeEnd, token.end);
    }
    const corrected = corrections?.get(token.term);
    const term = corrected?.term ?? token.term;
    if (terms.has(term)) continue;
    const id = index.termId(term);
    const passages = id === undefined ? 0 : index.passagesWith(id);
    const written = text.slice(token.start, token.end);
    if (passages === 0) unknown.push({ term, written });
    if (passages === 0 && split) continue;
    const swap = swaps.find(({ start, end }) => start <= token.start && token.end <= end);
    // An everyday word stands for one that no passage holds, and is asked for as much as that one.
    const counted = swap?.of === "everyday" ? commoner(swap, passages, index) : passages;
    const idf = Math.log(1 + (total - counted + 0.5) / (counted + 0.5));
    terms.set(term, {
      term,
      written,
      start: token.start,
      end: token.end,
      id,
      passages,
      idf,
      share: 0,
      told: 0,
      fixed: isFixed(written, token, text),
      weight: idf * (piece ? partWeight : token.kind === "han" ? keeps(token, passages) : 1),
      ...(corrected === undefined ? {} : { read_as: corrected.word }),
      ...(swap === undefined ? {} : { swap }),
    });
  }
  const { list, spoken } = heaviest([...terms.values()], readSpoken(text));
  const told = sharesOf(list, ({ weight }) => weight);
  const han = isHan.test(text);
  const leans = (term: string) =>
    isAround(term) ? aroundWeight : han && isLatin.test(term) ? namedWeight : 1;
  const shares = sharesOf(list, ({ term, weight }) => weight * leans(term));
  return {
    terms: list.map(({ weight: _, ...term }, i) => ({
      ...term,
      share: shares[i] ?? 0,
      told: told[i] ?? 0,
    })),
    unknown,
    spoken,
  };
}

const isHan = /\p{Script=Han}/u;
const isLatin = /[a-z]/;

const isAround = (term: string): boolean =>
  !/^[\d.]+$/.test(term) && (isEveryday(term) || describes(term));

type Weighed = QuestionTerm & { weight: number };

/** A swap counts less than the word in whose place it stands, and takes nothing from the others by it. */
function sharesOf(terms: readonly Weighed[], weightOf: (term: Weighed) => number): number[] {
  const sum = terms.reduce((all, term) => all + weightOf(term), 0);
  if (sum === 0) return terms.map(() => 0);
  return terms.map((term) => (weightOf(term) * (term.swap ? swapWeight[term.swap.of] : 1)) / sum);
}

/** A rare word in the place of a frequent one says no more than that one did. */
function commoner({ held, written }: Swap, passages: number, index: TermCounts): number {
  if (held !== true) return 0;
  const pairs = tokenize(written).filter(
    ({ kind }) => kind !== "han_single" || written.length === 1,
  );
  const counts = pairs.map(({ term }) => {
    const id = index.termId(term);
    return id === undefined ? 0 : index.passagesWith(id);
  });
  return Math.max(passages, Math.min(...counts));
}

/** In their order. Nothing is said of words that do not count: they may stand in what is found. */
function heaviest<Term extends QuestionTerm & { weight: number }>(
  all: readonly Term[],
  spoken: SpokenQuestion,
): { list: readonly Term[]; spoken: SpokenQuestion } {
  if (all.length <= most.held + most.absent) return { list: all, spoken };
  const byWeight = [...all].sort((a, b) => b.weight - a.weight);
  const counted = new Set([
    ...byWeight.filter(({ passages }) => passages > 0).slice(0, most.held),
    ...byWeight.filter(({ passages }) => passages === 0).slice(0, most.absent),
  ]);
  const left = all.filter((term) => !counted.has(term));
  const touches = (word: { start: number; end: number }) =>
    left.some(({ start, end }) => start < word.end && word.start < end);
  return {
    list: all.filter((term) => counted.has(term)),
    spoken: { ...spoken, words: spoken.words.filter((word) => !touches(word)) },
  };
}
