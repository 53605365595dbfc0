import { tokenize } from "#lib/language/words";
import type { Around, Carrier } from "../carriers.ts";
import { contentWeight, type HeldWords, heldBy, holdsWord, wordsHeld } from "../coverage.ts";
import { singleWords } from "./single-words.ts";

/**
 * Is a sentence the line with a word put in the place of another? A word that stands elsewhere in the lines, in the place
 * of the line's own, makes another statement; so does a subject that the line does not have while its own is left out. A
 * word that stands nowhere in the lines and means nothing of theirs may be a fair one: that is a doubt.
 */
export function exchanges(
  sentence: string,
  carrier: Carrier,
  around: Around,
  elsewhere: string,
  whole: string | undefined,
): Objection | undefined {
  const statement = wordsHeld(around.statement);
  const known = wordsHeld(`${around.statement}\n${around.above}`);
  const mine = wordsHeld(whole ?? sentence);
  const brought = (text: string) =>
    heldBy(text, known).lacks.filter((word) => word.length > 1 && standsIn(word, elsewhere));
  const one = carrier.unit.kind !== "table" && !carrier.text.includes("\n");
  if (carrier.cells !== undefined && brought(sentence).length > 0) return "other";
  if (one && swaps(sentence, carrier.text, known)) return "other";
  const head = around.refers || !one ? undefined : otherHead(sentence, carrier.text);
  if (head !== undefined && foreign(head, elsewhere))
    return head.copied > 0 ? { denied: head.copied } : "other";
  const near =
    heldBy(sentence, statement).share >= nearCopy && heldBy(carrier.text, mine).share >= halfCopy;
  if (bringsSubject(sentence, around, elsewhere)) return "other";
  const { share, words } = broughtBy(sentence, known, elsewhere);
  const loose = carrier.prose && carrier.unit.list === undefined;
  const most = loose ? mostBrought : leastBrought;
  if (share > most || (share > leastBrought && namesSubject(words, elsewhere))) return "other";
  const doubt = head === undefined && share <= leastBrought ? undefined : "doubt";
  if (!near) return doubt;
  const replaced = replacedWords(sentence, carrier.text, known, mine);
  if (replaced.length > 0 && onlyReplaces(sentence, carrier.text)) return "other";
  if (replaced.some((word) => word.length > 1 && standsIn(word, elsewhere))) return "other";
  return replaced.length > 0 ? "doubt" : doubt;
}

/** Is it about what none of the lines has a word of? */
export function newSubject(sentence: string, lines: string): boolean {
  const subject = subjectOf(sentence);
  return contentWeight(subject) >= 1 && heldBy(subject, wordsHeld(lines), 0).share === 0;
}

/** Is it about what the line has no word of, and another line has? */
export function bringsSubject(sentence: string, around: Around, elsewhere: string): boolean {
  const [subject = ""] = subjectOf(sentence).split(furtherNoun);
  return heldBy(subject, wordsHeld(`${around.statement}\n${around.above}`)).lacks.some(
    (word) => word.length > 1 && standsIn(word, elsewhere),
  );
}

/** A sentence made of a line's words to this degree, and holding half of them, is a copy of it, right or wrong. */
const nearCopy = 0.6;
const halfCopy = 0.5;

const standsIn = (word: string, text: string): boolean => {
  if (han.test(word)) return text.includes(word);
  const { terms } = wordsHeld(text);
  return tokenize(word).some((token) => terms.has(token.term));
};

/** How much of what a sentence says, and what, the line lacks and another one has. */
function broughtBy(sentence: string, known: HeldWords, elsewhere: string) {
  const whole = contentWeight(sentence);
  if (whole < leastAsked) return { share: 0, words: [] };
  const words = heldBy(sentence, known, 0).lacks.filter((word) =>
    han.test(word)
      ? pairsOf(word).some((two) => elsewhere.includes(two))
      : standsIn(word, elsewhere),
  );
  return { share: contentWeight(words.join(" ")) / whole, words };
}

const leastAsked = 2.5;
/** More than this from another line puts a sentence in doubt; more than that another sentence. */
const leastBrought = 0.13;
const mostBrought = 0.3;

/** Is one of the words what another line is about? */
function namesSubject(words: readonly string[], elsewhere: string): boolean {
  const subjects = subjectsIn(elsewhere);
  return words.some((word) =>
    han.test(word) ? pairsOf(word).some((two) => subjects.includes(two)) : standsIn(word, subjects),
  );
}

/** All the clauses of one sentence are asked against the same lines. */
let lately = { lines: "", subjects: "" };

function subjectsIn(lines: string): string {
  if (lately.lines === lines) return lately.subjects;
  const all = lines.split(/\n|[.!?]\s|[。！？；;]/).map((line) => subjectOf(line.trim()));
  lately = { lines, subjects: all.join("\n") };
  return lately.subjects;
}

const pairsOf = (text: string): string[] => [...text].slice(1).map((_, i) => text.slice(i, i + 2));

/**
 * Where sentence and line go on alike, what stands before that must be alike as well: "The worker ends after 30 seconds" is
 * not said by "A request ends after 30 seconds".
 */
function otherHead(sentence: string, line: string): OtherHead | undefined {
  const run = longestRun(sentence, line);
  if (run === undefined) return undefined;
  const before = line.slice(0, run.theirs);
  const [head, theirs] = [lastClause(sentence.slice(0, run.mine)), lastClause(before)];
  if (contentWeight(theirs) < leastHead) return undefined;
  // "At startup the installer …" and "On Windows the installer …" are both about the installer.
  if (adjunct.test(head) && /^(?:the|an?|each|every)\s/i.test(sentence.slice(run.mine)))
    return undefined;
  const lost = heldBy(theirs, wordsHeld(sentence), 0).share < lostShare;
  const most = run.words >= contentWeight(sentence) * 0.6;
  if (contentWeight(head) < leastHead) {
    return lost && most && !sequence.test(head)
      ? { head, before, lacks: [], copied: run.words }
      : undefined;
  }
  const found = heldBy(head, wordsHeld(before), 0);
  const least = han.test(head) ? alike + 0.01 : alike;
  if (found.share >= least || heldBy(theirs, wordsHeld(head), 0).share >= least) return undefined;
  const copied = run.words >= contentWeight(sentence) * 0.4 ? run.words : 0;
  return { head, before, lacks: found.lacks, copied };
}

/** What of a subject stands behind such a word is not what it is about. */
const furtherNoun = /\s(?:that|which|who|of|in|on|to|for|with|from)\s/;
const leastHead = 0.5;
const alike = 0.5;
const adjunct = /^\W*(?:on|at|in|after|before|during|since|by|for|with|without|under)\s/i;
/** Such a head only goes on. */
const sequence =
  /^[^\p{L}]*(?:(?:and|then|also|so|or|it|you|can|do|does|not|never|please)\s*)*$|^[^\p{L}]*(?:不要?|勿|请勿|再|先|然后|并且?|也|就|还|则|可以?|会|请|或|也可以|你)*$/iu;
const lostShare = 0.34;
/** Words, or Chinese characters by their share of one, that make a run. */
const leastRun = 3;
/** A sentence of some hundred words beside a line of as many is not asked. */
const mostCompared = 60_000;
const weightOfKind: Record<string, number> = { han_single: 0.75, number: 1.5 };

const lastClause = (text: string): string =>
  text.split(/[,;:，；：。.](?=\s|\p{Script=Han})|\s(?:and|but|while|whereas)\s/u).at(-1) ?? "";

/** How many words of a line a sentence goes on with that is about something else: no line with fewer bears it. */
export type Objection = { denied: number } | "other" | "doubt";
type OtherHead = { head: string; before: string; lacks: string[]; copied: number };

/** Does a head bring words that stand elsewhere in the lines? Chinese ones are told by two characters. */
function foreign({ head, before, lacks }: OtherHead, elsewhere: string): boolean {
  if (contentWeight(head) < leastHead) return true;
  if (lacks.some((word) => !han.test(word) && standsIn(word, elsewhere))) return true;
  for (let i = 0; i + 2 <= head.length; i += 1) {
    const two = head.slice(i, i + 2);
    if (
      hanPair.test(two) &&
      contentWeight(two) > 0 &&
      !before.includes(two) &&
      elsewhere.includes(two)
    )
      return true;
  }
  return false;
}

const han = /\p{Script=Han}/u;
const hanPair = /^\p{Script=Han}{2}$/u;

type Run = { mine: number; theirs: number; words: number };

/** The most words of the sentence that stand in the line one after the other: how many, and where in either. */
export function longestRun(sentence: string, line: string): Run | undefined {
  const whole = (text: string) =>
    tokenize(text).filter(({ kind }) => kind !== "part" && kind !== "han");
  const [mine, theirs] = [whole(sentence), whole(line)];
  if (mine.length * theirs.length > mostCompared) return undefined;
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
      if (words >= leastRun && words > (best?.words ?? 0))
        best = { mine: token.start, theirs: other.start, words };
    }
  }
  return best;
}

const fronted =
  /^(?:if|when|whenever|after|before|once|unless|until|to|for|in|on|at|with|without|by|while|because|since|under|from|during)\b(?:[^,]*,\s*|\s+\S+\s+(?=(?:the|an?)\s))/i;
const verb =
  /\s(?:is|are|was|were|has|have|had|does|do|did|can|cannot|will|may|might|must|should|isn['’]t|aren['’]t|doesn['’]t|don['’]t|can['’]t)\s|\s(?:(?:\p{Ll}{2,}(?:[^s]s|ed)|grew|wrote|left|became|began|ran|went|gave|took|kept|held|built|made|won|lost|rose|fell|sent|met|led|sold|stood))\s/u;
const hanVerb =
  /^[^，。、；：]{2,18}?(?=建于|位于|是|有|会|在|可以|不|从|被|由|每|需要|显示|表示|读取|删除|保留|支持|包含|使用|能|只|将|必须|默认)/u;

/** What a sentence is about: the words before its verb; empty where it opens with one. */
export function subjectOf(text: string): string {
  if (/\p{Script=Han}/u.test(text)) return hanVerb.exec(text)?.[0] ?? "";
  const main = text.replace(/^(?:note that|also,?|yes,?|no,?)\s+/i, "").replace(fronted, "");
  const at = verbAt(main);
  const subject = at === -1 || at > longestSubject ? "" : main.slice(0, at);
  return /^(?:it|they|this|these|those|that|he|she|you|we|there|which|who)\b/i.test(subject)
    ? ""
    : subject;
}

/** "All unit tests can …": what stands before an auxiliary is no verb. */
function verbAt(text: string): number {
  const hit = verb.exec(text);
  if (hit === null) return -1;
  const next = auxiliary.exec(text.slice(hit.index + hit[0].length - 1));
  return next === null ? hit.index : hit.index + hit[0].length - 1;
}

const auxiliary =
  /^\s(?:is|are|was|were|has|have|had|does|do|did|can|cannot|will|may|might|must|should)\s/;
const longestSubject = 60;

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

/** A sentence with words in the place of others is about as long as the line. */
const mostApart = 2;

/** Is a sentence the line itself but for words in the place of others? */
function onlyReplaces(sentence: string, line: string): boolean {
  const [said, own] = [singleWords(sentence), singleWords(line)];
  const most = han.test(line) ? mostApart * 3 : mostApart;
  if (Math.abs(said.length - own.length) > most) return false;
  const mine = new Set(placesOf(said, new Set(own)).map(({ place }) => place));
  const theirs = new Set(placesOf(own, new Set(said)).map(({ place }) => place));
  return mine.size === theirs.size && [...mine].every((place) => theirs.has(place));
}

/** Is a sentence the line but for a word, however little it says, that means nothing of the line's? */
function swaps(sentence: string, line: string, known: HeldWords): boolean {
  if (/\p{Script=Han}/u.test(sentence) || !onlyReplaces(sentence, line)) return false;
  const own = singleWords(line);
  const mine = singleWords(sentence);
  const replaced = mine.filter((word) => !own.includes(word));
  if (mine.length !== own.length || replaced.length !== 1) return false;
  return replaced.some((word) => !holdsWord(word, known));
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
