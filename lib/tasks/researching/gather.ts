import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Answer } from "#lib/contracts/answer";
import type { DocumentPlace } from "#lib/contracts/citation";
import { webRootId } from "#lib/contracts/web";
import { contradictionOf } from "#lib/entailment/contradiction";
import { heldBy, wordsHeld } from "#lib/entailment/coverage";
import { listFolders, listPages } from "../documents.ts";
import type { StepContext } from "../task-type.ts";
import { documentOf, Statement, statementsOf } from "./statement.ts";

/**
 * What documents and pages say to each question, as statements that passed the gate. The answer over all sources comes first;
 * then each source is asked alone, in quotations, for what else it says and for what it says otherwise.
 */
export const Gathered = z.object({
  sections: z.array(
    z.object({
      question: z.string(),
      statements: z.array(Statement),
      /** Pairs of statements from two documents that say otherwise. */
      contradictions: z.array(
        z.object({
          kind: z.enum(["value", "denial", "opposite"]),
          one: Statement,
          other: Statement,
        }),
      ),
      /** Sentences that say what was not found, where nothing is stated. */
      gaps: z.array(z.string()),
    }),
  ),
  /** Whose words the statements are, where a model wrote any. */
  model: z.string().optional(),
  /** Notices of the answers, each once. */
  notices: z.array(z.string()),
});
export type Gathered = z.infer<typeof Gathered>;
type Section = Gathered["sections"][number];

/** So many statements of one section, of which so many may come from one source that was asked alone. */
const MOST_STATEMENTS = 16;
const OF_ONE_SOURCE = 3;
/** So many documents of the folders are asked alone, beside the pages of the web. */
const DOCUMENTS = 4;
const CONTRADICTIONS = 6;
/**
 * Of a question so much stands in a statement of a source that was asked alone, by itself and with the title above it, and so
 * much of what the answer holds of it: a title may hold every word that anybody asks for.
 */
const ABOUT = { itself: 0.34, least: 0.5, of_best: 0.7 };

export async function gather(
  context: StepContext,
  asked: {
    questions: readonly string[];
    /** Of the folders; all where none is named. */
    folders: readonly string[];
    pages: readonly { relative_path: string; questions: readonly number[] }[];
  },
): Promise<Gathered> {
  const { questions, pages } = asked;
  const saved = pages.map(({ relative_path }) => ({ root_id: webRootId, relative_path }));
  if (saved.length > 0) await untilListed(context, saved);
  const folders = asked.folders.length > 0 ? [...asked.folders] : await listFolders(context);
  const roots = saved.length > 0 ? [...folders, webRootId] : folders;
  const gathered: Gathered = { sections: [], notices: [] };
  let done = 0;
  for (const [number, question] of questions.entries()) {
    const mode = context.model === undefined ? "quote" : "model";
    const answer = await context.answer({ question, roots, pages: saved, mode });
    if (answer.mode === "model" && context.model !== undefined) gathered.model = context.model.name;
    for (const { message } of answer.notices) {
      if (!gathered.notices.includes(message)) gathered.notices.push(message);
    }
    const alone = sourcesToAsk(answer, pages, number);
    const others: Statement[] = [];
    for (const place of alone) {
      const own = await context.answer({
        ...{ question, roots: [place.root_id], pages: [place], mode: "quote" },
      });
      if (own.outcome === "sure") others.push(...statementsOf(own));
    }
    gathered.sections.push(sectionOf(question, answer, others));
    done += 1;
    context.progress(done, questions.length);
  }
  return gathered;
}

/** The index hears of a saved page a moment after it is written; one that it does not take is left to its answers. */
async function untilListed(context: StepContext, pages: readonly DocumentPlace[]): Promise<void> {
  for (let tries = 0; tries < LISTED.tries; tries += 1) {
    const listed = await listPages(context, [webRootId]);
    const there = new Set(listed.map(({ path }) => path));
    if (pages.every(({ relative_path }) => there.has(relative_path))) return;
    await sleep(LISTED.every_ms, undefined, { signal: context.signal });
  }
}
const LISTED = { tries: 25, every_ms: 200 };

/** Pages that were found for the question first, then the others, then documents that the answer came upon. */
function sourcesToAsk(
  answer: Answer,
  pages: readonly { relative_path: string; questions: readonly number[] }[],
  number: number,
): DocumentPlace[] {
  const own = pages.filter(({ questions }) => questions.includes(number));
  const rest = pages.filter(({ questions }) => !questions.includes(number));
  const seen = [...answer.citations, ...answer.also_read, ...answer.gaps.flatMap((g) => g.nearest)];
  const documents = new Map(
    seen
      .filter(({ root_id }) => root_id !== webRootId)
      .map(({ root_id, relative_path }) => [
        documentOf({ root_id, relative_path }),
        { root_id, relative_path },
      ]),
  );
  return [
    ...[...own, ...rest].map(({ relative_path }) => ({ root_id: webRootId, relative_path })),
    ...[...documents.values()].slice(0, DOCUMENTS),
  ];
}

/** `others`: what each source says alone. Of these is told what speaks of the question and is not told yet. */
function sectionOf(question: string, answer: Answer, others: readonly Statement[]): Section {
  const stated = statementsOf(answer);
  const best = Math.max(0, ...stated.map((one) => aboutIt(question, one)));
  // Where several places may answer, one that has much less of the question than another is only near to it.
  const statements = stated
    .filter(
      (one) =>
        answer.outcome !== "may_be" ||
        (heldBy(question, wordsHeld(one.text)).share >= ABOUT.itself &&
          aboutIt(question, one) >= best * ABOUT.of_best),
    )
    .slice(0, MOST_STATEMENTS);
  const fitting = others.filter(
    (one) =>
      heldBy(question, wordsHeld(one.text)).share >= ABOUT.itself &&
      aboutIt(question, one) >= Math.max(ABOUT.least, best * ABOUT.of_best),
  );
  const contradictions = contradictionsAmong([...statements, ...fitting]);
  const disputed = new Set(contradictions.flatMap(({ one, other }) => [one.text, other.text]));
  const bySource = new Map<string, number>();
  for (const one of fitting) {
    const source = documentOf(one.lines[0] ?? { root_id: "", relative_path: "" });
    const count = bySource.get(source) ?? 0;
    const known = statements.some((told) => told.text === one.text || isWithin(one, told));
    if (disputed.has(one.text) || known || count >= OF_ONE_SOURCE) continue;
    if (statements.length >= MOST_STATEMENTS) break;
    bySource.set(source, count + 1);
    statements.push(one);
  }
  const open = statements.length === 0 || answer.status === "partial";
  // A sentence that did not pass the gate is none that was not found.
  const found = answer.gaps.filter(({ cause }) => cause !== "unsupported");
  const gaps = open ? found.map(({ message }) => message) : [];
  return { question, statements, contradictions, gaps: [...new Set(gaps)] };
}

/** How much of the question a statement holds, with the title that it stands under. */
function aboutIt(question: string, { text, lines }: Statement): number {
  const titles = lines.map(({ title }) => title).join("\n");
  return heldBy(question, wordsHeld(`${text}\n${titles}`)).share;
}

/** Pairs of statements from two documents, each pair of sentences once. */
function contradictionsAmong(statements: readonly Statement[]): Section["contradictions"] {
  const found: Section["contradictions"] = [];
  const told = new Set<string>();
  for (const [at, one] of statements.entries()) {
    for (const other of statements.slice(at + 1)) {
      if (found.length >= CONTRADICTIONS) return found;
      const key = [one.text, other.text].toSorted().join("\n");
      if (told.has(key) || !isElsewhere(one, other)) continue;
      const said = contradictionOf(one.text, other.text);
      if (said === undefined) continue;
      told.add(key);
      found.push({ ...said, one, other });
    }
  }
  return found;
}

const isElsewhere = (one: Statement, other: Statement): boolean =>
  !one.lines.some((line) => other.lines.some((theirs) => documentOf(line) === documentOf(theirs)));

/** All of its lines are told by another statement already. */
const isWithin = (one: Statement, other: Statement): boolean =>
  one.lines.every((line) =>
    other.lines.some(
      (theirs) =>
        documentOf(line) === documentOf(theirs) &&
        theirs.line_start <= line.line_start &&
        theirs.line_end >= line.line_end,
    ),
  );
