import type { Unit } from "#lib/citations/units";
import { contentTerms } from "#lib/platform/words";
import { sortAsked } from "./answer-type.ts";
import { type Asked, share, union } from "./asked.ts";
import { belongings, headOfItem, lengthOf, openingOf } from "./belongings.ts";
import type { Candidate, Source } from "./candidates.ts";
import { answerBudget } from "./lengths.ts";
import { isIdentifier } from "./named-things.ts";
import { opensBack, pointsBack } from "./points-back.ts";
import { wantsProcedure } from "./question.ts";

/**
 * Which units make the answer: the best one with what belongs to it, then more of the same source while the answer is
 * short, then another source only if it holds words of the question that are still missing or answers nearly as well.
 */
export type Chosen = { source: Source; units: Unit[] };

/** When a further unit is quoted; nearness is a share of the best one's score. */
const further = {
  /** Sentences are added while the answer is shorter than this, if they come this near. */
  fill: { en: 300, "zh-CN": 160 },
  fillNear: 0.5,
  fillNearOther: 0.7,
  /** Beyond that, only what answers nearly as well (beside steps, code or a table: even nearer) … */
  near: 0.8,
  nearBeside: 0.8,
  /** … or holds this much more of the question. */
  gain: 0.1,
  /** … and this much if it points back to what is not quoted. */
  gainHanging: 0.25,
  farthest: 0.55,
  /** A sentence that holds this much of the question needs less around it. */
  clear: 0.8,
  clearFill: 0.8,
  /** A section whose heading is the question to this degree needs no second source. */
  sameQuestion: 0.8,
  /** Answers made of sentences are done at this length. */
  proseLength: 560,
  /** A paragraph no longer than this is quoted whole. */
  paragraph: { en: 600, "zh-CN": 300 },
  sources: 3,
  units: 3,
  looked: 16,
};
/** Two units that share this much of their words say the same. */
const sameWords = 0.8;
/** A unit that promises what cannot be shown gives way to one that comes this near. */
const giveWay = 0.8;

/** A unit without the value that was asked for gives way to one with it that comes this near. */
const valueNear = 0.8;
/** … and one that enumerates nothing, where a list was asked for, to the opening of a list. */
const listNear = 0.7;
/** … and one without code, where an example was asked for, to one that shows some. */
const codeNear = 0.6;
const aValue = 0.6;

export function selectUnits(ranked: Candidate[], asked: Asked): Chosen[] {
  const best = firstOf(ranked, asked);
  if (best === undefined) return [];
  const first = withParagraph(belongings(best, asked), best, asked);
  const chosen: Chosen[] = [{ source: best.source, units: first }];
  const cure = asked.kind === "troubleshooting" ? remedyBelow(best, first, ranked) : undefined;
  if (cure !== undefined) return [...chosen, cure];
  const rest = asked.kind === "how_to" ? codeBelow(best, first, ranked) : undefined;
  if (rest !== undefined) chosen.push(rest);
  const cured =
    asked.kind === "troubleshooting" &&
    first.some((u, i) => u.kind === "code" && i < first.length - 1);
  const said = [...first, ...(rest?.units ?? [])].map(wordsOf);
  /** What stands at the front of a source's part of the answer and is not moved by what comes late. */
  const settled = new Map<Chosen, Unit[]>();
  const own = ranked.filter((c) => c.source === best.source && first.includes(c.unit));
  let covered = union(best.hitsWithHeading, ...own.map((c) => c.hits));
  let used = lengthOf(first) + lengthOf(rest?.units ?? []);
  let added = 0;
  const clear = share(best.hits, asked) >= further.clear;
  const sure = best.section >= further.sameQuestion;
  const prose = first.every((u) => u.kind === "sentence" || u.kind === "quote");
  const valued = sortAsked(asked.kind, asked.question) !== undefined;
  const listed = asked.kind === "list" && first.length > 1 && lists(first);
  const limit = prose ? further.proseLength : answerBudget;
  for (const next of ranked.slice(0, further.looked)) {
    if (used >= limit || added >= further.units) break;
    if (next.source.foreign !== best.source.foreign || first.includes(next.unit)) continue;
    const other = next.source !== best.source;
    if (valued && !isAboutSame(next, best, ranked, asked)) continue;
    const same = chosen.find((c) => c.source === next.source);
    if (same === undefined && chosen.length >= further.sources) continue;
    const nearness = next.score / best.score;
    if (nearness < further.farthest) break;
    const near = nearness >= (prose ? further.near : further.nearBeside);
    const fills =
      prose &&
      used < further.fill[asked.lang] * (clear ? further.clearFill : 1) &&
      nearness >= (other ? further.fillNearOther : further.fillNear);
    const gain = share(union(covered, next.hits), asked) - share(covered, asked);
    const adds = gain >= further.gain;
    const hangs = other && opensBack(next.unit) && !followsChosen(next, same);
    if (hangs && gain < further.gainHanging) continue;
    // A list that was asked for and stands there is the answer.
    if (!adds && listed) continue;
    // The other rows of a table say the same of something else.
    const row = next.unit.kind === "table" && isSibling(next, best);
    if (other && cured) continue;
    if (!adds && (row || (other && sure) || (!near && !fills))) continue;
    const tail = headOfItem(next.source.units, next.index) !== next.index;
    const alone = same !== undefined && !next.unit.announces && next.unit.kind !== "step" && !tail;
    const whole = alone ? [next.unit] : belongings(next, asked);
    const units = whole.filter((u) => !said.some((words) => alike(words, wordsOf(u))));
    const broken = units.length < whole.length && whole.some((u) => u.kind === "step");
    if (units.length === 0 || broken || dangles(units) || used + lengthOf(units) > limit) continue;
    const early = used < further.fill[asked.lang];
    if (same && early) {
      same.units = inOrder(same, units, first);
      settled.set(same, same.units);
    } else if (same) same.units = inOrder(same, units, settled.get(same) ?? first);
    else chosen.push({ source: next.source, units });
    said.push(...units.map(wordsOf));
    used += lengthOf(units);
    added++;
    covered = union(covered, next.hits);
  }
  return chosen;
}

/** A sentence that points back is quoted with what it points to: a short paragraph from its first words. */
function withParagraph(first: Unit[], best: Candidate, asked: Asked): Unit[] {
  const { block } = best.unit;
  if (!pointsBack(best.unit) || first.some((u) => u.block !== block)) return first;
  const whole = best.source.units.filter((u) => u.block === block);
  const facts = !wantsProcedure(asked.kind) && asked.kind !== "yes_no";
  if (facts || whole.some((u) => u.announces)) return first;
  return lengthOf(whole) <= further.paragraph[asked.lang] ? whole : first;
}

function followsChosen(next: Candidate, same: Chosen | undefined): boolean {
  const before = next.source.units[next.index - 1];
  return before !== undefined && same?.units.includes(before) === true;
}

/** The section goes on in another passage where a message ends: what is said there is its cause and cure. */
function remedyBelow(best: Candidate, first: readonly Unit[], ranked: readonly Candidate[]) {
  const below = passageBelow(best, first, ranked);
  const opening = below && openingOf(below.units, answerBudget);
  return below && opening?.length ? { source: below, units: opening } : undefined;
}

/** … or where an example ends, whose next file follows. */
function codeBelow(best: Candidate, first: readonly Unit[], ranked: readonly Candidate[]) {
  const below = passageBelow(best, first, ranked);
  const next = below?.units.filter((u) => u.kind !== "heading")[0];
  const fits = next?.kind === "code" && next.text.length <= answerBudget;
  return below && fits ? { source: below, units: [next] } : undefined;
}

/** The passage that begins where code at the end of what is quoted ends, in the same section. */
function passageBelow(
  { source: { citation, units } }: Candidate,
  first: readonly Unit[],
  ranked: readonly Candidate[],
): Source | undefined {
  const last = first.at(-1);
  if (last?.kind !== "code" || units.at(-1) !== last) return undefined;
  const end = citation.locator.line_end;
  return ranked.find(({ source: { citation: other } }) => {
    const near = other.locator.line_start > end && other.locator.line_start <= end + 3;
    const same =
      other.root_id === citation.root_id && other.relative_path === citation.relative_path;
    return same && near && other.breadcrumb.join("\n") === citation.breadcrumb.join("\n");
  })?.source;
}

/**
 * The best candidate, or a near one: with a value where one was asked for and the best has none, and when what the best
 * promises ("…:") is not at hand.
 */
function firstOf(ranked: Candidate[], asked: Asked): Candidate | undefined {
  const best = withList(ranked, asked) ?? withCode(ranked, asked) ?? withValue(ranked, asked);
  if (best === undefined || !dangles(belongings(best, asked))) return best;
  const near = ranked.filter((c) => c.score >= best.score * giveWay).slice(0, further.looked);
  return near.find((c) => !dangles(belongings(c, asked))) ?? best;
}

/** A list was asked for and the best does not enumerate: a sentence of the near ones that leads to a list. */
function withList(ranked: Candidate[], asked: Asked): Candidate | undefined {
  const best = ranked[0];
  if (best === undefined || asked.kind !== "list" || lists(belongings(best, asked))) return;
  const near = ranked.filter((c) => c.score >= best.score * listNear).slice(0, further.looked);
  return near.find((c) =>
    c.unit.announces ? hasItems(belongings(c, asked)) : enumeration.test(c.unit.text),
  );
}

/** "… seven tools: `read`, `list`, `search` and `check`": three things or more in one breath. */
const enumeration =
  /(?:[,，、]\s?[^,，、。.]{1,30}){2,}(?:,?\s(?:and|or)\s|[和或及与與])|(?:、[^,，、。.]{1,30}){2,}/;

/** An example was asked for and the best shows no code: a near one that does. */
function withCode(ranked: Candidate[], asked: Asked): Candidate | undefined {
  const best = ranked[0];
  if (best === undefined || !wantsCode.test(asked.question)) return;
  const shows = (c: Candidate) => belongings(c, asked).some((u) => u.kind === "code");
  if (shows(best)) return;
  const near = ranked.filter((c) => c.score >= best.score * codeNear).slice(0, further.looked);
  return near.find(shows);
}

const wantsCode =
  /\b(?:show|give) me\b|\b(?:example|sample|snippet)s?\b|例子|示例|范例|範例|样例|代码|怎么写|怎麼寫/i;

const hasItems = (units: readonly Unit[]): boolean =>
  units.some((u) => u.kind === "list_item" || u.kind === "table" || u.kind === "step");

const lists = (units: readonly Unit[]): boolean =>
  hasItems(units) || units.some((u) => (u.text.match(/[,，、]/g)?.length ?? 0) >= 2);

function withValue(ranked: Candidate[], asked: Asked): Candidate | undefined {
  const best = ranked[0];
  const wanted = asked.kind === "how_many" || sortAsked(asked.kind, asked.question) !== undefined;
  if (best === undefined || !wanted || best.signs.exactType === 1) return best;
  const near = ranked
    .filter((c) => c.score >= best.score * valueNear && isAboutSame(c, best, ranked, asked))
    .slice(0, further.looked);
  const least = best.signs.exactType === 0 ? aValue : 1;
  const exact = near.find((c) => c.signs.exactType === 1);
  return exact ?? near.find((c) => c.signs.exactType >= least) ?? best;
}

/** What the question names by an identifier or a foreign word and the best is about, the other is about too. */
function isAboutSame(other: Candidate, best: Candidate, ranked: Candidate[], asked: Asked) {
  if (other.source === best.source) return true;
  const named = namesIn(asked.question);
  const [own, others] = [best, other].map(({ source }) =>
    union(...ranked.filter((c) => c.source === source).map((c) => c.hitsWithHeading)),
  );
  return asked.terms.every(({ term }, i) => !named.has(term) || !own?.has(i) || others?.has(i));
}

function namesIn(question: string): Set<string> {
  const han = /\p{Script=Han}/u.test(question);
  const names = question.match(/[A-Za-z_$][\w$.-]*/g) ?? [];
  return new Set(names.filter((n) => han || isIdentifier(n)).flatMap((n) => contentTerms(n)));
}

const isSibling = (a: Candidate, b: Candidate): boolean =>
  a.source === b.source && a.unit.block === b.unit.block;

const dangles = (units: readonly Unit[]): boolean => units.at(-1)?.announces === true;

const wordsOf = (unit: Unit): Set<string> => new Set(contentTerms(unit.text));

function alike(a: Set<string>, b: Set<string>): boolean {
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return both / Math.max(1, a.size + b.size - both) >= sameWords;
}

/** What answers stays first; what was added follows in the order of the file. */
function inOrder(chosen: Chosen, added: Unit[], first: readonly Unit[]): Unit[] {
  const all = chosen.source.units;
  const rest = [...chosen.units, ...added].filter((u) => !first.includes(u));
  const kept = chosen.units.filter((u) => first.includes(u));
  return [...kept, ...rest.sort((a, b) => all.indexOf(a) - all.indexOf(b))];
}
