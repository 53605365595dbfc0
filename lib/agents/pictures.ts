import { citedByClaims } from "#lib/contracts/blocks";
import type { DocsPicturesOutput } from "#lib/contracts/docs-tools";
import type { AnswerPicture, FoundPicture } from "#lib/contracts/pictures";
import { readPictureQuestion } from "#lib/language/picture-question";
import type { PartDeps } from "./answer-part.ts";
import { type DocsCalls, docsForRun } from "./docs-calls.ts";
import type { GapContext } from "./gaps.ts";
import type { Outcome } from "./outcome.ts";

/**
 * The pictures of an answer. Where the question wants something to look at: those that what is said of them, and the passages
 * that answer, lead to. Else one that says nearly all that is asked, and those that stand with the lines that claims cite. Pictures are no claims: what they show
 * nobody has read, so the answer stays what it is. Never fails an answer: where they cannot be had there are none.
 */
export async function withPictures(
  context: Pick<GapContext, "question" | "narrowed" | "lang">,
  outcome: Outcome,
  { request, spans, tools, signal, span_id }: PartDeps,
): Promise<Outcome> {
  if (!mayHavePictures.has(outcome.status)) return outcome;
  const { asks } = readPictureQuestion(context.question);
  const read = [...outcome.citations, ...outcome.also_read];
  if (!asks && !read.some(({ pictures }) => pictures === true)) return outcome;
  const { trace_id, run_id } = request;
  const task_id = `${run_id}:pictures`;
  const run = { trace_id, run_id, task_id, agent_id: "primary", parent_span_id: span_id, signal };
  const docs = docsForRun(run, { tools, spans, ms: picturesMs });
  const [asked, beside] = await Promise.all([
    askedFor(context, { asks, pages: new Set(read.map(pageOf)) }, docs),
    besideLines(context, outcome, docs),
  ]);
  const seen = new Set<string>();
  const chosen = [...asked, ...beside].filter(({ citation, relative_path }) => {
    const id = `${citation.root_id}\n${relative_path}`;
    const first = !seen.has(id);
    seen.add(id);
    return first;
  });
  if (chosen.length === 0) return outcome;
  const numbered = outcome.citations.length + outcome.also_read.length;
  const pictures = chosen.slice(0, mostShown).map((picture, i): AnswerPicture => {
    return { ...picture, citation: { ...picture.citation, id: numbered + i + 1 } };
  });
  return { ...outcome, pictures };
}

const mayHavePictures: ReadonlySet<Outcome["status"]> = new Set([
  "answered",
  "partial",
  "no_evidence",
]);
/** The answer waits for them. */
const picturesMs = 8_000;
const mostShown = 4;
const mostAsked = 3;
const mostBeside = 2;
/** Of what the question says: so much the best must meet, and so much of that of the best another one. */
const leastMet = 0.3;
const leastUnasked = 0.75;
const besideBest = 0.6;
/** Lines around those that are cited in which a picture goes with them. */
const linesAround = 3;

/** Where nothing is said of looking, only one that meets nearly all that is asked, and nothing is waited for. */
async function askedFor(
  { question, narrowed, lang }: Pick<GapContext, "question" | "narrowed" | "lang">,
  { asks, pages }: { asks: boolean; pages: ReadonlySet<string> },
  docs: Pick<DocsCalls, "pictures">,
): Promise<AnswerPicture[]> {
  const roots = narrowed.length === 0 ? {} : { roots: [...narrowed] };
  const limit = asks ? mostAsked : 1;
  const unasked = asks ? {} : { at_once: true, least_met: leastUnasked };
  const found = await had(docs.pictures({ query: question, lang, limit, ...unasked, ...roots }));
  const best = Math.max(0, ...found.map(({ words_met }) => words_met));
  const fits = (picture: FoundPicture, i: number): boolean => {
    const { words_met, citation } = picture;
    if (!asks) return words_met >= leastUnasked;
    if (standsWithBest(picture)) return true;
    return i === 0
      ? words_met >= leastMet || pages.has(pageOf(citation))
      : words_met >= Math.max(leastMet, best * besideBest);
  };
  return found.filter(fits).map((picture) => ({ ...picture, shown_for: "question" }));
}

/** What is to be seen is often said in other words than those of the question: then the passages lead to it. */
export const standsWithBest = ({ passage }: FoundPicture): boolean =>
  passage !== undefined && passage <= firstPassages;
const firstPassages = 3;

const pageOf = ({ root_id, relative_path }: { root_id: string; relative_path: string }) =>
  `${root_id}\n${relative_path}`;

async function besideLines(
  { question }: Pick<GapContext, "question">,
  outcome: Outcome,
  docs: Pick<DocsCalls, "pictures">,
): Promise<AnswerPicture[]> {
  const spans = outcome.claims.flatMap(({ spans, citations }) => [
    ...spans,
    ...(spans.length > 0 ? [] : citations.map((citation) => ({ citation, line: undefined }))),
  ]);
  const within = citedByClaims(outcome).flatMap((citation) => {
    const { id, root_id, relative_path, locator } = citation;
    if (citation.pictures !== true) return [];
    const lines = spans.flatMap((span) => {
      if (span.citation !== id) return [];
      return span.line === undefined ? [locator.line_start, locator.line_end] : [span.line];
    });
    if (lines.length === 0) return [];
    const line_start = Math.max(1, Math.min(...lines) - linesAround);
    return [{ root_id, relative_path, line_start, line_end: Math.max(...lines) + linesAround }];
  });
  if (within.length === 0) return [];
  const found = await had(
    docs.pictures({ query: question, within: within.slice(0, 20), limit: mostLookedAt }),
  );
  // The ones that say most of what is asked, in the order of their lines.
  const kept = new Set([...found].sort((a, b) => b.words_met - a.words_met).slice(0, mostBeside));
  return found
    .filter((picture) => kept.has(picture))
    .map((picture) => ({ ...picture, shown_for: "lines" }));
}

const mostLookedAt = 12;

async function had(
  asked: Promise<{ ok: true; output: DocsPicturesOutput } | { ok: false }>,
): Promise<FoundPicture[]> {
  const found = await asked;
  return found.ok ? found.output.pictures : [];
}
