import type { Claim } from "#lib/contracts/answer";
import { citedByClaims } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import type { DraftAnswer } from "#lib/contracts/draft";
import type { QuestionText } from "#lib/contracts/question";
import {
  answerGathered,
  countsOf,
  type Gathered,
  outcomeOf,
  type PartDeps,
} from "../answer-part.ts";
import { asUnanswered, composeQuote, isAnswered } from "../compose.ts";
import { type Answered, joinOutcomes, widest } from "../join-outcomes.ts";
import { noticesOf } from "../notices.ts";
import type { Outcome } from "../outcome.ts";
import { renderWritten } from "../render-written.ts";
import { bearsOn, speaksOfMost, standsIn } from "../stands-in.ts";
import { answersAsked, type Use, wordingsOf } from "../wordings.ts";
import { placeOf } from "./evidence-book.ts";
import { citationsOf, ownCitationsOf } from "./gathered.ts";

/** The parts of a question before a model is asked: those that the documents answer, and those that stay open. */
export type SortedParts = {
  fitting: readonly Gathered[];
  open: readonly Gathered[];
  /** Of the whole question. */
  confidence: number;
};

/**
 * `compared`: the first part is the question itself and the others are a way round it, so where it is answered nothing of
 * them stays open, and where they are it does not either.
 */
export function sortParts(gathered: readonly Gathered[], compared: boolean): SortedParts {
  const verdicts = new Map(gathered.map((one) => [one, verdictOf(one)]));
  const fitting = gathered.filter((one) => isFitting(verdicts.get(one)));
  const itself = compared ? gathered[0] : undefined;
  const open = gathered.filter((one) => !fitting.includes(one));
  return {
    fitting,
    open:
      itself === undefined
        ? open
        : fitting.includes(itself)
          ? []
          : open.filter((one) => one !== itself),
    confidence: Math.max(0, ...[...verdicts.values()].map((one) => one?.confidence ?? 0)),
  };
}

/** Whether what was found answers the question, in the words of any search that asks it; undefined where nothing was. */
export function verdictOf(
  gathered: Gathered,
  use: Exclude<Use, "quoted"> = "written",
): DraftAnswer | undefined {
  const { result, meaning } = gathered;
  if (result.status !== "ok") return undefined;
  const { citations, passages, terms, follow_up } = result.output;
  const own = { citations, passages, terms, follow_up };
  let first: DraftAnswer | undefined;
  for (const wording of wordingsOf(gathered)) {
    const verdict = composeQuote({ question: wording.question, ...own, meaning });
    if (isAnswered(verdict) && answersAsked(wording, verdict, own, use)) return verdict;
    first ??= asUnanswered(verdict);
  }
  return first;
}

export const isFitting = (verdict: DraftAnswer | undefined): boolean =>
  verdict !== undefined && isAnswered(verdict);

/** The documents were read, and what they say is no answer. */
export const composeSilence: PartDeps["compose"] = (input) => asUnanswered(composeQuote(input));

/**
 * What a model wrote with what became of every part beside it: the notices of all of them, the gap of each that neither the
 * documents nor what is shown answers, and quotations for one that they answer and it passed over. A part is answered by
 * what is shown of it, whichever search found that.
 */
export async function withParts(
  written: Outcome,
  parts: SortedParts,
  deps: PartDeps,
): Promise<Outcome> {
  const { fitting } = parts;
  const all = [...fitting, ...parts.open];
  const whole = { ...written, ...figuresOf(all, written) };
  // Where something was done, and the documents hold nothing of any part, they were not what it was about.
  const done = fitting.length === 0 && (written.actions ?? []).length > 0;
  const asked = all.map(({ part }) => part.context.question);
  const spoken = new Map(all.map((one) => [one, spokenOn(one, { parts: all, asked, written })]));
  const isSpoken = (one: Gathered) => (spoken.get(one) ?? []).length > 0;
  const open = all.length === 1 || done ? [] : parts.open.filter((one) => !isSpoken(one));
  const own = all
    .filter((one) => !open.includes(one))
    .flatMap(({ part, result, way }) => noticesOf(part.context, result, way, whole))
    .filter(({ code }) => code !== "language_mismatch"); // that explains why nothing was found
  const noticed = { ...whole, notices: [...own, ...whole.notices] };
  if (all.length === 1 || done) return noticed;

  const passedOver = fitting.filter((one) => !isSpoken(one));
  const added: Answered[] = [];
  for (const one of [...passedOver, ...open]) {
    const compose = open.includes(one) ? composeSilence : deps.compose;
    const outcome = await outcomeOf(one.part, deps, () =>
      answerGathered(one, { ...deps, compose }),
    );
    // What is only related to a part stands under no answer that a model wrote.
    const blocks = outcome.blocks.filter(({ kind }) => kind !== "related");
    added.push({ question: one.part.context.question, outcome: { ...outcome, blocks } });
  }
  const { claims, searched, ...said } = joinOutcomes(deps.steps.lang, added, {
    outcome: noticed,
    parts: all.filter(isSpoken).map((one) => ({
      question: one.part.context.question,
      status: "answered",
      outcome: "sure",
      claims: (spoken.get(one) ?? []).map(({ id }) => id),
    })),
  });
  const quoted = new Set(passedOver.map(({ part }) => part.context.question));
  const told = said.parts?.map((part) =>
    quoted.has(part.question) && part.claims.length > 0 ? { ...part, quoted: true } : part,
  );
  const shown = { ...said, ...(told === undefined ? {} : { parts: told }), claims };
  return {
    ...noticed,
    ...shown,
    ...figuresOf(all, noticed),
    markdown: renderWritten(deps.steps.lang, { ...written, ...shown }),
    searched: [...new Set(searched)],
  };
}

/**
 * The sentences that answer a part: those on lines that its search found and no other did, else all of them where they say
 * what it asks, or are about it in other words.
 */
function spokenOn(
  one: Gathered,
  given: { parts: readonly Gathered[]; asked: readonly QuestionText[]; written: Outcome },
): readonly Claim[] {
  const { parts, asked, written } = given;
  const claims = written.claims.filter(({ instead }) => !instead);
  if (isFitting(verdictOf(one))) {
    const resting = restingOn(one, parts, { ...written, claims });
    if (resting.length > 0) return resting;
  }
  const own = one.part.context.question;
  const others = asked.filter((other) => other !== own);
  const shown = { claims, citations: citedByClaims({ ...written, claims }) };
  if (standsIn(own, others, shown) || bearsOn(own, others, shown)) return claims;
  const sought = soughtFor(parts, { ...written, claims });
  const citations = citedByClaims({ ...written, claims: sought });
  return speaksOfMost(own, { claims: sought, citations }) ? sought : [];
}

/** The sentences on lines that the model searched for itself: what no part had found. */
function soughtFor(parts: readonly Gathered[], { claims, citations }: Outcome): Claim[] {
  const found = parts.flatMap(citationsOf);
  const fresh = citations.filter((one) => !found.some((other) => meets(one, other)));
  const ids = new Set(fresh.map(({ id }) => id));
  return claims.filter(({ citations }) => citations.some((id) => ids.has(id)));
}

/** What was found beside its lines by its own words is a part's as far as no other part found it. */
function restingOn(
  one: Gathered,
  parts: readonly Gathered[],
  { claims, citations }: Outcome,
): Claim[] {
  const taken = new Set(parts.flatMap(({ result }) => result.output.citations.map(placeOf)));
  const beside = ownCitationsOf(one).filter((citation) => !taken.has(placeOf(citation)));
  const found = [...beside, ...one.result.output.citations];
  const ids = new Set(
    citations.filter((one) => found.some((other) => meets(one, other))).map(({ id }) => id),
  );
  return claims.filter(({ citations }) => citations.some((id) => ids.has(id)));
}

/** Passages that two searches cut otherwise are of the same lines. */
const meets = (one: Citation, other: Citation): boolean =>
  one.root_id === other.root_id &&
  one.relative_path === other.relative_path &&
  one.locator.line_start <= other.locator.line_end &&
  other.locator.line_start <= one.locator.line_end;

function figuresOf(gathered: readonly Gathered[], { attributes, coverage }: Outcome) {
  const counts = gathered.map(countsOf);
  const covered = gathered.flatMap(({ result }) => result.output.coverage ?? []);
  return {
    retrieval_ms: Math.max(0, ...counts.map((one) => one.retrieval_ms)),
    files_scanned: Math.max(0, ...counts.map((one) => one.files_scanned)),
    hits: counts.reduce((sum, one) => sum + one.hits, 0),
    coverage: covered.length === 0 ? coverage : widest(covered),
    attributes: { ...attributes, ways: counts.map((one) => one.attributes.way) },
  };
}
