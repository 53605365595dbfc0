import type { Claim } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { AskKind, QuestionTerm, QuestionText } from "#lib/contracts/question";
import { heldByMeaning } from "#lib/entailment/meaning-held";
import { analyseQuestion } from "#lib/language/analyse-question";
import { type Cue, holdsCue, holdsValue } from "#lib/language/answer-cues";
import { bearsAction, saying } from "#lib/language/asked-action";
import { tokenize } from "#lib/language/words";

/** What is quoted, and where. */
type Shown = {
  claims: readonly Pick<Claim, "text" | "kind">[];
  citations: readonly Pick<Citation, "title" | "breadcrumb">[];
};

/**
 * Whether what is quoted says what one ask of a question wants to know, though it was found for another or for all of them:
 * the words that this ask has for itself stand in it or in the headings above it, and so does the kind of thing it asks for.
 * `others`: the asks beside it.
 */
export function standsIn(
  ask: QuestionText,
  others: readonly QuestionText[],
  shown: Shown,
): boolean {
  if (shown.claims.length === 0 || !holdsKind(ask, shown)) return false;
  // What another ask is about may stand in the title of the page as well.
  if (!bearsAction(ask, `${nearestOf(shown)}\n${textOf(shown)}`)) return false;
  const own = ownTerms(ask, others);
  const held = holding(wholeOf(shown));
  const things = own.filter(isThing);
  if (things.length > 0) return things.every(held);
  return own.length === 0 || own.filter(held).length > own.length / 2;
}

/** Whether what is quoted for an ask speaks of what this ask alone is about, and of what it wants done with it. */
export function speaksOf(
  ask: QuestionText,
  others: readonly QuestionText[],
  shown: Shown,
): boolean {
  const own = ownTerms(ask, others).filter((term) => term.class !== "action");
  return speaksOfAction(ask, shown) && (own.length === 0 || own.some(holding(wholeOf(shown))));
}

/** Whether what is quoted for an ask speaks of doing what this ask wants done. */
export const speaksOfAction = (ask: QuestionText, shown: Shown): boolean =>
  bearsAction(ask, wholeOf(shown));

/**
 * Whether what a model wrote is about what this ask alone is about, in whatever words: less than an answer, and enough for
 * nobody to say that nothing was found.
 */
export function bearsOn(ask: QuestionText, others: readonly QuestionText[], shown: Shown): boolean {
  if (shown.claims.length === 0) return false;
  // How many there are is the person's matter.
  const own = ownTerms(ask, others)
    .filter(({ role }) => role !== "number")
    .map(({ written }) => written);
  return own.length === 0 || heldByMeaning(own.join(" "), wholeOf(shown)).share >= leastBorne;
}
/** Of what an ask says for itself, by word and by meaning. */
const leastBorne = 0.4;

/** Whether sentences that no ask's search led to speak of most of what an ask says. */
export function speaksOfMost(ask: QuestionText, shown: Shown): boolean {
  const all = ownTerms(ask, []).map(({ written }) => written);
  return shown.claims.length > 0 && heldByMeaning(all.join(" "), wholeOf(shown)).share > mostBorne;
}
const mostBorne = 0.5;

const textOf = ({ claims }: Shown): string => claims.map(({ text }) => text).join("\n");
const nearestOf = ({ citations }: Shown): string =>
  citations.map(({ title, breadcrumb }) => breadcrumb.at(-1) ?? title).join("\n");
const wholeOf = (shown: Shown): string =>
  [
    ...shown.citations.flatMap(({ title, breadcrumb }) => [title, ...breadcrumb]),
    textOf(shown),
  ].join("\n");

/** What an ask says that no other does. */
function ownTerms(ask: QuestionText, others: readonly QuestionText[]): QuestionTerm[] {
  const elsewhere = new Set(tokenize(others.join("\n")).map(({ term }) => term));
  return analyseQuestion(ask).terms.filter(
    ({ term, role, kind, crossing }) =>
      !["talk", "circumstance"].includes(role) &&
      !["part", "han_single"].includes(kind) &&
      crossing !== true &&
      !elsewhere.has(term),
  );
}

const isThing = ({ role, class: of }: QuestionTerm): boolean =>
  role !== "content" || of === "thing";

function holding(text: string): (term: QuestionTerm) => boolean {
  const terms = new Set(tokenize(text).map(({ term }) => term));
  const said = saying(text);
  return (one) => terms.has(one.term) || (!isThing(one) && said(one.written));
}

/** A value, a reason, a time or a contrast where that is what is asked for. */
function holdsKind(ask: QuestionText, shown: Shown): boolean {
  const kind = analyseQuestion(ask).asks[0]?.kind;
  const cue = kind && cues[kind];
  if (kind === "value" || kind === "default")
    return shown.claims.some(({ text, kind: of }) => of === "code" || holdsValue(text));
  const all = wholeOf(shown);
  return cue === undefined || holdsCue(all, cue) || (kind === "time" && holdsValue(all));
}

const cues: Partial<Record<AskKind, Cue>> = {
  comparison: "contrast",
  reason: "reason",
  time: "time",
};
