import { type Around, aroundCarrier, type Carrier, type Evidence } from "../carriers.ts";
import { mixesClauses } from "../clauses.ts";
import { contentWeight, heldBy, wordsHeld } from "../coverage.ts";
import { denialsIn, withdraws } from "../negations.ts";
import { amountsIn, holdsAmount } from "./amounts.ts";
import { turnsCell } from "./cell-states.ts";
import { changesLine, said } from "./contradictions.ts";
import { bringsSubject, longestRun, newSubject } from "./exchanges.ts";
import { namesIn } from "./facts.ts";
import { changesDegree, changesForce } from "./force.ts";
import { turnsRound } from "./opposites.ts";
import { joinsUnlike, turnsHalves } from "./order.ts";
import { exchangesOrder, exchangesRoles } from "./roles.ts";
import { partsOfSentence } from "./sentence-parts.ts";

/** A clause of a sentence, or the whole of it, and the lines it may rest on (borne.ts). */
export type Told = {
  sentence: string;
  clause: string;
  evidence: Evidence;
  window: readonly Carrier[];
  /** The lines; these with the headings over them. */
  text: string;
  all: string;
};

/** So like a line that a word of it may not be changed, nor its force or its numbers. */
const alike = { opposite: 0.5, number: 0.6, force: 0.7, words: 0.95 };

/** Do the lines nearest to a clause say something else? What stands here refuses a sentence, however like them it is. */
export function contradicted(told: Told, nearest: readonly Carrier[]): boolean {
  const { sentence, clause, evidence, text } = told;
  const [first] = nearest;
  if (first === undefined) return false;
  const around = aroundCarrier(first, evidence);
  const likeness = heldBy(clause, first.words).share;
  const turned = (said: string) => turnsRound(said, around.statement);
  if (polarityTurns(told, nearest, likeness)) return true;
  if (likeness >= alike.opposite && turned(clause) && turned(sentence)) return true;
  if (likeness >= alike.opposite && leavesException(sentence, first.text)) return true;
  if (changesDegree(clause, text)) return true;
  const stronger = (said: string) => changesForce(said, text, first.text) === "other";
  if (likeness >= alike.force && stronger(clause) && stronger(sentence)) return true;
  if (first.cells !== undefined && turnsCell(clause, first.unit.text)) return true;
  if (exchangesRoles(clause, first.text) || exchangesOrder(clause, first.text)) return true;
  if (turnsHalves(sentence, first.text) || joinsUnlike(sentence, first.text)) return true;
  const whole = heldBy(sentence, first.words).share;
  if (whole >= alike.words && first.prose && mixesClauses(sentence, first.text)) return true;
  if (likeness >= alike.number && takesNumber(told, around)) return true;
  return movesNumber(clause, first.text) || copiesChanged(told, nearest);
}

/** Is it a copy with a fact, who does what, or what it is about changed, of the line that it is most like? */
export function copiesChanged(told: Told, nearest: readonly Carrier[]): boolean {
  const { sentence, clause, evidence, all } = told;
  const mine = wordsHeld(clause);
  const copied = nearest.filter((one) => isCopy(told, one));
  const like = ({ text, words }: Carrier) => heldBy(clause, words).share + heldBy(text, mine).share;
  const least = Math.max(...copied.map(like)) * asLike;
  const read = said(clause, new Set([...namesIn(all), ...namesIn(clause)]));
  const changed = copied
    .filter((one) => like(one) >= least)
    .map((one) => {
      const around = aroundCarrier(one, evidence);
      return changesLine(read, one, around, sentence) || bringsSubject(clause, around, all);
    });
  return changed.length > 0 && (newSubject(clause, all) || changed.every(Boolean));
}

const asLike = 0.95;

/** Words that hold a denial without saying "not", or that one may be told with. */
const denying =
  /\b(?:forbid\w*|prohibit\w*|ban(?:s|ned)?|only|unless|except\w*|until|stop\w*|prevent\w*|disabl\w*|off|ignor\w*|skip\w*|exclud\w*|reject\w*|refus\w*|den(?:y|ies|ied)|block\w*|lack\w*|fail\w*|miss\w*|remov\w*|without|unable|un\w{4,}ed|un\w{4,}able|invalid|in\w{3,}ible|empty|untouched|instead|rather|but|otherwise|hid\w*|free|less|few\w*|before|avoid\w*|leave\w*|drop\w*|close[ds]?|deprecat\w*|wrong\w*|myth\w*|unlike|even (?:if|though|when))\b|[只仅除禁拒停免少空才而零]|关闭|跳过|忽略|避免|缺|失败|无效|否则|即使|即便|哪怕|之前|隐藏|错误|误|例外|移除|删除|弃用/i;

/** Where nothing is set, what stands there by default holds. */
const unset =
  /\b(?:not|n['’]t|without being|nothing is) (?:set|given|specified|configured|passed)\b|\b(?:unset|omitted)\b|[不未没](?:有)?(?:设置|设定|指定|配置|填写|给出|传入)/i;
const byDefault = /\bdefaults?\b|默认|缺省/i;

/** So like a line, or a clause of one, that it denies as often. */
const nearCopy = { held: 0.7, back: 0.6 };
const limits = /\b(?:only|solely|just)\b|[只仅]/i;

/** A clause denies where what it is nearly a copy of does, or a line near to it; else it affirms. */
function polarityTurns(told: Told, nearest: readonly Carrier[], likeness: number): boolean {
  const { sentence, clause, evidence } = told;
  const [first] = nearest;
  const own = denialsIn(clause);
  if (unset.test(clause) && byDefault.test(told.text)) return false;
  const copied = copiedText(told, nearest);
  if (copied !== undefined) {
    // "Neither is nor does" may be two clauses: what both deny they deny as often in all.
    const apart = deniesOtherwise(clause, copied.text, copied.over);
    const both = own.most > 0 && denialsIn(copied.text).most + copied.over > 0;
    return apart && !(both && !deniesOtherwise(sentence, copied.line, copied.over));
  }
  if (likeness < alike.opposite) return false;
  const around = (one: Carrier) => aroundCarrier(one, evidence);
  if (own.least > 0)
    return !nearest.some((one) => {
      const { denials, statement } = around(one);
      return denialsIn(one.text).most + denials > 0 || denying.test(statement);
    });
  if (own.most > 0 || denialsIn(sentence).most > 0 || denying.test(sentence)) return false;
  if (warnsOf(clause, first?.text ?? "")) return false;
  return nearest.every((one) => {
    const near = heldBy(clause, one.words).share >= alike.opposite;
    return near && denialsIn(nearestClause(clause, one.text)).least + around(one).denials > 0;
  });
}

/** "A breaks B" of a line that says "no A, otherwise B". */
const otherwise = /(?:\botherwise\b|\bor else\b|否则|不然)[,，]?\s*([^.。；;]{2,})/i;
const warnsOf = (clause: string, line: string): boolean => {
  const result = otherwise.exec(line)?.[1];
  return result !== undefined && heldBy(result, wordsHeld(clause)).share >= leastWarned;
};
const leastWarned = 0.5;

function deniesOtherwise(text: string, line: string, over: number): boolean {
  const [mine, theirs] = [denialsIn(text), denialsIn(line)];
  const open = limits.test(text) ? 1 : 0;
  const echoed = withdraws(text) ? over : 0;
  return (
    mine.least + echoed > theirs.most + over || mine.most + open + echoed < theirs.least + over
  );
}

/** The line, or the clause of a line, that a clause is nearly a copy of, and how often what stands over it denies. */
function copiedText({ clause, evidence }: Told, nearest: readonly Carrier[]) {
  const mine = wordsHeld(clause);
  return nearest
    .flatMap((one) => {
      const { denials } = aroundCarrier(one, evidence);
      return [one.text, ...(one.cells ?? one.text.split(clauseEnd))].map((text) => ({
        ...{ text, line: one.text, over: denials },
        ...{ held: heldBy(clause, wordsHeld(text)).share, back: heldBy(text, mine).share },
      }));
    })
    .filter(({ held, back }) => held >= nearCopy.held && back >= nearCopy.back)
    .toSorted((a, b) => b.held + b.back - a.held - a.back)[0];
}

/** What is to be avoided by it is not denied. */
const clauseEnd =
  /[,;:，；：。]\s*|\s(?:and|but|while|whereas|because|unless|when|if)\s|\s(?=to (?:avoid|prevent)\b)|(?=除非|但|而|以[免防])/;

function nearestClause(clause: string, line: string): string {
  const mine = wordsHeld(clause);
  const parts = line.split(clauseEnd).map((text) => ({ text, share: heldBy(text, mine).share }));
  return parts.toSorted((a, b) => b.share - a.share)[0]?.text ?? line;
}

/** A run of the line's own words that is so much of a clause makes it a copy. */
const copiedShare = 0.6;
const leastRun = 3;
const copy = { held: 0.75, back: 0.6, part: 0.75 };

/** A clause that is nearly a line, or a clause of one. */
export function isCopy({ clause }: Told, one: Carrier): boolean {
  const run = longestRun(clause, one.text)?.words ?? 0;
  return (run >= leastRun && run >= contentWeight(clause) * copiedShare) || isLike(clause, one);
}

function isLike(clause: string, { text, words }: Carrier): boolean {
  if (heldBy(clause, words).share < copy.held) return false;
  const mine = wordsHeld(clause);
  const within = (part: string) =>
    contentWeight(part) >= 2 && heldBy(part, mine).share >= copy.part;
  return (
    heldBy(text, mine).share >= copy.back ||
    partsOfSentence(text).some(({ text: part }) => within(part))
  );
}

const exception = /\b(?:unless|except)\b|除非|除了/i;
const aside = /[(（][^()（）]*[)）]/g;
const excepted =
  /\b(?:unless|except|only|without|not|no|none|never|cannot|otherwise|else|but|apart|other than|besides|if)\b|n['’]t\b|[除没沒不未无否只才仅若]|如果/i;

const leavesException = (sentence: string, line: string): boolean =>
  exception.test(line.replace(aside, "")) && !excepted.test(sentence);

/** "Once it is full", "the other one". */
const noNumber = /\bonce\b(?!\s(?:an?|every|per|each|in)\b)|\bone(?=\W*(?:$|[,.;:]))/gi;

/** A number in the place of the line's own. */
function takesNumber({ sentence, clause }: Told, { statement }: Around): boolean {
  const theirs = amountsIn(statement);
  const mine = amountsIn(sentence);
  return amountsIn(clause.replace(noNumber, "")).some(
    (one) =>
      !holdsAmount(theirs, one) &&
      theirs.some((other) => other.kind === one.kind && !holdsAmount(mine, other)),
  );
}

const numbered =
  /(\p{L}+|\p{Script=Han}{2})?\s*(?<![\w.])(\d[\d.,]*)\s?(?:[KMGT]i?B|ms|s|%|\p{Script=Han}(?=\p{Script=Han}{2}))?\s*(?:of\s)?(\p{Script=Han}{2}|\p{L}+)?/gu;

/** A number beside a word that stands beside another one in the line. */
function movesNumber(clause: string, line: string): boolean {
  const theirs = [...line.matchAll(numbered)];
  return [...clause.matchAll(numbered)].some((mine) => {
    const own = theirs.filter((other) => other[2] === mine[2]);
    return [1, 3].some((at) => {
      const word = mine[at]?.toLowerCase() ?? "";
      if (own.length === 0 || contentWeight(word) === 0) return false;
      const beside = (hit: RegExpExecArray) => hit[at]?.toLowerCase() === word;
      return !own.some(beside) && theirs.some((other) => other[2] !== mine[2] && beside(other));
    });
  });
}
