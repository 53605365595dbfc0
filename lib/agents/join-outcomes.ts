import { numberCitations, renumbered } from "#lib/citations/number";
import type {
  Answer,
  AnswerOutcome,
  Claim,
  Coverage,
  Gap,
  Lang,
  Notice,
  SaidListing,
} from "#lib/contracts/answer";
import { arrangeBlocks, asAnswerBlocks, type PlacedBlock } from "#lib/contracts/arrange-blocks";
import { byLine, laidOutLines, placeKey } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import type { QuestionText } from "#lib/contracts/question";
import { say } from "#lib/platform/say";
import { leftOutOnce } from "./left-out-once.ts";
import { renderListings } from "./listing.ts";
import { emptyOutcome, type Outcome } from "./outcome.ts";

/** One part of a question, and what came of it. */
export type Answered = { question: QuestionText; outcome: Outcome };

/** What was told already, of the parts whose answer it is: it stays as it was told, and parts are added behind it. */
export type Beginning = { outcome: Outcome; parts: NonNullable<Outcome["parts"]> };

/**
 * The outcomes of several parts as one: blocks in the order of the parts, what is related and nearest behind them, a place
 * that several quote told once and in the order of its file, a passage that several cite under one number, a sentence that
 * answers two parts shown once, and every gap naming its part.
 */
export function joinOutcomes(
  lang: Lang,
  added: readonly Answered[],
  beginning?: Beginning,
): Outcome {
  const first = beginning?.outcome;
  const outcomes = [...(first === undefined ? [] : [first]), ...added.map((one) => one.outcome)];
  const sources = allSources(outcomes);
  const told = new Map((first?.citations ?? []).map((c) => [sources.of(c), c.id]));
  const ids = namedClaims(outcomes, sources, first !== undefined);
  const placed = outcomes.map((outcome, i) => ids.blocksOf(outcome, i));
  const ordered = inFileOrder(arrangeBlocks(placed.flat()), placed);
  const numbered = numberCitations(ordered, sources.all, told);
  const marks = marksOf(outcomes);
  const { claims, blocks } = asAnswerBlocks(
    leftOut(numbered.blocks),
    ({ text }) => marks.get(text) ?? [],
  );
  const { citations } = numbered;
  const numbers = new Map(citations.map((c) => [placeOf(c), c.id]));
  const shownIds = new Set(claims.map(({ id }) => id));

  const also_read = alsoRead(outcomes, numbers, citations.length);
  const all = new Map([...citations, ...also_read].map((c) => [placeOf(c), c.id]));
  const saidGaps = [
    ...(first === undefined ? [] : first.gaps.map((gap) => renumberedGap(gap, first, all))),
    ...added.flatMap(({ question, outcome }) =>
      outcome.gaps.map((gap) => namedGap(renumberedGap(gap, outcome, all), question, lang)),
    ),
  ];
  const answering = citations.filter(({ id }) => claims.some((one) => one.citations.includes(id)));
  const gaps = first === undefined ? saidGaps : withoutRepeats(saidGaps, answering);
  const listings = outcomes.flatMap((outcome) => listingsOf(outcome, numbers));
  const anything = claims.length + listings.length > 0;
  const done = first?.status === "answered" || first?.status === "partial";
  const from = first === undefined ? 0 : 1;
  const parts = [
    ...(beginning?.parts ?? []),
    ...added.map(({ question, outcome }, i) => ({
      question,
      status: outcome.status,
      outcome: outcome.outcome,
      claims: ids.answering(outcome, i + from).filter((id) => shownIds.has(id)),
    })),
  ];
  const status = statusOf(outcomes, anything || done);
  const shown = { claims, blocks, folders: outcomes[0]?.folders ?? [] };
  const outcome = leastSure(status, [
    ...(first === undefined ? [] : [first.outcome]),
    ...added.map((one) => one.outcome.outcome),
  ]);
  return emptyOutcome(status, {
    ...{ ...shown, outcome, citations, also_read, gaps, parts },
    notices: distinct(outcomes.flatMap((one) => one.notices)),
    markdown: anything
      ? renderListings(listings, { ...shown, outcome, parts }, lang)
      : gaps.map((gap) => gap.message).join("\n\n"),
    ...(listings.length === 0 ? {} : { listings }),
    confidence: Math.max(0, ...outcomes.map((one) => one.confidence)),
    coverage: widest(outcomes.map((one) => one.coverage)),
    searched: distinctTexts([
      ...(first?.searched ?? []),
      ...added.flatMap((one) => [one.question, ...one.outcome.searched]),
    ]),
    retrieval_ms: Math.max(0, ...outcomes.map((one) => one.retrieval_ms)),
    files_scanned: Math.max(0, ...outcomes.map((one) => one.files_scanned)),
    hits: outcomes.reduce((sum, one) => sum + one.hits, 0),
    withheld: summed(outcomes.map((one) => one.withheld)),
    attributes: { parts: added.length, ways: outcomes.map((one) => one.attributes.way) },
  });
}

/** Every passage that one of them cites under a number of its own. */
function allSources(outcomes: readonly Outcome[]) {
  const numbers = new Map<string, number>();
  const all: Citation[] = [];
  for (const citation of outcomes.flatMap(({ citations }) => citations)) {
    const place = placeOf(citation);
    if (numbers.has(place)) continue;
    numbers.set(place, numbers.size + 1);
    all.push({ ...citation, id: numbers.size });
  }
  const of = (citation: Citation): number => numbers.get(placeOf(citation)) ?? 0; // all are there
  return {
    all,
    of,
    numbersOf: ({ citations }: Outcome) => new Map(citations.map((c) => [c.id, of(c)])),
  };
}

/**
 * The claims of all, each sentence once, under ids of the whole: c1, c2, … in the order in which they come. Those of a
 * beginning, the first of them, keep theirs.
 */
function namedClaims(
  outcomes: readonly Outcome[],
  sources: ReturnType<typeof allSources>,
  begun: boolean,
) {
  const named = new Map<string, string>();
  let last = begun ? (outcomes[0]?.claims.length ?? 0) : 0;
  const names = outcomes.map(({ claims }, i) => {
    const own = new Map<string, string>();
    for (const { id, text } of claims) {
      const known = begun && i === 0 ? id : (named.get(text) ?? `c${++last}`);
      own.set(id, known);
      if (!named.has(text)) named.set(text, known);
    }
    return own;
  });
  const shown = new Set<string>();
  return {
    answering: ({ claims }: Outcome, i: number): string[] => [
      ...new Set(claims.flatMap(({ id }) => names[i]?.get(id) ?? [])),
    ],
    blocksOf(outcome: Outcome, i: number): PlacedBlock<Claim>[] {
      const numbers = sources.numbersOf(outcome);
      const known = new Map(outcome.claims.map((claim) => [claim.id, claim]));
      return outcome.blocks.map((block): PlacedBlock<Claim> => {
        if (block.kind !== "answer") {
          const lines = laidOutLines(block.lines).map(({ line: _, marked: __, ...one }) => one);
          return { ...block, words: lines.map((line) => renumbered(line, numbers)) };
        }
        const words = block.claims.flatMap((old) => {
          const claim = known.get(old);
          const id = names[i]?.get(old);
          if (claim === undefined || id === undefined || shown.has(id)) return [];
          shown.add(id);
          return [{ ...renumbered(claim, numbers), id }];
        });
        return { kind: block.kind, place: block.place, words };
      });
    },
  };
}

/** Marks are of the text that they stand in. */
const marksOf = (outcomes: readonly Outcome[]) =>
  new Map(
    outcomes
      .flatMap(({ blocks }) => blocks)
      .flatMap((block) => (block.kind === "answer" ? [] : block.lines))
      .map(({ text, marks }) => [text, marks]),
  );

/**
 * A place that several parts quote is read from its first line to its last, and what is a claim of one part is no line around
 * that of another.
 */
function inFileOrder(
  blocks: readonly PlacedBlock<Claim>[],
  parts: readonly (readonly PlacedBlock<Claim>[])[],
): PlacedBlock<Claim>[] {
  const quoting = (key: string): number =>
    parts.filter((own) =>
      own.some(({ kind, place }) => kind === "answer" && placeKey(place) === key),
    ).length;
  const answering = ({ kind }: PlacedBlock<Claim>) => kind === "answer" || kind === "around";
  const pieces = Map.groupBy(blocks.filter(answering), ({ place }) => placeKey(place));
  const claimed = new Set(
    blocks.flatMap(({ kind, words }) => (kind === "answer" ? words.map(({ text }) => text) : [])),
  );
  return [
    ...[...pieces].flatMap(([key, some]) => {
      const [first] = some;
      if (first === undefined || first.place === null || quoting(key) < 2) return some;
      const told = new Set<string>();
      const words = some
        .flatMap(({ kind, words }) => words.map((one) => ({ kind, one })))
        .filter(({ kind, one }) => {
          if (kind === "answer") return true;
          const fresh = !claimed.has(one.text) && !told.has(one.text);
          told.add(one.text);
          return fresh;
        });
      const sorted = words.toSorted((a, b) => byLine(a.one, b.one));
      const runs: PlacedBlock<Claim>[] = [];
      for (const { kind, one } of sorted) {
        const last = runs.at(-1);
        if (last?.kind === kind) last.words.push(one);
        else runs.push({ kind, place: first.place, words: [one] });
      }
      return runs;
    }),
    ...blocks.filter((block) => !answering(block)),
  ];
}

function leftOut(blocks: readonly PlacedBlock<Claim>[]): PlacedBlock<Claim>[] {
  const answering = blocks.flatMap(({ kind, words }) => (kind === "answer" ? words : []));
  const counted = new Map(leftOutOnce(answering).map((claim) => [claim.id, claim]));
  return blocks.map((block) =>
    block.kind === "answer"
      ? { ...block, words: block.words.map((claim) => counted.get(claim.id) ?? claim) }
      : block,
  );
}

/** Of the parts that are answered that of the least sure one. */
function leastSure(
  status: Answer["status"],
  outcomes: readonly (AnswerOutcome | null)[],
): AnswerOutcome | null {
  if (status === "no_evidence") return "not_found";
  return outcomes.find((one) => one === "may_be") ?? outcomes.find((one) => one === "sure") ?? null;
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
function namedGap(gap: Gap, question: QuestionText, lang: Lang): Gap {
  const message = say(lang, "gap.part", { part: question, message: gap.message });
  return { ...gap, about: question, message };
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

/** One of each kind. */
const distinct = (notices: readonly Notice[]): Notice[] => [
  ...new Map(notices.map((notice) => [notice.code, notice])).values(),
];

const distinctTexts = <Text extends string>(texts: readonly Text[]): Text[] => [...new Set(texts)];

function placeOf(c: Citation): string {
  return JSON.stringify([c.root_id, c.relative_path, c.locator.line_start, c.locator.line_end]);
}
