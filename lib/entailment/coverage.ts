import { hanWordsIn, meaningsOf } from "#lib/language/same-words";
import { tokenize } from "#lib/language/words";
import { recentTexts } from "#lib/platform/recent-texts";
import { hitsOf } from "./facts/cues.ts";
import { codeIn } from "./facts/pieces.ts";
import { isHan } from "./facts/single-words.ts";
import { entailmentLimits } from "./limits.ts";

/**
 * How much of what a sentence says stands in the lines that should carry it: its content words one by one, a Chinese
 * sentence by its characters. A word also counts when the lines have one of its meaning; words of the telling ("you can",
 * "by default", 通过, 即可) count only where they stand.
 */
export type Held = {
  /** Of the sentence's weight the share that the lines hold. */
  share: number;
  /** The longest run of words that they lack: somebody's own addition. */
  run: number;
  /** Words that they lack, as written; Han in runs. */
  lacks: string[];
};

/** What lines hold, ready to be asked. */
export type HeldWords = { text: string; terms: ReadonlySet<string>; meanings: ReadonlySet<number> };

export const wordsHeld = (text: string): HeldWords => lately.of(text, readWords);

/** What both hold. */
export const joinHeld = (one: HeldWords, other: HeldWords): HeldWords => ({
  text: `${one.text}\n${other.text}`,
  terms: new Set([...one.terms, ...other.terms]),
  meanings: new Set([...one.meanings, ...other.meanings]),
});

/** The lines of one answer are asked for each of its sentences. */
const lately = recentTexts<HeldWords>(entailmentLimits.remembered_characters);

function readWords(text: string): HeldWords {
  const terms = new Set<string>();
  const meanings = new Set<number>();
  for (const token of tokenize(text)) {
    if (token.kind === "han" || token.kind === "part") continue;
    terms.add(token.term);
    for (const meaning of meaningsOf(token.term)) meanings.add(meaning);
  }
  for (const word of hanWordsIn(text)) for (const meaning of word.meanings) meanings.add(meaning);
  return { text, terms, meanings };
}

/** The characters of a text that only tell ("you can", "by default", 通过). */
function tellingIn(text: string): boolean[] {
  const telling: boolean[] = [];
  for (const { start, end } of hitsOf(text, "telling"))
    for (let i = start; i < end; i += 1) telling[i] = true;
  return telling;
}

/** `single`: what a Chinese character counts that stands in the lines without its neighbours. */
export function heldBy(
  sentence: string,
  lines: HeldWords,
  single = entailmentLimits.lone_character,
): Held {
  const covered = coveredHan(sentence, lines);
  const told = tellingIn(sentence);
  const code = codeIn(sentence).filter(({ text }) => lines.text.includes(text));
  const inCode = (at: number) => code.some(({ start, end }) => at > start && at < end);
  let total = 0;
  let hits = 0;
  let run = 0;
  let longest = 0;
  const said = new Set<string>();
  const lacking: { start: number; end: number; han: boolean }[] = [];
  for (const token of tokenize(sentence)) {
    if (token.kind === "part" || token.kind === "han") continue;
    const oneHan = token.kind === "han_single";
    const weight = oneHan ? entailmentLimits.character_weight : 1;
    const share = inCode(token.start)
      ? 1
      : oneHan
        ? hanShare(token.term, token.start, covered, lines, single)
        : wordShare(token.term, lines);
    const idle = told[token.start] === true || (!oneHan && token.stop);
    if (idle && (share === 0 || token.stop || single === 0)) continue;
    if (share > 0) run = 0;
    // Said again, a word of the lines bears out no more.
    if (share > 0 && !oneHan && said.has(token.term)) continue;
    said.add(token.term);
    total += weight;
    hits += weight * share;
    if (share > 0) continue;
    run += weight;
    longest = Math.max(longest, run);
    const last = lacking.at(-1);
    if (oneHan && last?.han && last.end === token.start) last.end = token.end;
    else lacking.push({ start: token.start, end: token.end, han: oneHan });
  }
  const lacks = [...new Set(lacking.map(({ start, end }) => sentence.slice(start, end)))];
  return { share: total === 0 ? 0 : hits / total, run: longest, lacks };
}

/** How many words of a text say something by themselves. */
export function contentWeight(text: string): number {
  const told = tellingIn(text);
  return tokenize(text).reduce((sum, { kind, stop, start }) => {
    if (kind === "part" || kind === "han") return sum;
    if (stop || told[start] === true) return sum;
    return sum + (kind === "han_single" ? entailmentLimits.character_weight : 1);
  }, 0);
}

function wordShare(term: string, lines: HeldWords): number {
  if (lines.terms.has(term)) return 1;
  return meaningsOf(term).some((meaning) => lines.meanings.has(meaning)) ? 1 : 0;
}

function hanShare(
  term: string,
  at: number,
  covered: readonly boolean[],
  lines: HeldWords,
  single: number,
): number {
  if (covered[at] === true) return 1;
  return lines.terms.has(term) ? single : 0;
}

/** The characters that stand in the lines with a neighbour, or belong to a word of the same meaning as one of theirs. */
function coveredHan(sentence: string, lines: HeldWords): boolean[] {
  const covered: boolean[] = [];
  for (let i = 0; i + 2 <= sentence.length; i += 1) {
    const two = sentence.slice(i, i + 2);
    if (isHan(two[0] ?? "") && isHan(two[1] ?? "") && lines.text.includes(two))
      covered[i] = covered[i + 1] = true;
  }
  for (const { start, end, meanings } of hanWordsIn(sentence)) {
    if (!meanings.some((meaning) => lines.meanings.has(meaning))) continue;
    for (let i = start; i < end; i += 1) covered[i] = true;
  }
  return covered;
}
