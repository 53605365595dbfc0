import { hanWordsIn, meaningsOf } from "#lib/language/same-words";
import { tokenize } from "#lib/language/words";
import { recentTexts } from "#lib/platform/recent-texts";

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
const lately = recentTexts<HeldWords>(200_000);

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

const telling = new Set(
  [
    ..."default way simply mean example use want need allow let make get such kind case also still then make take give help work available able possible".split(
      " ",
    ),
    ..."means using used certain particular specific specify".split(" "),
  ].flatMap((word) => tokenize(word).map((token) => token.term)),
);
const tellingHan =
  /可以|能够|通过|进行|使用|需要|即可|就会|就能|表示|说明|意味着|意味|如果|默认|一[个种条次]|这[个种些]|那[个种些]|想要|作为|您|你|我|不会|无需|没有|因此|由于|因为|所以|以及|处于|时候|每[个种条次]|之[后前]|[的了在把将被由从与和或及也都就才再还只而且则即并其所该某这那不没无未是有为以对会能要时请让想先]/g;

/** The characters of a text that only tell. */
function tellingIn(text: string): boolean[] {
  const telling: boolean[] = [];
  for (const { 0: word, index } of text.matchAll(tellingHan)) {
    for (let i = index; i < index + word.length; i += 1) telling[i] = true;
  }
  return telling;
}

/** A Chinese character says less than a word. */
const weightOfHan = 0.6;
/** … and one that stands in the lines without its neighbours less than one with them. */
const alone = 0.6;

/** `single`: what a Chinese character counts that stands in the lines without its neighbours. */
export function heldBy(sentence: string, lines: HeldWords, single = alone): Held {
  const covered = coveredHan(sentence, lines);
  const told = tellingIn(sentence);
  const code = [...sentence.matchAll(/`([^`]+)`/g)].filter((hit) =>
    lines.text.includes(hit[1] ?? ""),
  );
  const inCode = (at: number) =>
    code.some((hit) => at > hit.index && at < hit.index + hit[0].length);
  let total = 0;
  let hits = 0;
  let run = 0;
  let longest = 0;
  const said = new Set<string>();
  const lacking: { start: number; end: number; han: boolean }[] = [];
  for (const token of tokenize(sentence)) {
    if (token.kind === "part" || token.kind === "han") continue;
    const isHan = token.kind === "han_single";
    const weight = isHan ? weightOfHan : 1;
    const share = inCode(token.start)
      ? 1
      : isHan
        ? hanShare(token.term, token.start, covered, lines, single)
        : wordShare(token.term, lines);
    const idle = isHan ? told[token.start] === true : token.stop || telling.has(token.term);
    if (idle && (share === 0 || token.stop || single === 0)) continue;
    if (share > 0) run = 0;
    // Said again, a word of the lines bears out no more.
    if (share > 0 && !isHan && said.has(token.term)) continue;
    said.add(token.term);
    total += weight;
    hits += weight * share;
    if (share > 0) continue;
    run += weight;
    longest = Math.max(longest, run);
    const last = lacking.at(-1);
    if (isHan && last?.han && last.end === token.start) last.end = token.end;
    else lacking.push({ start: token.start, end: token.end, han: isHan });
  }
  const lacks = [...new Set(lacking.map(({ start, end }) => sentence.slice(start, end)))];
  return { share: total === 0 ? 0 : hits / total, run: longest, lacks };
}

/** How many words of a text say something by themselves. */
export function contentWeight(text: string): number {
  const told = tellingIn(text);
  return tokenize(text).reduce((sum, { kind, stop, term, start }) => {
    if (kind === "part" || kind === "han" || stop || telling.has(term)) return sum;
    if (kind !== "han_single") return sum + 1;
    return told[start] === true ? sum : sum + weightOfHan;
  }, 0);
}

/** Do the lines have the word, or one of its meaning? */
export const holdsWord = (term: string, lines: HeldWords): boolean => wordShare(term, lines) > 0;

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
  const pair = /^\p{Script=Han}{2}$/u;
  for (let i = 0; i + 2 <= sentence.length; i += 1) {
    const two = sentence.slice(i, i + 2);
    if (pair.test(two) && lines.text.includes(two)) covered[i] = covered[i + 1] = true;
  }
  for (const { start, end, meanings } of hanWordsIn(sentence)) {
    if (!meanings.some((meaning) => lines.meanings.has(meaning))) continue;
    for (let i = start; i < end; i += 1) covered[i] = true;
  }
  return covered;
}
