import { tokenize } from "#lib/language/words";
import { sentenceRanges } from "#lib/markdown/sentences";
import { recentTexts } from "#lib/platform/recent-texts";
import type { Around, Carrier } from "../carriers.ts";
import { contentWeight, type HeldWords, heldBy, wordsHeld } from "../coverage.ts";
import { hitsOf, opening, without } from "../facts/cues.ts";
import { piecesOf } from "../facts/pieces.ts";
import { isHan, pairsOf, singleWords } from "../facts/single-words.ts";
import { subjectOf } from "../facts/subject.ts";
import { entailmentLimits } from "../limits.ts";
import type { Case, Check, Verdict } from "./check.ts";

/**
 * A word that stands elsewhere in the lines, in the place of the line's own, makes another statement; so does a subject
 * that the line does not have while its own is left out. A word that stands nowhere in the lines and means nothing of
 * theirs may be a fair one: that is a doubt.
 */
export const exchanges: Check = {
  name: "exchanges",
  point: "It has words of another line, or of none, in the place of its line's own.",
  ofCopies: false,
  withholds: "with_figure",
  judge: putsInPlace,
};

function putsInPlace({ text, sentence, carrier, around, elsewhere }: Case): Verdict {
  const limits = entailmentLimits;
  const statement = wordsHeld(around.statement);
  const known = wordsHeld(`${around.statement}\n${around.above}`);
  const mine = wordsHeld(sentence);
  const one = carrier.unit.kind !== "table" && !carrier.text.includes("\n");
  const lacks = heldBy(text, known).lacks;
  if (carrier.cells !== undefined && lacks.some((word) => isBrought(word, elsewhere)))
    return "refuse";
  const head = one ? headOf(text, carrier, around) : undefined;
  if (head !== undefined && foreign(head, elsewhere)) return "refuse";
  if (bringsSubject(text, around, elsewhere)) return "refuse";
  const { share, words } = broughtBy(text, known, elsewhere);
  const loose = carrier.prose && carrier.unit.list === undefined;
  const most = loose ? limits.brought_most : limits.brought_least;
  const much = share > limits.brought_least;
  if (share > most || (much && namesSubject(words, elsewhere))) return "refuse";
  const doubt = head === undefined && !much ? "pass" : "doubt";
  const near =
    heldBy(text, statement).share >= limits.near_words &&
    heldBy(carrier.text, mine).share >= limits.near_line;
  if (!near) return doubt;
  const replaced = replacedWords(text, carrier.text, known, mine);
  if (replaced.length > 0 && onlyReplaces(text, carrier.text)) return "refuse";
  if (replaced.some((word) => isBrought(word, elsewhere))) return "refuse";
  return replaced.length > 0 ? "doubt" : doubt;
}

const headOf = (text: string, carrier: Carrier, around: Around): OtherHead | undefined =>
  around.refers ? undefined : otherHead(text, carrier.text);

const isBrought = (word: string, elsewhere: string): boolean =>
  word.length > 1 && standsIn(word, elsewhere);

/** How many words of the line the sentence goes on with that is about something else: no line with fewer bears it. */
export function copiedBehindOther({ text, carrier, around, elsewhere }: Case): number {
  if (carrier.unit.kind === "table" || carrier.text.includes("\n")) return 0;
  const head = headOf(text, carrier, around);
  return head !== undefined && foreign(head, elsewhere) ? head.copied : 0;
}

/** Is it about what none of the lines has a word of? */
export function newSubject(sentence: string, lines: string): boolean {
  const subject = subjectOf(sentence);
  return contentWeight(subject) >= 1 && heldBy(subject, wordsHeld(lines), 0).share === 0;
}

/** Is it about what the line has no word of, and another line has? */
export function bringsSubject(sentence: string, around: Around, elsewhere: string): boolean {
  const whole = subjectOf(sentence);
  const subject = whole.slice(0, hitsOf(whole, "further-noun")[0]?.start);
  return heldBy(subject, wordsHeld(`${around.statement}\n${around.above}`)).lacks.some((word) =>
    isBrought(word, elsewhere),
  );
}

const standsIn = (word: string, text: string): boolean => {
  if (isHan(word)) return text.includes(word);
  const { terms } = wordsHeld(text);
  return tokenize(word).some((token) => terms.has(token.term));
};

/** How much of what a sentence says, and what, the line lacks and another one has. */
function broughtBy(sentence: string, known: HeldWords, elsewhere: string) {
  const whole = contentWeight(sentence);
  if (whole < entailmentLimits.asked_weight) return { share: 0, words: [] };
  const words = heldBy(sentence, known, 0).lacks.filter((word) =>
    isHan(word) ? pairsOf(word).some((two) => elsewhere.includes(two)) : standsIn(word, elsewhere),
  );
  return { share: contentWeight(words.join(" ")) / whole, words };
}

/** Is one of the words what another line is about? */
function namesSubject(words: readonly string[], elsewhere: string): boolean {
  const subjects = subjectsIn(elsewhere);
  return words.some((word) =>
    isHan(word) ? pairsOf(word).some((two) => subjects.includes(two)) : standsIn(word, subjects),
  );
}

/** All the clauses of one sentence are asked against the same lines. */
const lately = recentTexts<string>(entailmentLimits.remembered_characters);

const subjectsIn = (lines: string): string =>
  lately.of(lines, () =>
    lines
      .split("\n")
      .flatMap((line) => sentenceRanges(line).map(({ start, end }) => line.slice(start, end)))
      .map((sentence) => subjectOf(sentence.trim()))
      .join("\n"),
  );

/**
 * Where sentence and line go on alike, what stands before that must be alike as well: "The worker ends after 30 seconds" is
 * not said by "A request ends after 30 seconds".
 */
function otherHead(sentence: string, line: string): OtherHead | undefined {
  const run = longestRun(sentence, line);
  if (run === undefined) return undefined;
  const before = line.slice(0, run.theirs);
  const [head, theirs] = [lastClause(sentence.slice(0, run.mine)), lastClause(before)];
  if (contentWeight(theirs) < entailmentLimits.head_weight) return undefined;
  // "At startup the installer …" and "On Windows the installer …" are both about the installer.
  if (opening(head, "adjunct") !== undefined && opening(sentence.slice(run.mine), "article"))
    return undefined;
  const lost = heldBy(theirs, wordsHeld(sentence), 0).share < entailmentLimits.lost_share;
  const most = run.words >= contentWeight(sentence) * entailmentLimits.most_copied;
  if (contentWeight(head) < entailmentLimits.head_weight) {
    return lost && most && !onlyGoesOn(head)
      ? { head, before, lacks: [], copied: run.words }
      : undefined;
  }
  const found = heldBy(head, wordsHeld(before), 0);
  const { alike } = entailmentLimits;
  const least = isHan(head) ? alike + Number.EPSILON : alike;
  if (found.share >= least || heldBy(theirs, wordsHeld(head), 0).share >= least) return undefined;
  const copied = run.words >= contentWeight(sentence) * entailmentLimits.copied ? run.words : 0;
  return { head, before, lacks: found.lacks, copied };
}

const weightOfKind: Record<string, number> = {
  ...{ han_single: entailmentLimits.run_character, number: entailmentLimits.number_weight },
};

/** The end of a text, from the last mark or joining word on. */
const lastClause = (text: string): string => {
  const last = piecesOf(text, "joint").at(-1);
  return last?.end === text.length ? last.text : "";
};

type OtherHead = { head: string; before: string; lacks: string[]; copied: number };

/** "Then also" and the like, and nothing else. */
const onlyGoesOn = (head: string): boolean => tokenize(without(head, "goes-on")).length === 0;

/** Does a head bring words that stand elsewhere in the lines? Chinese ones are told by two characters. */
function foreign({ head, before, lacks }: OtherHead, elsewhere: string): boolean {
  if (contentWeight(head) < entailmentLimits.head_weight) return true;
  if (lacks.some((word) => !isHan(word) && standsIn(word, elsewhere))) return true;
  return pairsOf(head).some(
    (two) =>
      [...two].every(isHan) &&
      contentWeight(two) > 0 &&
      !before.includes(two) &&
      elsewhere.includes(two),
  );
}

type Run = { mine: number; theirs: number; words: number };

/** The most words of the sentence that stand in the line one after the other: how many, and where in either. */
export function longestRun(sentence: string, line: string): Run | undefined {
  const whole = (text: string) =>
    tokenize(text).filter(({ kind }) => kind !== "part" && kind !== "han");
  const [mine, theirs] = [whole(sentence), whole(line)];
  if (mine.length * theirs.length > entailmentLimits.compared) return undefined;
  let best: Run | undefined;
  for (const [i, token] of mine.entries()) {
    for (const [j, other] of theirs.entries()) {
      if (token.term !== other.term) continue;
      let words = 0;
      for (let n = 0; mine[i + n]?.term === theirs[j + n]?.term; n += 1) {
        const next = mine[i + n];
        if (next === undefined) break;
        words += weightOfKind[next.kind] ?? 1;
      }
      if (words >= entailmentLimits.run && words > (best?.words ?? 0))
        best = { mine: token.start, theirs: other.start, words };
    }
  }
  return best;
}

/** Words of the sentence that the lines lack, in the very place of words of theirs that it leaves out. */
function replacedWords(
  sentence: string,
  line: string,
  known: HeldWords,
  mine: HeldWords,
): string[] {
  const said = singleWords(sentence);
  const own = singleWords(line);
  const places = new Set(placesOf(own, new Set(said)).map(({ place }) => place));
  const lacks = new Set(heldBy(sentence, known).lacks.flatMap(singleWords));
  const left = new Set(heldBy(line, mine).lacks.flatMap(singleWords));
  if (left.size === 0) return [];
  return placesOf(said, new Set(own))
    .filter(({ word, place }) => places.has(place) && lacks.has(word))
    .map(({ word }) => word);
}

/** Is a sentence the line itself but for words that the line lacks, in the place of others? */
export function isLineButForWords(sentence: string, { text, words }: Carrier): boolean {
  const replaced = replacedWords(sentence, text, words, wordsHeld(sentence));
  return replaced.length > 0 && onlyReplaces(sentence, text);
}

/** Do words stand in the place of others, and nowhere else? */
function onlyReplaces(sentence: string, line: string): boolean {
  const [said, own] = [singleWords(sentence), singleWords(line)];
  const most = isHan(line) ? entailmentLimits.apart_characters : entailmentLimits.apart_words;
  if (Math.abs(said.length - own.length) > most) return false;
  const mine = new Set(placesOf(said, new Set(own)).map(({ place }) => place));
  const theirs = new Set(placesOf(own, new Set(said)).map(({ place }) => place));
  return mine.size === theirs.size && [...mine].every((place) => theirs.has(place));
}

/** Where the words that `shared` lacks stand: between which of the shared ones. */
function placesOf(words: readonly string[], shared: ReadonlySet<string>) {
  const nearestShared = (from: number, step: 1 | -1) => {
    let i = from;
    while (i >= 0 && i < words.length && !shared.has(words[i] ?? "")) i += step;
    return words[i] ?? "";
  };
  return words.flatMap((word, i) =>
    shared.has(word) ? [] : [{ word, place: `${nearestShared(i, -1)} ${nearestShared(i, 1)}` }],
  );
}
