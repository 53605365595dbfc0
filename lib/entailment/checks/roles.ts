import { tokenize } from "#lib/language/words";
import { has, isWhole } from "../facts/cues.ts";
import { codeIn } from "../facts/pieces.ts";
import { isHan, singleWords } from "../facts/single-words.ts";
import { subjectOf } from "../facts/subject.ts";
import { entailmentLimits } from "../limits.ts";
import { type Check, refuseIf } from "./check.ts";

export const roles: Check = {
  name: "roles",
  point: "It turns round who does what to whom, or what comes before what.",
  ofCopies: true,
  withholds: "always",
  judge: ({ text, carrier }) =>
    refuseIf(exchangesRoles(text, carrier.text) || exchangesSubjects(text, carrier.text)),
};

/**
 * Who does what to whom. A sentence made of the words of another one turns it round when, on the two sides of a verb or of
 * a word like "before", "than" and 早于, it has the words of either side on the other. The passive with its "by", 被 or 由 is
 * turned back first, so that what is merely said the other way stays. It compares words and their places and parses nothing:
 * a side that a sentence leaves out, or words that both sides share, prove nothing.
 */
function exchangesRoles(sentence: string, carrier: string): boolean {
  const mine = partsOf(sentence, carrier);
  const theirs = partsOf(carrier, sentence);
  return (
    mine.some((word, i) => theirs.some((same, j) => turned(mine, i, word, theirs, j, same))) ||
    links.some((link) => crossed(linked(mine, link), linked(theirs, link)))
  );
}

/** Words between the same two marks have one `phrase`, between marks and joining words one `clause`. */
type Part = {
  term: string;
  text: string;
  /** Written with a capital. */
  name: boolean;
  stop: boolean;
  clause: number;
  phrase: number;
  shared: boolean;
};
type Sides = { left: Set<string>; right: Set<string> };

/** The words of a text; Han in the longest runs that the other text holds too. */
function partsOf(text: string, other: string): Part[] {
  const terms = new Set(tokenize(other).map((t) => t.term));
  const parts: Part[] = [];
  let clause = 0;
  let phrase = 0;
  let last = 0;
  const add = (start: number, end: number, term: string, stop: boolean, shared: boolean) => {
    const piece = text.slice(start, end).toLowerCase();
    if (hasMark(text.slice(last, start))) {
      clause += 1;
      phrase += 1;
    } else if (isWhole(piece, "joining")) clause += 1;
    parts.push({
      term,
      text: piece,
      name: (text[start] ?? "") !== (text[start] ?? "").toLowerCase(),
      stop,
      clause,
      phrase,
      shared,
    });
    last = end;
  };
  const code = codeIn(text).map(({ start, end }) => ({
    ...{ start, end, shared: other.includes(text.slice(start, end)) },
  }));
  for (const token of tokenize(text)) {
    const span = code.find(({ start, end }) => token.start >= start && token.end <= end);
    if (span !== undefined) {
      const { start, end, shared } = span;
      if (start >= last) add(start, end, text.slice(start, end), false, shared);
      continue;
    }
    if (token.kind === "part" || token.kind === "han" || token.start < last) continue;
    if (token.kind !== "han_single") {
      add(token.start, token.end, token.term, token.stop, terms.has(token.term));
      continue;
    }
    const end = endOfRun(text, token.start, other);
    const run = text.slice(token.start, end);
    add(
      token.start,
      end,
      run,
      end - token.start < 2 || isWhole(run, "han-link", "han-helper"),
      other.includes(run),
    );
  }
  return parts;
}

const marks = new Set([...",;:.!?()|\n，；：。！？（）"]);
const hasMark = (text: string): boolean => [...text].some((char) => marks.has(char));
const particles = new Set("的了在被由把将從从到比和与或及、是为时");

function endOfRun(text: string, start: number, other: string): number {
  const ends = (at: number) =>
    !isHan(text[at] ?? "") ||
    particles.has(text[at] ?? "") ||
    isWhole(text.slice(at, at + 2), "han-link");
  if (isWhole(text.slice(start, start + 2), "han-link")) return start + 2;
  let end = start + 1;
  if (ends(start)) return end;
  while (!ends(end) && other.includes(text.slice(start, end + 1))) end += 1;
  return end;
}

function turned(
  mine: readonly Part[],
  i: number,
  word: Part,
  theirs: readonly Part[],
  j: number,
  same: Part,
): boolean {
  if (word.term !== same.term || isWhole(word.term, "mutual")) return false;
  if (!pivots(mine, i) || !pivots(theirs, j)) return false;
  return crossed(sidesOf(mine, i), sidesOf(theirs, j));
}

/** Can the word stand between somebody and what they do it to? */
function pivots(parts: readonly Part[], i: number): boolean {
  const [before, word, after] = [parts[i - 1], parts[i], parts[i + 1]];
  if (word === undefined) return false;
  if (isHan(word.text)) {
    // One character is a verb too (听从 is read as 听 and 从), but none of those that only join.
    const joins = particles.has(word.text) && !"比到".includes(word.text);
    if (joins || (word.text.length > 1 && word.stop && !word.text.endsWith("于"))) return false;
    return after?.text !== "的" && !"、和与或及的".includes(before?.text || "-");
  }
  if (word.stop) return false;
  if (before?.name === true && !word.name && after?.name === true) return true;
  const next = after?.clause === word.clause ? after.text : "";
  const last = before?.clause === word.clause ? before.text : "";
  if (isWhole(last, "helper", "being")) return true;
  if (isWhole(last, "determiner", "preposition")) return false;
  if (isWhole(next, "determiner") || next === "by") return true;
  if (next.endsWith("ed") || isWhole(next, "being")) return false;
  const plural = last.endsWith("s") && !last.endsWith("ss") && before?.name !== true;
  return word.text.endsWith("s") || word.text.endsWith("ed") || plural;
}

function sidesOf(parts: readonly Part[], i: number): Sides {
  const clause = parts[i]?.clause;
  const before = parts.slice(0, i).filter((part) => part.clause === clause);
  const after = parts.slice(i + 1).filter((part) => part.clause === clause);
  return isHan(parts[i]?.text ?? "") ? hanSides(before, after) : plainSides(before, after);
}

function hanSides(before: readonly Part[], after: readonly Part[]): Sides {
  const mark = before.findLastIndex(({ text }) => "被由把将".includes(text));
  if (mark === -1) return { left: said(before), right: said(after) };
  const [outer, inner] = [before.slice(0, mark), before.slice(mark + 1)];
  const agent = "被由".includes(before[mark]?.text ?? "-");
  return agent
    ? { left: said(inner), right: said([...outer, ...after]) }
    : { left: said(outer), right: said([...inner, ...after]) };
}

function plainSides(before: readonly Part[], after: readonly Part[]): Sides {
  const subject = firstNoun(before);
  const by = after.findIndex(
    ({ text }, i) => text === "by" && after[i + 1]?.text.endsWith("ing") !== true,
  );
  const passive =
    before.at(-1)?.text !== "to" &&
    before.slice(-entailmentLimits.near).some(({ text }) => isWhole(text, "being"));
  if (by !== -1 && by < entailmentLimits.near)
    return { left: firstNoun(after.slice(by + 1)), right: subject };
  if (passive) return { left: new Set(), right: new Set([...subject, ...firstNoun(after)]) };
  const object = isWhole(after[0]?.text ?? "", "preposition") ? after.slice(1) : after;
  // "Carries the box to the shelf": the shelf is no more the one who does it than the box.
  const end = object.findIndex((part) => ends(part) && !isWhole(part.text, "towards"));
  return { left: subject, right: said(end === -1 ? object : object.slice(0, end)) };
}

/** What stands before the first preposition; of "On Windows the installer" what stands from its article on. */
function firstNoun(parts: readonly Part[]): Set<string> {
  let from = 0;
  if (ends(parts[0])) {
    from = parts.findIndex(({ text }, i) => i > 1 && isWhole(text, "determiner"));
    if (from === -1) return new Set();
  }
  const rest = parts.slice(from);
  const end = rest.findIndex(ends);
  return said(end === -1 ? rest : rest.slice(0, end));
}

const ends = (part: Part | undefined): boolean =>
  part !== undefined && isWhole(part.text, "preposition", "conjunction");

const said = (parts: readonly Part[]): Set<string> =>
  new Set(parts.filter(({ stop, shared }) => shared && !stop).map(({ term }) => term));

const only = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one].filter((term) => !other.has(term));

function crossed(mine: Sides | undefined, theirs: Sides | undefined): boolean {
  if (mine === undefined || theirs === undefined) return false;
  const left = new Set(only(theirs.left, theirs.right));
  const right = new Set(only(theirs.right, theirs.left));
  return (
    only(mine.left, mine.right).some((term) => right.has(term)) &&
    only(mine.right, mine.left).some((term) => left.has(term))
  );
}

/** What follows such a word to the end of its clause, or to the next such word, stands on its right, everything else on its left. */
const links =
  "before after until than if-link when-link unless because instead rather over to into".split(" ");
function linked(parts: readonly Part[], link: string): Sides | undefined {
  const from = link === "to" ? parts.findIndex(({ text }) => text === "from") : 0;
  const at = parts.findIndex(
    ({ text }, i) => from !== -1 && i >= from && isWhole(text, `link-${link}`),
  );
  const word = parts[at];
  if (word === undefined) return undefined;
  const behind = isWhole(word.text, "behind");
  const next = parts.findIndex(({ text }, i) => i > at && isWhole(text, "conjunction"));
  const own = ({ phrase }: Part, i: number) =>
    phrase === word.phrase && (behind ? i < at : i > at && (next === -1 || i < next));
  return {
    left: said(parts.filter((part, i) => i !== at && !own(part, i))),
    right: said(parts.filter((part, i) => i !== at && own(part, i))),
  };
}

/** "The server writes to the log" told as "the log writes to the server": each is about what the other one only mentions. */
function exchangesSubjects(sentence: string, line: string): boolean {
  if (has(sentence, "turnable") || has(line, "turnable")) return false;
  const [mine, theirs] = [sentence, line].map((text) => {
    const subject = subjectOf(text);
    const rest = text.slice(text.indexOf(subject) + subject.length);
    return { subject: singleWords(subject), rest: new Set(singleWords(rest)) };
  });
  if (mine === undefined || theirs === undefined) return false;
  const shared = [...mine.rest].filter((word) => theirs.rest.has(word));
  if (shared.length < entailmentLimits.shared_words) return false;
  const own = mine.subject.filter((word) => !theirs.subject.includes(word));
  const other = theirs.subject.filter((word) => !mine.subject.includes(word));
  const crossed = (
    words: readonly string[],
    there: ReadonlySet<string>,
    here: ReadonlySet<string>,
  ) => words.length > 0 && words.every((word) => there.has(word) && !here.has(word));
  return crossed(own, theirs.rest, mine.rest) && crossed(other, mine.rest, theirs.rest);
}
