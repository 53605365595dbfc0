import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";
import type { DocumentPlace } from "#lib/contracts/citation";
import type { TaskOutput } from "#lib/contracts/envelope";
import { asQuestion } from "#lib/contracts/question";
import { analyseQuestion } from "#lib/language/analyse-question";
import { followedUp } from "../../lib/agents/compose.ts";
import { answerQuestion, readingsOf, readyToAnswer } from "../../lib/answering/answer-question.ts";
import { readAsked } from "../../lib/answering/asked-question.ts";
import { readSources } from "../../lib/answering/candidates.ts";
import { leaningFeatures } from "../../lib/answering/follow-up.ts";
import { sectionKey } from "../../lib/answering/place.ts";
import { CITED_BEFORE_PAGES } from "../../lib/contracts/limits.ts";
import { openEvidence } from "../answers/retrieve-evidence.ts";
import { openRepository } from "../sets/repository.ts";

/**
 * Conversations of two questions as numbers alone: of the second one whether it points back and how many words and things it has, and of
 * each unit that was found its share by itself and together with the first question, whether it stands on a page that was
 * cited, and whether it answers. Made by the real docs server over the projects' folders.
 */
const Kind = z.enum(["pronoun", "fragment", "bare", "silent", "detail", "more", "fresh"]);
const Turn = z.object({
  project: z.string(),
  kind: Kind,
  /** The folder does not answer it. */
  absent: z.boolean(),
  points_back: z.number(),
  many_words: z.number(),
  many_things: z.number(),
  /** [by itself, together, on a cited page, answers, section]; shares as logarithms. */
  units: z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])),
});
export type Turn = z.infer<typeof Turn>;

const Asked = z.strictObject({
  question: z.string(),
  gold: z.array(z.strictObject({ path: z.string(), line_start: z.int(), line_end: z.int() })),
});
/** A line of `conversations.jsonl`; `whole` is what the second question means, worded so that it stands alone. */
const Conversation = z.strictObject({
  project: z.string(),
  first: Asked,
  next: Asked.extend({ kind: Kind, whole: z.string() }),
});
type Gold = z.infer<typeof Asked>["gold"];

const matrixFile = path.join(import.meta.dirname, "follow-ups.matrix.gz");
const FollowUpMatrix = z.object({ date: z.string(), turns: z.array(Turn) });
export const readTurns = (): z.infer<typeof FollowUpMatrix> =>
  FollowUpMatrix.parse(JSON.parse(gunzipSync(readFileSync(matrixFile)).toString("utf8")));

/** Makes the matrix anew from clones of the projects. Returns its size in bytes. */
export async function makeTurns(repos: string): Promise<number> {
  const lines = (file: string) =>
    readFileSync(path.join(import.meta.dirname, file), "utf8")
      .trim()
      .split("\n");
  const all = lines("conversations.jsonl").map((line) => Conversation.parse(JSON.parse(line)));
  const turns: Turn[] = [];
  for (const line of lines("projects.tsv").slice(1)) {
    const [project = "", repo = "", commit = "", folder = ""] = line.split("\t");
    const own = all.filter((one) => one.project === project);
    turns.push(...(await turnsOf(own, pagesOf(repos, { repo, commit, folder }))));
    console.log(`${project}: ${own.length} conversations`);
  }
  const date = new Date().toISOString().slice(0, 10);
  const packed = gzipSync(JSON.stringify({ date, turns }), { level: 9 });
  writeFileSync(matrixFile, packed);
  return packed.length;
}

function pagesOf(
  repos: string,
  { repo, commit, folder }: { repo: string; commit: string; folder: string },
): ReadonlyMap<string, string> {
  const repository = openRepository(repos, repo, commit);
  const within = folder === "." ? "" : `${folder}/`;
  return repository.read(repository.files.filter((file) => file.startsWith(within)));
}

async function turnsOf(
  conversations: readonly z.infer<typeof Conversation>[],
  pages: ReadonlyMap<string, string>,
): Promise<Turn[]> {
  const dir = mkdtempSync(path.join(os.tmpdir(), "docent-follow-ups-"));
  const root = path.join(dir, "pages");
  for (const [file, text] of pages) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const source = await openEvidence(path.join(dir, "home"), [root]);
  try {
    const turns: Turn[] = [];
    for (const { project, first, next } of conversations) {
      const asked = await source.evidence(first.question, {});
      const cited_before = asked === undefined ? [] : citedPages(first.question, asked);
      const found = await source.evidence(next.question, {
        ...{ follows: first.question, cited_before },
      });
      const analysis = analyseQuestion(next.question);
      const [points_back, many_words, many_things] = leaningFeatures(analysis);
      const units = found === undefined ? [] : unitsOf(next, found);
      const absent = next.gold.length === 0;
      const leans = { points_back, many_words, many_things };
      turns.push({ project, kind: next.kind, absent, ...leans, units });
    }
    return turns;
  } finally {
    await source.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The pages that the answer cites, as a conversation keeps them. */
function citedPages(question: string, evidence: TaskOutput): DocumentPlace[] {
  const { citations: best, passages, terms, further = { citations: [], passages: [] } } = evidence;
  const input = { citations: best, passages, terms, further };
  const { blocks } = answerQuestion({ ...input, analysis: analyseQuestion(question) });
  const citations = [...best, ...further.citations];
  const pages = new Map<string, DocumentPlace>();
  for (const id of blocks
    .flatMap((block) => (block.kind === "answer" ? block.claims : []))
    .flatMap((claim) => claim.citations)) {
    const one = citations.find((citation) => citation.id === id);
    if (one !== undefined)
      pages.set(one.relative_path, { root_id: one.root_id, relative_path: one.relative_path });
  }
  return [...pages.values()].slice(0, CITED_BEFORE_PAGES);
}

function unitsOf(
  { question, gold }: { question: string; gold: Gold },
  { follow_up, citations, passages, further, terms }: TaskOutput,
): Turn["units"] {
  const analysis = analyseQuestion(question);
  const followed = followedUp(asQuestion(question), follow_up).follow_up;
  if (followed === undefined) return [];
  const sources = readSources(
    [...citations, ...(further?.citations ?? [])],
    [...passages, ...(further?.passages ?? [])],
    analysis.lang,
  );
  const asked = readAsked(analysis, terms);
  const { units } = readingsOf(
    sources,
    { asked, follow_up: followed, leans: true },
    readyToAnswer(),
  );
  const sections = [...new Set(units.map(({ candidate }) => sectionKey(candidate)))];
  return units.map(({ candidate, alone, together, cited }) => [
    rounded(alone),
    rounded(together),
    Number(cited),
    Number(
      gold.some(
        ({ path: file, line_start, line_end }) =>
          file === candidate.source.citation.relative_path &&
          candidate.unit.spans.some(({ line }) => line >= line_start && line <= line_end),
      ),
    ),
    sections.indexOf(sectionKey(candidate)),
  ]);
}

const rounded = (value: number): number => Number(value.toFixed(3));
