import { amountsIn, holdsAmount } from "./amounts.ts";
import { type Around, aroundCarrier, type Carrier, type Evidence } from "./carriers.ts";
import { turnsCell } from "./cell-states.ts";
import { changesLine, contradicts, said } from "./contradictions.ts";
import { contentWeight, heldBy, wordsHeld } from "./coverage.ts";
import { longestRun } from "./exchanges.ts";
import { factsOf, holdsFact, indexFacts, namesIn } from "./facts.ts";
import { changesDegree, changesForce } from "./force.ts";
import { denialsIn } from "./negations.ts";
import { turnsRound } from "./opposites.ts";
import { exchangesOrder, exchangesRoles } from "./roles.ts";
import { partsOfSentence } from "./sentence-parts.ts";
import { aboutOf } from "./statements.ts";

/** A clause of a sentence, or the whole of it, and the lines it may rest on (borne.ts). */
export type Told = {
  sentence: string;
  clause: string;
  evidence: Evidence;
  /** The lines; these with the headings over them. */
  text: string;
  all: string;
};

/** So like a line that a word of it may not be changed, nor its force or its numbers. */
const alike = { opposite: 0.5, number: 0.6, force: 0.7 };

/** Do the lines nearest to a clause say something else? */
export function objects(told: Told, nearest: readonly Carrier[]): boolean {
  const { sentence, clause, evidence, text, all } = told;
  const [first] = nearest;
  if (first === undefined) return false;
  if (polarityTurns(told, nearest) || copiesChanged(told, nearest)) return true;
  const around = aroundCarrier(first, evidence);
  const likeness = heldBy(clause, first.words).share;
  const turned = (said: string) => turnsRound(said, around.statement);
  if (likeness >= alike.opposite && turned(clause) && turned(sentence)) return true;
  if (likeness >= alike.opposite && leavesException(sentence, first.text)) return true;
  if (changesDegree(clause, text)) return true;
  if (likeness >= alike.force && changesForce(clause, text, first.text) === "other") return true;
  if (first.cells !== undefined && turnsCell(clause, first.unit.text)) return true;
  if (exchangesRoles(clause, first.text) || exchangesOrder(clause, first.text)) return true;
  if (likeness >= alike.number && takesNumber(told, around)) return true;
  if (movesNumber(clause, first.text)) return true;
  return foreignWords(clause, around) || subjectElsewhere(clause, around, all);
}

/** Is it a copy of one of the lines with something changed? */
export const copiesChanged = (told: Told, nearest: readonly Carrier[]): boolean =>
  nearest.some((one) => isChangedCopy(told, one));

/** Words that hold a denial without saying "not", or that one may be told with. */
const denying =
  /\b(?:forbid\w*|prohibit\w*|ban(?:s|ned)?|only|unless|except\w*|until|stop\w*|prevent\w*|disabl\w*|off|ignor\w*|skip\w*|exclud\w*|reject\w*|refus\w*|den(?:y|ies|ied)|block\w*|lack\w*|fail\w*|miss\w*|remov\w*|without|unable|un\w{4,}ed|un\w{4,}able|invalid|in\w{3,}ible|empty|untouched|instead|rather|but|otherwise|hid\w*|free|less|few\w*|before|avoid\w*|leave\w*|drop\w*|close[ds]?|deprecat\w*|wrong\w*|myth\w*)\b|[只仅除禁拒停免少空才而]|关闭|跳过|忽略|避免|缺|失败|无效|否则|之前|隐藏|错误|误|例外|移除|删除|弃用/i;

/** A clause denies where a line near to it does, or says it in such words; else it affirms. */
function polarityTurns({ sentence, clause, evidence }: Told, nearest: readonly Carrier[]): boolean {
  const own = denialsIn(clause);
  const open = own.most > 0 || denialsIn(sentence).most > 0;
  return (
    nearest.length > 0 &&
    !nearest.some((one) => {
      const around = aroundCarrier(one, evidence);
      if (own.least > 0)
        return denialsIn(one.text).most + around.denials > 0 || denying.test(around.statement);
      if (open || heldBy(clause, one.words).share < alike.opposite) return true;
      const near = denialsIn(nearestClause(clause, one.text)).least + around.denials;
      return near === 0 || denying.test(sentence);
    })
  );
}

const clauseEnd =
  /[,;:，；：。]\s*|\s(?:and|but|while|whereas|because|unless|when|if)\s|(?=除非|但|而)/;

function nearestClause(clause: string, line: string): string {
  const mine = wordsHeld(clause);
  const parts = line.split(clauseEnd).map((text) => ({ text, share: heldBy(text, mine).share }));
  return parts.toSorted((a, b) => b.share - a.share)[0]?.text ?? line;
}

/** A run of the line's own words that is so much of a clause makes it a copy. */
const copiedShare = 0.6;
const leastRun = 3;
const copy = { held: 0.75, back: 0.6, part: 0.75 };

/** A clause that is nearly a line, or a clause of one, and not that line. */
function isChangedCopy({ clause, evidence, all }: Told, one: Carrier): boolean {
  const run = longestRun(clause, one.text)?.words ?? 0;
  const weight = contentWeight(clause);
  const copied = run >= leastRun && run >= weight * copiedShare;
  if (!copied && !isLike(clause, one)) return false;
  const around = aroundCarrier(one, evidence);
  const told = said(clause, new Set([...namesIn(all), ...namesIn(clause)]));
  if (!copied) return changesLine(told, one, around, all);
  const objection = contradicts(told, one, around, all, undefined);
  return objection === "other" || typeof objection === "object";
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

const exception = /\b(?:unless|except|otherwise)\b|除非|除了|否则/i;
const excepted =
  /\b(?:unless|except|only|without|not|no|none|never|cannot|otherwise|else|but|apart|other than|besides|if)\b|n['’]t\b|[除没沒不未无否只才仅若]|如果/i;

const leavesException = (sentence: string, line: string): boolean =>
  exception.test(line) && !excepted.test(sentence);

/** A number in the place of the line's own. */
function takesNumber({ sentence, clause }: Told, { statement }: Around): boolean {
  const theirs = amountsIn(statement);
  const mine = amountsIn(sentence);
  return amountsIn(clause).some(
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

/** Chinese words in a sentence of another script that the lines do not have. */
function foreignWords(clause: string, { statement, above }: Around): boolean {
  const latin = clause.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const words = clause.match(/\p{Script=Han}+/gu) ?? [];
  if (words.join("").length * 3 >= latin) return false;
  return words.some((one) => !statement.includes(one) && !above.includes(one));
}

const leastOfSubject = 0.5;

/** Is a clause about what its line has no word of and another line has? */
function subjectElsewhere(clause: string, { statement, above }: Around, all: string): boolean {
  const subject = aboutOf(clause);
  if (contentWeight(subject) < 0.5) return false;
  const lines = `${statement}\n${above}`;
  const index = indexFacts(lines);
  const code = factsOf(subject).filter(({ kind }) => kind === "identifier");
  if (code.some((fact) => !holdsFact(index, fact))) return true;
  const near = heldBy(subject, wordsHeld(lines)).share;
  return near < leastOfSubject && heldBy(subject, wordsHeld(all)).share > near;
}
