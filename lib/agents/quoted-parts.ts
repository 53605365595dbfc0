import { citedByClaims, piecesOf } from "#lib/contracts/blocks";
import { asQuestion, type QuestionText } from "#lib/contracts/question";
import { mostParts, type QuestionPlan } from "#lib/language/plan";
import { contentTerms } from "#lib/language/words";
import {
  answerGathered,
  type Gathered,
  gatherEvidence,
  outcomeOf,
  type Part,
  type PartDeps,
} from "./answer-part.ts";
import { type Answered, joinOutcomes } from "./join-outcomes.ts";
import { composeKeptTo, speaksOfSubject } from "./kept-to.ts";
import { emptyOutcome, type Outcome } from "./outcome.ts";
import { standsIn } from "./stands-in.ts";

/** A part whose evidence is on its way. */
export type Gathering = { part: Part; gathered: Promise<Gathered> };

/**
 * A question of several asks, answered with quotations. The question itself is looked for beside its parts: where one place
 * says what every ask wants to know, that is the answer. Else each part has its own, told in their order; a part that finds
 * none, and whose answer stands in what is quoted for another or for all of them, is no gap.
 */
export async function quoteParts(
  parts: readonly Gathering[],
  {
    plan,
    whole,
  }: {
    plan: QuestionPlan;
    /** The question itself. */
    whole: Part;
  },
  deps: PartDeps,
): Promise<Outcome> {
  const asked = parts.map(({ part }) => part.context.question);
  const answered = ({ part, gathered }: Gathering) =>
    outcomeOf(part, deps, async () => {
      const found = await gathered;
      const ask = part.context.question;
      if (parts.length === 1 || plan.compared !== undefined || !asked.includes(ask))
        return answerGathered(found, deps);
      const on = plan.leans?.get(ask);
      const others = asked.filter((other) => other !== ask);
      const compose = composeKeptTo({ ask, on, others }, deps.compose, found.result.output);
      return answerGathered(found, { ...deps, compose });
    });
  const outcomes = parts.map(answered);
  // A part that is cancelled ends the question; the others end by the same signal and are not waited for.
  for (const outcome of outcomes) outcome.catch(() => undefined);
  const [first, ...others] = outcomes;
  if (first === undefined || others.length === 0) return first ?? emptyOutcome("error");
  const added: Answered[] = [];
  const tell = (question: QuestionText, outcome: Outcome) => added.push({ question, outcome });

  if (plan.compared !== undefined) {
    const itself = await first;
    const apart = await Promise.all(others);
    // One half of a comparison is no answer to it.
    const found = apart.every((outcome) => outcome.claims.length > 0);
    if (!found || speaksOfBoth(itself, plan.compared)) return itself;
    for (const [i, outcome] of apart.entries()) tell(asked[i + 1] ?? asQuestion(""), outcome);
    return joinOutcomes(deps.steps.lang, added);
  }

  const itself = await (plan.apart || parts.length === mostParts
    ? emptyOutcome("no_evidence")
    : answered({ part: whole, gathered: gatherEvidence(whole, deps) }));
  const found = await Promise.all(parts.map(({ gathered }) => gathered.catch(() => undefined)));
  const owns = await Promise.all(outcomes);
  const says = asked.map((ask, i) => {
    const on = plan.leans?.get(ask);
    // An ask that has a heading of its own is not answered by another place that has its words in passing.
    const own = owns[i];
    const apart = on === undefined && own !== undefined && isUnderItsName(ask, own);
    if (apart && !samePlace(own, itself)) return false;
    const terms = found[i]?.result.output.terms ?? [];
    const speaks = on === undefined || speaksOfSubject(on, terms, textOf(itself));
    return speaks && standsIn(ask, without(asked, i), surely(itself));
  });
  const said = says.filter((one) => one).length;
  if (said === asked.length) return itself;
  let last: Outcome | undefined;
  for (const [i, ask] of asked.entries()) {
    const own = owns[i];
    if (own === undefined) continue;
    const others = without(asked, i);
    const leans = plan.leans?.has(ask) === true && last !== undefined;
    const shown =
      says[i] === true && (said > 1 || own.claims.length === 0)
        ? itself
        : leans && last !== undefined && standsIn(ask, others, surely(last))
          ? last
          : own.claims.length > 0
            ? own
            : owns.find((other) => standsIn(ask, others, surely(other)));
    tell(ask, shown === undefined ? own : shown === own ? own : shared(shown));
    last = shown ?? last;
  }
  return joinOutcomes(deps.steps.lang, added);
}

/** Is what is quoted first from under a heading that names all that is asked? */
function isUnderItsName(ask: QuestionText, { claims, citations }: Outcome): boolean {
  const [first] = claims[0]?.citations ?? [];
  const cited = citations.find(({ id }) => id === first);
  const heading = new Set(contentTerms(`${cited?.breadcrumb.at(-1) ?? ""}\n${cited?.title ?? ""}`));
  const asked = contentTerms(ask);
  return asked.length > 0 && asked.every((term) => heading.has(term));
}

/** Do they quote lines of the same place? */
const samePlace = (one: Outcome, other: Outcome): boolean =>
  surely(one).citations.some((a) =>
    surely(other).citations.some(
      (b) =>
        a.path === b.path &&
        a.locator.line_start <= b.locator.line_end &&
        b.locator.line_start <= a.locator.line_end,
    ),
  );

function textOf(outcome: Outcome): string {
  const { claims, citations } = surely(outcome);
  const names = citations.flatMap((c) => [
    c.title,
    ...c.breadcrumb,
    c.relative_path.replace(/[/\\._-]+/g, " "),
  ]);
  return [...names, ...claims.map(({ text }) => text)].join("\n");
}

/** What is quoted, without the places that are shown as its equals where nothing tells which of them answers. */
function surely(outcome: Outcome): Pick<Outcome, "claims" | "citations"> {
  if (outcome.outcome !== "may_be") return { ...outcome, citations: citedByClaims(outcome) };
  const [first] = piecesOf(outcome);
  const ids = new Set(first?.words.map(({ id }) => id));
  const claims = outcome.claims.filter(({ id }) => ids.has(id));
  return { claims, citations: citedByClaims({ ...outcome, claims }) };
}

const without = (asks: readonly QuestionText[], at: number) => asks.filter((_, i) => i !== at);

/** What another part quotes, as the answer of this one as well: nothing of it is counted twice. */
const shared = (outcome: Outcome): Outcome => ({ ...outcome, gaps: [], withheld: {}, hits: 0 });

/**
 * True when one claim, with the headings above it, names both; a word that both names share names neither. That the one is
 * to be used instead of the other says nothing of how they differ.
 */
function speaksOfBoth(outcome: Outcome, [a, b]: readonly [string, string]): boolean {
  const [ofA, ofB] = [new Set(contentTerms(a)), new Set(contentTerms(b))];
  const own = (terms: Set<string>, other: Set<string>) => [...terms].filter((t) => !other.has(t));
  const above = new Map(outcome.citations.map((c) => [c.id, c.breadcrumb]));
  const [namesA, namesB] = [own(ofA, ofB), own(ofB, ofA)];
  const { claims } = surely(outcome);
  const both = claims.some((claim) => {
    if (replaces.test(claim.text)) return false;
    const headings = claim.citations.flatMap((id) => above.get(id) ?? []);
    const terms = new Set(contentTerms([...headings, claim.text].join("\n")));
    return [namesA, namesB].every((names) => names.some((name) => terms.has(name)));
  });
  // Or either has an item of its own.
  const opens = (names: string[], length: number) =>
    claims.some(({ kind, text }) => {
      const terms = new Set(contentTerms(text.slice(0, length + marks)));
      return kind === "list_item" && names.length > 0 && names.every((name) => terms.has(name));
    });
  return both || (opens(namesA, a.length) && opens(namesB, b.length));
}

/** "- **" before the name that an item opens with. */
const marks = 6;

const replaces =
  /\buse\b[^.]{0,60}\binstead\b|\bdeprecated\b|\b(?:replaced|superseded) by\b|(?:请|應|应|改)(?:改)?用.{0,30}(?:代替|替代)|已(?:弃用|棄用|废弃|廢棄)|取代/i;
