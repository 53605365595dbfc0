import { renumbered } from "#lib/citations/number";
import {
  type Answer,
  Beside,
  type Claim,
  type Coverage,
  type Gap,
  type Lang,
  type Notice,
  type SaidListing,
} from "#lib/contracts/answer";
import { answers } from "#lib/contracts/answer-alone";
import type { Citation } from "#lib/contracts/citation";
import { say } from "#lib/platform/say";
import { renderListings } from "./composer/listing.ts";
import { leftOutOnce } from "./left-out-once.ts";
import { emptyOutcome, type Outcome } from "./outcome.ts";

/**
 * The outcomes of several parts as one: claims in the order of the parts and behind them what stands beside these, a passage
 * that several cite under one number, a sentence that answers two parts shown once, and every gap naming its part. Parts are
 * added in their order; what `add` returns, the answers with what they are read in, may be shown at once.
 */
export type Joined = {
  add(question: string, outcome: Outcome): { citations: Citation[]; claims: Claim[] };
  whole(): Outcome;
};

/** What was told already, of the parts whose answer it is: it stays as it was told, and parts are added behind it. */
export type Beginning = { outcome: Outcome; parts: NonNullable<Outcome["parts"]> };

export function joinOutcomes(lang: Lang, beginning?: Beginning): Joined {
  const first = beginning?.outcome;
  const claims: Claim[] = [...(first?.claims ?? [])];
  const citations: Citation[] = [...(first?.citations ?? [])];
  const added: { question: string; outcome: Outcome; shown: string[] }[] = [];
  const numbers = new Map(citations.map((c) => [placeOf(c), c.id]));
  const sentences = new Map(claims.map((claim) => [claim.text, claim]));
  /** What another part's sentence is read in may be the answer of this one, and is told as that too. */
  const toldAs = (claim: Claim): Claim | undefined => {
    const same = sentences.get(claim.text);
    return same !== undefined && (answers(same) || !answers(claim)) ? same : undefined;
  };
  /** The ids of those that answer. */
  const tell = (some: readonly Claim[], outcome: Outcome): string[] => {
    const known = new Map(outcome.citations.map((c) => [c.id, c]));
    const shown: string[] = [];
    const fresh = new Set(some.filter((claim) => toldAs(claim) === undefined));
    for (const [i, claim] of some.entries()) {
      const same = toldAs(claim);
      if (same !== undefined) {
        if (answers(claim)) shown.push(same.id);
        continue;
      }
      if (claim.context && !readIn(some, i, known).some((one) => fresh.has(one))) continue;
      const given = new Map<number, number>();
      for (const id of claim.citations) {
        const citation = known.get(id);
        if (citation === undefined) continue;
        const place = placeOf(citation);
        let number = numbers.get(place);
        if (number === undefined) {
          number = citations.length + 1;
          numbers.set(place, number);
          citations.push({ ...citation, id: number });
        }
        given.set(id, number);
      }
      const id = `c${claims.length + 1}`;
      const told = { ...renumbered(claim, given), id };
      sentences.set(claim.text, told);
      if (answers(claim)) shown.push(id);
      claims.push(told);
    }
    return shown;
  };

  return {
    add(question, outcome) {
      const cited = citations.length;
      const said = claims.length;
      const own = outcome.claims.filter(({ beside }) => beside === undefined);
      added.push({ question, outcome, shown: tell(own, outcome) });
      return { citations: citations.slice(cited), claims: claims.slice(said) };
    },
    whole() {
      for (const kind of Beside.options)
        for (const { outcome } of added)
          tell(
            outcome.claims.filter(({ beside }) => beside === kind),
            outcome,
          );
      const later = added.map((one) => one.outcome);
      const outcomes = first === undefined ? later : [first, ...later];
      const also_read = alsoRead(outcomes, numbers, citations.length);
      const all = new Map([...citations, ...also_read].map((c) => [placeOf(c), c.id]));
      const told = [
        ...(first === undefined ? [] : first.gaps.map((gap) => renumberedGap(gap, first, all))),
        ...added.flatMap(({ question, outcome }) =>
          outcome.gaps.map((gap) => namedGap(renumberedGap(gap, outcome, all), question, lang)),
        ),
      ];
      const once = withoutShownLines(told, claims);
      const gaps = first === undefined ? once : withoutRepeats(once, citations);
      const listings = outcomes.flatMap((outcome) => listingsOf(outcome, numbers));
      const shown = claims.length + listings.length > 0;
      const done = first?.status === "answered" || first?.status === "partial";
      return emptyOutcome(statusOf(outcomes, shown || done), {
        claims: leftOutOnce(claims),
        citations,
        also_read,
        gaps,
        notices: distinct(outcomes.flatMap((one) => one.notices)),
        markdown: shown
          ? renderListings(listings, { claims, citations }, lang)
          : gaps.map((gap) => gap.message).join("\n\n"),
        ...(listings.length === 0 ? {} : { listings }),
        confidence: Math.max(0, ...outcomes.map((one) => one.confidence)),
        coverage: widest(outcomes.map((one) => one.coverage)),
        searched: distinctTexts([
          ...(first?.searched ?? []),
          ...added.flatMap((one) => [one.question, ...one.outcome.searched]),
        ]),
        parts: [
          ...(beginning?.parts ?? []),
          ...added.map(({ question, outcome, shown }) => ({
            question,
            status: outcome.status,
            claims: shown,
          })),
        ],
        retrieval_ms: Math.max(0, ...outcomes.map((one) => one.retrieval_ms)),
        files_scanned: Math.max(0, ...outcomes.map((one) => one.files_scanned)),
        hits: outcomes.reduce((sum, one) => sum + one.hits, 0),
        withheld: summed(outcomes.map((one) => one.withheld)),
        attributes: { parts: added.length, ways: outcomes.map((one) => one.attributes.way) },
      });
    },
  };
}

/** The quotations of its file on either side of the context at this place, which are read in it. */
function readIn(
  claims: readonly Claim[],
  at: number,
  known: ReadonlyMap<number, Citation>,
): Claim[] {
  const fileOf = ({ citations: [id = 0] }: Claim) => {
    const cited = known.get(id);
    return JSON.stringify([cited?.root_id, cited?.relative_path]);
  };
  const own = claims[at] as Claim; // a place of it
  const sides = [claims.slice(0, at).reverse(), claims.slice(at)];
  return sides.flatMap((side) => {
    const quoted = side.find(({ context }) => !context);
    const same = quoted?.beside === own.beside && quoted !== undefined;
    return same && fileOf(quoted) === fileOf(own) ? [quoted] : [];
  });
}

/** The lists of one part; their files go by the numbers of the whole answer. */
function listingsOf(outcome: Outcome, numbers: ReadonlyMap<string, number>): SaidListing[] {
  return (outcome.listings ?? []).map((listing) => ({
    ...listing,
    files: listing.files.map(({ citation: old, ...file }) => {
      const citation = outcome.citations.find((c) => c.id === old);
      const number = citation && numbers.get(placeOf(citation));
      return { ...file, ...(number === undefined ? {} : { citation: number }) };
    }),
  }));
}

function alsoRead(
  outcomes: readonly Outcome[],
  cited: ReadonlyMap<string, number>,
  after: number,
): Citation[] {
  const passages = new Map<string, Citation>();
  for (const outcome of outcomes) {
    for (const passage of [...outcome.also_read, ...outcome.citations]) {
      const place = placeOf(passage);
      if (!cited.has(place) && !passages.has(place)) passages.set(place, passage);
    }
  }
  return [...passages.values()].map((passage, i) => ({ ...passage, id: after + i + 1 }));
}

/** Its passages go by the numbers of the whole answer. */
function renumberedGap(
  gap: Gap,
  outcome: Pick<Outcome, "also_read" | "citations">,
  numbers: ReadonlyMap<string, number>,
): Gap {
  const renumber = (citation: Citation) => numbers.get(placeOf(citation)) ?? citation.id;
  const old = new Map(
    [...outcome.also_read, ...outcome.citations, ...gap.nearest].map((c) => [c.id, renumber(c)]),
  );
  return {
    ...gap,
    nearest: gap.nearest.map((citation) => ({ ...citation, id: renumber(citation) })),
    next_steps: gap.next_steps.map((step) =>
      step.action === "open" && typeof step.value === "number"
        ? { ...step, value: old.get(step.value) ?? step.value }
        : step,
    ),
  };
}

/** The gap of one part says which. */
function namedGap(gap: Gap, question: string, lang: Lang): Gap {
  const message = say(lang, "gap.part", { part: question, message: gap.message });
  return { ...gap, about: question, message };
}

/** Lines that the answer or an earlier gap shows are not shown once more; their passage is a link then. */
function withoutShownLines(gaps: readonly Gap[], claims: readonly Claim[]): Gap[] {
  const shown = new Set(claims.map(({ text }) => text));
  return gaps.map((gap) => ({
    ...gap,
    nearest: gap.nearest.map(({ lines = [], ...passage }) => {
      const fresh = lines.filter(({ text, context }) => !context && !shown.has(text));
      for (const { text } of fresh) shown.add(text);
      // What is shown again with something new is led by it, or leads it.
      return fresh.length === 0 ? passage : { ...passage, lines };
    }),
  }));
}

/** A passage that the answer shows, or that an earlier gap has named, is not offered once more; nor is any other step. */
function withoutRepeats(gaps: readonly Gap[], shown: readonly Citation[]): Gap[] {
  const named = new Set(shown.map((citation) => citation.id));
  const steps = new Set<string>();
  return gaps.map((gap) => {
    const nearest = gap.nearest.filter(({ id }) => !named.has(id));
    const next_steps = gap.next_steps.filter((step) => {
      const key = JSON.stringify([step.action, step.value]);
      if (steps.has(key) || (step.action === "open" && named.has(Number(step.value)))) return false;
      steps.add(key);
      return true;
    });
    for (const { id } of nearest) named.add(id);
    return { ...gap, nearest, next_steps };
  });
}

/** Where nothing is answered, what keeps a person from concluding that it is missing comes first. */
const gravest = ["error", "timeout", "denied", "no_evidence"] as const;

function statusOf(outcomes: readonly Outcome[], anyClaim: boolean): Answer["status"] {
  if (!anyClaim) return gravest.find((s) => outcomes.some((o) => o.status === s)) ?? "no_evidence";
  return outcomes.every((outcome) => outcome.status === "answered") ? "answered" : "partial";
}

export function widest(coverages: readonly Coverage[]): Coverage {
  const state = (["degraded", "building"] as const).find((s) =>
    coverages.some((c) => c.state === s),
  );
  return {
    files_searchable: Math.max(0, ...coverages.map((c) => c.files_searchable)),
    files_known: Math.max(0, ...coverages.map((c) => c.files_known)),
    state: state ?? "ready",
  };
}

function summed(counts: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [key, n] of counts.flatMap((one) => Object.entries(one)))
    sum[key] = (sum[key] ?? 0) + n;
  return sum;
}

/** One of each kind; of parts that are not sure each says so itself. */
function distinct(notices: readonly Notice[]): Notice[] {
  const keyOf = ({ code, message }: Notice) => (code === "unsure" ? message : code);
  return [...new Map(notices.map((notice) => [keyOf(notice), notice])).values()];
}

const distinctTexts = (texts: readonly string[]): string[] => [...new Set(texts)];

function placeOf(c: Citation): string {
  return JSON.stringify([c.root_id, c.relative_path, c.locator.line_start, c.locator.line_end]);
}
