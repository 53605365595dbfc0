import { isLeaning } from "#lib/answering/follow-up";
import type { Withheld } from "#lib/citations/gate";
import { judgeBlocks } from "#lib/citations/judge-blocks";
import { numberCitations } from "#lib/citations/number";
import { renderAnswer } from "#lib/citations/render";
import { flagCitations, flagClaims } from "#lib/citations/secret-claims";
import type { Claim, Lang, SaidListing } from "#lib/contracts/answer";
import { arrangeBlocks, asAnswerBlocks, type PlacedBlock } from "#lib/contracts/arrange-blocks";
import type { Citation } from "#lib/contracts/citation";
import type { Config } from "#lib/contracts/config";
import type { DraftBlock, DraftLine } from "#lib/contracts/draft";
import type { Passage, TaskOutput } from "#lib/contracts/envelope";
import { asQuestion } from "#lib/contracts/question";
import { analyseQuestion } from "#lib/language/analyse-question";
import { type Compose, claimsOf } from "./compose.ts";
import type { DocsCalls } from "./docs-calls.ts";
import {
  type GapContext,
  type Looked,
  meantTogether,
  mostNearest,
  nothingFoundGap,
  tooLongGap,
  unverifiedGap,
  withheldGaps,
} from "./gaps.ts";
import { composeListing, listingSentence, renderListings } from "./listing.ts";
import { openSpan, type SpanDeps } from "./open-span.ts";
import { emptyOutcome, type Outcome } from "./outcome.ts";
import type { Steps } from "./steps.ts";
import { type Verified, verifyCitations } from "./verify-citations.ts";

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
    looked: () => Promise<Looked>;
    steps: Steps;
    spans: SpanDeps;
    /** The question is one of several parts. */
    part: boolean;
    /** That were searched. */
    folders: Outcome["folders"];
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
    searched: [...new Set([...queriesOf(evidence), ...(evidence.queries ?? [])])].map(asQuestion),
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
  const draft =
    listing === undefined
      ? await deps.compose({
          question: context.question,
          citations,
          passages: evidence.passages,
          further: { citations: further, passages: behind.passages },
          terms: evidence.terms,
          follow_up: evidence.follow_up,
          part: deps.part,
          folders: deps.folders,
          meaning: config.retrieval.meaning,
        })
      : composeListing(listing, citations, evidence.passages);
  const { confidence, missing } = draft;
  const claimed = claimsOf(draft);
  composing.end(draft.outcome === "not_found" ? "no_hit" : "ok", {
    claims: claimed.length,
    outcome: draft.outcome,
    confidence,
  });
  const wanted = new Set(draft.blocks.flatMap(wordsOf).flatMap((words) => words.citations));
  const cited = known.filter((c) => wanted.has(c.id));
  const release = ({ verifications }: Extract<Verified, { ok: true }>) =>
    releaseBlocks(draft.blocks, known, passages, verifications, config.answer.policy);

  if (draft.outcome === "not_found") {
    const looked = await deps.looked();
    const best = citations[0];
    const unquotable =
      best !== undefined && !evidence.passages.some((p) => p.citation_id === best.id);
    // Lines that cannot be read again are not shown; their passages are named even so.
    const verified = await verifyCitations(
      unquotable ? [] : cited,
      deps.docsBelow(parent.parent_span_id),
    );
    const { blocks, numbered } = release(
      verified.ok ? verified : { ok: true, verifications: new Map() },
    );
    const read = readBesides(citations, numbered);
    const gap = unquotable
      ? tooLongGap(context, numberOf(best, read), looked)
      : nothingFoundGap(context, {
          coverage: evidence.coverage ?? emptyOutcome("no_evidence").coverage,
          terms: evidence.terms,
          missing,
          did_you_mean: meantTogether(context.question, evidence.did_you_mean, evidence.passages),
          looked,
          close: blocks.length > 0,
          nearest: [...numbered, ...read.also_read].slice(
            0,
            Math.max(mostNearest, numbered.length),
          ),
        });
    return emptyOutcome("no_evidence", {
      ...{ ...base, blocks, citations: numbered, also_read: read.also_read },
      ...{ gaps: [gap], confidence },
    });
  }

  const quotes = claimed.length;
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
  const { claims, blocks, numbered, withheld } = release(verified);
  gate.end("ok", { passed: claims.length, withheld: withheld.length });
  checking.end(["step.verify_done", { quotes }], { files: filesOf(cited) });

  const read = readBesides(citations, numbered);
  const byOldId = new Map(known.map((c): [number, Citation] => [c.id, numberOf(c, read)]));
  const gaps = withheldGaps(context, withheld, byOldId);
  const counted = { withheld: byReason(withheld), also_read: read.also_read, gaps };
  if (claims.length === 0 && listing === undefined) {
    return emptyOutcome("no_evidence", { ...base, ...counted, confidence: 0 });
  }
  const shown = { claims, blocks, citations: numbered, folders: deps.folders };
  return emptyOutcome(gaps.length === 0 ? "answered" : "partial", {
    ...{ ...base, ...counted, ...shown, confidence, outcome: draft.outcome },
    ...(listing === undefined
      ? { markdown: renderAnswer({ ...shown, outcome: draft.outcome }, context.lang) }
      : listed(listing, shown, context.lang)),
  });
}

const wordsOf = (block: DraftBlock): readonly DraftLine[] =>
  block.kind === "answer" ? block.claims : block.lines;

/** What of an engine's blocks passes, in the shape and under the numbers that readers see. */
function releaseBlocks(
  drafts: readonly DraftBlock[],
  known: readonly Citation[],
  passages: readonly Passage[],
  verifications: Extract<Verified, { ok: true }>["verifications"],
  policy: Config["answer"]["policy"],
) {
  const judged = judgeBlocks({ blocks: drafts, citations: known, verifications, policy });
  const flagged = judged.blocks.map((block) => ({
    ...block,
    words: flagClaims(block.words, known, passages),
  }));
  const { blocks, citations } = numberCitations(arrangeBlocks(flagged), known);
  const marks = new Map(drafts.flatMap(wordsOf).map(({ id, marks = [] }) => [id, marks]));
  const shown = asAnswerBlocks(withClaimIds(blocks), ({ id }) => marks.get(id) ?? []);
  return { ...shown, numbered: citations, withheld: judged.withheld };
}

/** c1, c2, … in the order of showing. */
function withClaimIds(blocks: readonly PlacedBlock<Claim>[]): PlacedBlock<Claim>[] {
  let number = 0;
  return blocks.map((block) =>
    block.kind === "answer"
      ? { ...block, words: block.words.map((claim) => ({ ...claim, id: `c${++number}` })) }
      : block,
  );
}

/** What was read and is not shown, numbered behind what is. */
function readBesides(citations: readonly Citation[], shown: readonly Citation[]) {
  const also_read = citations
    .filter((c) => !shown.some((s) => isSamePlace(s, c)))
    .map((c, i) => ({ ...c, id: shown.length + i + 1 }));
  return { shown, also_read };
}

/** The passage under the number that it has in the answer, if it has one. */
const numberOf = (citation: Citation, { shown, also_read }: ReturnType<typeof readBesides>) =>
  [...shown, ...also_read].find((one) => isSamePlace(one, citation)) ?? citation;

function byReason(withheld: readonly Withheld[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of withheld) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** The list of files names the citations by the numbers they have in the answer. */
function listed(
  listing: SaidListing,
  shown: Pick<Outcome, "claims" | "blocks" | "citations" | "folders">,
  lang: Lang,
) {
  const files = listing.files.map(({ citation: _, ...file }) => {
    const cited = shown.citations.find(
      (c) => c.root_id === file.root_id && c.relative_path === file.relative_path,
    );
    return { ...file, ...(cited === undefined ? {} : { citation: cited.id }) };
  });
  const listings = [{ ...listing, files }];
  return { listings, markdown: renderListings(listings, shown, lang) };
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

/** As it was searched for; also together with the question before it, where it rather leans on that one. */
function queriesOf({ query, follow_up }: TaskOutput): string[] {
  if (follow_up === undefined) return [query];
  const { alone, together } = follow_up;
  return isLeaning(analyseQuestion(alone.query)) ? [query, together.query] : [query];
}
