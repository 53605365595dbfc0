import { judgeClaims, type Withheld } from "#lib/citations/gate";
import { numberCitations } from "#lib/citations/number";
import { renderAnswer } from "#lib/citations/render";
import { flagCitations, flagClaims } from "#lib/citations/secret-claims";
import type { Claim, Gap, Lang, SaidListing } from "#lib/contracts/answer";
import { answers } from "#lib/contracts/answer-alone";
import type { Citation } from "#lib/contracts/citation";
import type { Config } from "#lib/contracts/config";
import type { TaskOutput } from "#lib/contracts/envelope";
import { questionLang } from "#lib/language/question-lang";
import { withClosestLines } from "./closest-lines.ts";
import { composeListing, listingSentence, renderListings } from "./composer/listing.ts";
import type { Compose } from "./composer/quote.ts";
import type { DocsCalls } from "./docs-calls.ts";
import {
  type GapContext,
  meantTogether,
  nothingFoundGap,
  tooLongGap,
  unverifiedGap,
  withheldGaps,
} from "./gaps.ts";
import { openSpan, type SpanDeps } from "./open-span.ts";
import { emptyOutcome, type Outcome } from "./outcome.ts";
import type { Steps } from "./steps.ts";
import { verifyCitations } from "./verify-citations.ts";

/**
 * Evidence into an answer: composed, read again from disk, judged, numbered. A claim that does not pass is not shown; it
 * becomes a gap. Evidence that does not answer is said to be none, with the nearest passages beside it.
 */
export async function answerFromEvidence(
  context: GapContext,
  evidence: TaskOutput,
  deps: {
    config: Config;
    compose: Compose;
    /** Makes docs calls that hang below the given span. */
    docsBelow: (span_id: string) => DocsCalls;
    searchedRoots: () => Promise<Gap["searched"]>;
    steps: Steps;
    spans: SpanDeps;
    /** The question is one of several parts. */
    part: boolean;
    /** What the folders that were searched are called. */
    folders: readonly string[];
    parent: { trace_id: string; run_id: string; task_id: string; parent_span_id: string };
  },
): Promise<Outcome> {
  const { config, steps, spans, parent } = deps;
  const citations = flagCitations(evidence.citations, evidence.passages);
  const behind = evidence.further ?? { citations: [], passages: [] };
  const further = flagCitations(behind.citations, behind.passages);
  // What a claim may point at; what decides is the evidence alone.
  const known = [...citations, ...further];
  const passages = [...evidence.passages, ...behind.passages];
  const base = {
    searched: [...new Set([evidence.query, ...(evidence.queries ?? [])])],
    ...(evidence.coverage === undefined ? {} : { coverage: evidence.coverage }),
  };

  const composing = openSpan(spans, {
    ...parent,
    kind: "compose",
    name: "quote",
    agent_id: "primary",
  });
  const listing = evidence.listing && {
    ...evidence.listing,
    sentence: listingSentence(evidence.listing, context.lang),
  };
  const composition =
    listing === undefined
      ? await deps.compose({
          question: context.question,
          lang: questionLang(context.question),
          citations,
          passages: evidence.passages,
          further: { citations: further, passages: behind.passages },
          terms: evidence.terms,
          part: deps.part,
          folders: deps.folders,
        })
      : composeListing(listing, citations, evidence.passages);
  const { confidence, likely, missing, closest = [] } = composition;
  composing.end(composition.answered ? "ok" : "no_hit", {
    claims: composition.claims.length,
    beside: composition.beside?.length ?? 0,
    confidence,
  });
  const nothing = async (): Promise<Outcome> => {
    const searched = await deps.searchedRoots();
    const best = citations[0];
    const unquotable =
      best !== undefined && !evidence.passages.some((p) => p.citation_id === best.id);
    const gap = unquotable
      ? tooLongGap(context, best, searched)
      : nothingFoundGap(context, {
          coverage: evidence.coverage ?? emptyOutcome("no_evidence").coverage,
          terms: evidence.terms,
          missing,
          did_you_mean: meantTogether(context.question, evidence.did_you_mean, evidence.passages),
          searched,
          nearest:
            closest.length === 0
              ? citations
              : await withClosestLines(
                  closest,
                  { citations: known, passages },
                  citations,
                  deps.docsBelow(parent.parent_span_id),
                ),
        });
    return emptyOutcome("no_evidence", { ...base, gaps: [gap], also_read: citations, confidence });
  };
  if (!composition.answered) return nothing();

  const drafts = composition.shown ?? composition.claims;
  const wanted = new Set(drafts.flatMap((claim) => claim.citations));
  const cited = known.filter((c) => wanted.has(c.id));
  const quotes = composition.claims.length;
  const checking = steps.begin("verify", ["step.verify_running", { quotes }]);
  const gate = openSpan(spans, { ...parent, kind: "gate", name: "gate", agent_id: "primary" });
  const verified = await verifyCitations(cited, deps.docsBelow(gate.id)).catch((error: unknown) => {
    gate.end("cancelled");
    throw error;
  });
  if (!verified.ok) {
    const gap = unverifiedGap(context, verified.error);
    checking.fail(gap.message, verified.error.rule ?? verified.error.code);
    gate.end(gap.cause === "timeout" ? "timeout" : "error", { code: verified.error.code });
    const status = gap.cause === "timeout" ? "timeout" : "error";
    return emptyOutcome(status, { ...base, gaps: [gap] });
  }
  const judged = judgeClaims({
    claims: drafts,
    citations: known,
    verifications: verified.verifications,
    policy: config.answer.policy,
  });
  const withheld = judged.withheld.filter(({ claim }) => answers(claim));
  const passed = withoutRest(judged.passed);
  gate.end("ok", { passed: passed.length, withheld: withheld.length });
  checking.end(["step.verify_done", { quotes }], { files: filesOf(cited) });

  const flagged = flagClaims(passed, known, passages);
  const numbered = numberCitations(flagged, known);
  const claims = numbered.claims.map((claim, i) => ({ ...claim, id: `c${i + 1}` }));
  const shown = numbered.citations;
  const also_read = citations
    .filter((c) => !shown.some((s) => isSamePlace(s, c)))
    .map((c, i) => ({ ...c, id: shown.length + i + 1 }));
  const everything = [...shown, ...also_read];
  const byOldId = new Map(
    known.map((c): [number, Citation] => [
      c.id,
      everything.find((e) => isSamePlace(e, c)) ?? c, // every citation that is shown is in one of the two lists
    ]),
  );
  const gaps = withheldGaps(context, withheld, byOldId);
  if (claims.length === 0 && listing === undefined) {
    const counted = { withheld: byReason(withheld) };
    return emptyOutcome("no_evidence", { ...base, ...counted, gaps, also_read, confidence: 0 });
  }
  return emptyOutcome(gaps.length === 0 ? "answered" : "partial", {
    ...base,
    claims,
    citations: shown,
    also_read,
    gaps,
    ...(listing === undefined
      ? { markdown: renderAnswer({ claims, citations: shown }, context.lang) }
      : listed(listing, shown, claims, context.lang)),
    ...{ confidence, ...(likely === undefined ? {} : { likely }) },
    withheld: byReason(withheld),
  });
}

/** Beside and around an answer stands nothing but what its lines say, and beside none of it nothing. */
function withoutRest(passed: readonly Claim[]): Claim[] {
  const answered = passed.some(answers);
  return passed.filter((claim) => answers(claim) || (answered && claim.support === "verbatim"));
}

function byReason(withheld: readonly Withheld[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of withheld) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** The list of files names the citations by the numbers they have in the answer. */
function listed(
  listing: SaidListing,
  shown: readonly Citation[],
  claims: readonly Claim[],
  lang: Lang,
) {
  const files = listing.files.map(({ citation: _, ...file }) => {
    const cited = shown.find(
      (c) => c.root_id === file.root_id && c.relative_path === file.relative_path,
    );
    return { ...file, ...(cited === undefined ? {} : { citation: cited.id }) };
  });
  const listings = [{ ...listing, files }];
  return { listings, markdown: renderListings(listings, { claims, citations: shown }, lang) };
}

export function filesOf(citations: readonly Citation[]) {
  return citations.map((c) => ({
    display_path: c.display_path,
    line_start: c.locator.line_start,
    line_end: c.locator.line_end,
  }));
}

function isSamePlace(a: Citation, b: Citation): boolean {
  return (
    a.root_id === b.root_id &&
    a.relative_path === b.relative_path &&
    a.locator.line_start === b.locator.line_start &&
    a.locator.line_end === b.locator.line_end
  );
}
