import type { Unit } from "#lib/markdown/units";
import { type Asked, labelsIn, union } from "./asked.ts";
import { valueAsked } from "./asked-value.ts";
import { belongings } from "./belongings.ts";
import type { Candidate } from "./candidates.ts";
import { isRow } from "./items.ts";
import { type QuestionKind, wantsCode } from "./question.ts";
import { ownText, severalValues } from "./unit-signs.ts";

/** Which candidate leads the answer: the best, or a near one that holds the kind of thing that was asked for. */

/** So many candidates are looked at. */
const looked = 24;
/** A unit that promises what cannot be shown gives way to one that comes this near. */
const giveWay = 0.8;
/** A unit without the value that was asked for gives way to one with it that comes this near. */
const valueNear = 0.7;
/** … nearer for a time: a date is told of much. */
const timeNear = 0.9;
/** … and one that enumerates nothing, where a list was asked for, to the opening of a list. */
const listNear = 0.65;
/** … and one without code, where an example was asked for, to one that shows some. */
const codeNear = 0.6;
const aValue = 0.6;
/** One of another thing gives way to one of the thing itself that comes this near. */
const thingNear = 0.8;
const nameNear = 0.7;

/**
 * The best candidate, or a near one: with a value where one was asked for and the best has none, and when what the best
 * promises ("…:") is not at hand.
 */
export function firstOf(all: Candidate[], asked: Asked): Candidate | undefined {
  const ranked = ofTheNamed(ofTheThing(withEntry(all, asked), asked), asked);
  const best = withList(ranked, asked) ?? withCode(ranked, asked) ?? withValue(ranked, asked);
  if (best === undefined || !dangles(belongings(best, asked))) return best;
  const near = ranked.filter((c) => c.score >= best.score * giveWay).slice(0, looked);
  return near.find((c) => !dangles(belongings(c, asked))) ?? best;
}

/** In trouble with an error that has a name, its own row: it says what happened and what to do; so does that of a label whose meaning is asked. */
function withEntry(ranked: Candidate[], { kind, question }: Asked): Candidate[] {
  const [best] = ranked;
  const means = kind === "definition" && asksMeaning.test(question);
  const named =
    kind === "troubleshooting" || kind === "why" || means || labelsIn(question).length > 0;
  if (best === undefined || !named || best.signs.entry === 1) return ranked;
  const row = ranked.find((c) => isRow(c.unit) && c.signs.entry === 1);
  if (row === undefined || row.score < best.score * giveWay) return ranked;
  return [row, ...ranked.filter((c) => c !== row)];
}

/** The best speaks of the same of another thing, and a near one of the thing that is asked about. */
function ofTheThing(ranked: Candidate[], { kind }: Asked): Candidate[] {
  const [best] = ranked;
  if (best === undefined || !best.ofAnother || !asksValue.has(kind)) return ranked;
  const near = ranked.filter((c) => c.score >= best.score * thingNear);
  const most = Math.max(...near.map((c) => c.signs.exactType));
  return near.some((c) => !c.ofAnother && c.signs.exactType === most)
    ? ranked.filter((c) => !c.ofAnother)
    : ranked;
}

/**
 * The port of another program is no answer to the port of the one that is named: a near one that has the value gives way for
 * it, and a place that names the program nowhere to any near one that does.
 */
function ofTheNamed(ranked: Candidate[], asked: Asked): Candidate[] {
  const { kind, names, terms, question } = asked;
  const [best] = ranked;
  const value = asksValue.has(kind) || valueAsked(kind, question) !== undefined;
  if (best === undefined || !value) return ranked;
  const lacking = [...names].filter(
    (i) => !best.hitsWithHeading.has(i) && (terms[i]?.weight ?? 0) >= leastOfName,
  );
  if (lacking.length === 0) return ranked;
  const around = hitsAround(best, ranked);
  const elsewhere = lacking.filter((i) => !around.has(i));
  const fitting = ranked.filter((c) => lacking.every((i) => c.hitsWithHeading.has(i)));
  const near = fitting[0];
  const holds = near !== undefined && near.signs.exactType >= (best.signs.exactType || aValue);
  if (holds && near.score >= best.score * thingNear) return fitting;
  if (elsewhere.length === 0) return ranked;
  const naming = ranked.filter((c) => {
    const held = hitsAround(c, ranked);
    return elsewhere.every((i) => held.has(i));
  });
  const [named] = naming;
  return named !== undefined && named.score >= best.score * nameNear ? naming : ranked;
}

/** What its passage holds, with the headings above. */
const hitsAround = ({ source }: Candidate, ranked: readonly Candidate[]) =>
  union(...ranked.filter((c) => c.source === source).map((c) => c.hitsWithHeading));

const leastOfName = 0.15;
/** Of a mark, a state or an icon: a row has it. */
const asksMeaning = /\bmeans?\b|意思|代表|表示/i;
const asksValue: ReadonlySet<QuestionKind> = new Set(["how_many", "lookup"]);

/** A list was asked for and the best does not enumerate: a sentence of the near ones that leads to a list. */
function withList(ranked: Candidate[], asked: Asked): Candidate | undefined {
  const best = ranked[0];
  const { question } = asked;
  if (best === undefined || asked.kind !== "list" || lists(belongings(best, asked), question))
    return;
  const near = ranked.filter((c) => c.score >= best.score * listNear).slice(0, looked);
  return near.find((c) =>
    c.unit.announces ? hasItems(belongings(c, asked), question) : tellsSeveral(c.unit),
  );
}

/** "… seven tools: `read`, `list`, `search` and `check`": three things or more in one breath. */
const enumeration =
  /(?:[,，、]\s?[^\s,，、。.][^,，、。.]{0,29}){2,}(?:,?\s(?:and|or)\s|[和或及与與])|(?:、[^,，、。.]{1,30}){2,}|(?:支持|包括|包含|分为|分為|(?:supports?|includes?|one of|supported):?)\s?\W?[\w./-]+\W?(?:[,，]\s?\W?[\w./-]+\W?){2,}|(?:`[^`]+`\s*(?:[/|]\s*)?){3,}/i;

/** An example was asked for and the best shows no code: a near one that does. */
function withCode(ranked: Candidate[], asked: Asked): Candidate | undefined {
  const best = ranked[0];
  if (best === undefined || !wantsCode(asked.question)) return;
  const shows = (c: Candidate) => belongings(c, asked).some((u) => u.kind === "code" && !isRow(u));
  if (shows(best)) return;
  const near = ranked.filter((c) => c.score >= best.score * codeNear).slice(0, looked);
  const names = [...asked.names].filter((name) => best.hitsWithHeading.has(name));
  return near.find((c) => shows(c) && names.every((name) => c.hitsWithHeading.has(name)));
}

const tellsSeveral = (unit: Unit): boolean =>
  unit.kind === "code" && !isRow(unit)
    ? isUnion(unit)
    : enumeration.test(ownText(unit)) || severalValues.test(ownText(unit));

const hasItems = (units: readonly Unit[], question: string): boolean =>
  units.some((u) => isOfList(u, question) || isUnion(u));

/** Steps are what is done, and a list of steps alone. */
const isOfList = (unit: Unit, question: string): boolean =>
  unit.kind === "list_item" || isRow(unit) || (unit.kind === "step" && asksSteps.test(question));
const asksSteps = /\bsteps?\b|步骤|步驟|[几幾哪][一个個]?步/i;

/** One row is a list where it enumerates; the commas of code are none. */
const lists = (units: readonly Unit[], question: string): boolean =>
  units.filter((u) => isOfList(u, question)).length > 1 || units.some(enumerates);

const enumerates = (unit: Unit): boolean =>
  unit.kind === "code" && !isRow(unit)
    ? isUnion(unit)
    : unit.kind !== "step" && (ownText(unit).match(/[,，、]/g)?.length ?? 0) >= 2;

/** `'log' | 'info' | 'warn'`, or a comment that says as much. */
const isUnion = ({ text }: Unit): boolean =>
  /(?:["'`][^"'`]+["'`]\s*\\?\|\s*){2,}["'`]|(?:#\s|(?<!:)\/\/\s|--\s)[^\n,、]{0,200}(?:[,、]\s?[^\n,、]{1,30}){2,}/.test(
    text,
  );

function withValue(ranked: Candidate[], asked: Asked): Candidate | undefined {
  const best = ranked[0];
  const told = asked.kind === "how_many" || asked.kind === "when";
  const wanted = told || valueAsked(asked.kind, asked.question) !== undefined;
  if (best === undefined || !wanted || best.signs.exactType === 1) return best;
  const least = asked.kind === "when" ? timeNear : valueNear;
  const near = ranked
    .filter((c) => c.score >= best.score * least && isAboutSame(c, best, ranked, asked))
    .slice(0, looked);
  const exactly = best.signs.exactType === 0 ? aValue : 1;
  // A number in an example is somebody's choice, and no answer.
  const said = near.filter(({ unit }) => unit.kind !== "code" || best.unit.kind === "code");
  const exact = said.find((c) => c.signs.exactType === 1);
  return exact ?? said.find((c) => c.signs.exactType >= exactly) ?? best;
}

/** What the question names and the best is about, the other is about too. */
function isAboutSame(other: Candidate, best: Candidate, ranked: Candidate[], asked: Asked) {
  if (other.source === best.source) return true;
  const [own, others] = [best, other].map((one) => hitsAround(one, ranked));
  return [...asked.names].every((i) => !own?.has(i) || others?.has(i));
}

export const dangles = (units: readonly Unit[]): boolean => units.at(-1)?.announces === true;
