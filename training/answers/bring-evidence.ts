import { once } from "node:events";
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createGzip } from "node:zlib";
import type { TaskOutput } from "#lib/contracts/envelope";
import { type Condition, conditions, type Example, type Gold, type Query } from "./example.ts";
import { numberOf, projectOf, withOtherThing } from "./other-thing.ts";
import { type EvidenceSource, openEvidence } from "./retrieve-evidence.ts";

/**
 * Asks the questions of sets of the real docs server and keeps what the search brings, for `npm run fit -- --rebuild`.
 *
 *   node training/answers/bring-evidence.ts OUT SET … [--conditions all,own,far,near,other,cross,named]
 *
 * A set is a folder with docs/ and queries*.jsonl. Where docs/ holds several folders each is a project and a root of its own.
 */
/** Of so many other projects the nearest is asked; they stand this far apart in the list. */
const triedElsewhere = 3;
const stride = 11;
const holding: ReadonlySet<Condition> = new Set(["all", "own", "named"]);
const args = process.argv.slice(2);
const option = args.indexOf("--conditions");
const named = option === -1 ? [...conditions] : (args.splice(option, 2)[1] ?? "").split(",");
const wanted = new Set(conditions.filter((one) => named.includes(one)));
const [out, ...sets] = args;
if (out === undefined || sets.length === 0)
  throw new Error("Name the folder to write to, and at least one set.");
mkdirSync(out, { recursive: true });
for (const set of sets) console.log(`${path.basename(set)}: ${await bring(set, out)} examples`);

async function bring(set: string, to: string): Promise<number> {
  const name = path.basename(set);
  const docs = path.join(set, "docs");
  const projects = readdirSync(docs, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const apart = projects.length > 1;
  const home = mkdtempSync(path.join(tmpdir(), "docent-evidence-"));
  const source = await openEvidence(
    home,
    apart ? projects.map((one) => path.join(docs, one)) : [docs],
  );
  const pathOf = ({ root_id, relative_path }: { root_id: string; relative_path: string }) =>
    apart ? `${root_id}/${relative_path}` : relative_path;
  const gzip = createGzip();
  const file = gzip.pipe(createWriteStream(path.join(to, `${name}.jsonl.gz`)));
  let count = 0;
  const write = async (example: Example) => {
    count += 1;
    const evidence = example.evidence && slim(example.evidence, pathOf);
    if (!gzip.write(`${JSON.stringify({ ...example, evidence })}\n`)) await once(gzip, "drain");
  };
  for (const queries of readdirSync(set)
    .filter((one) => /^queries.*\.jsonl$/.test(one))
    .sort()) {
    const all = readFileSync(path.join(set, queries), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as Query); // of the set's own form
    const answerable = all.filter((one) => one.answerable);
    for (const query of all) {
      const gold = goldOf(query);
      const own = projectOf(query);
      const pages = new Set(gold.map((one) => one.path));
      const excluded = new Set(query.exclude_paths ?? []);
      const base = {
        id: query.id,
        set: path.basename(queries, ".jsonl").replace("queries", name),
        group: apart
          ? own || query.near_path?.split("/")[0] || `absent ${query.held_out ?? query.id}`
          : (gold[0]?.path ?? query.near_path ?? query.held_out ?? query.id),
        lang: query.lang,
        source: queries.includes("typed")
          ? "typed"
          : apart
            ? (query.source ?? query.kind)
            : query.kind,
        answers: query.answers ?? [],
      };
      const ask = async (
        condition: Condition,
        {
          question = query.question,
          ...options
        }: Parameters<typeof source.evidence>[1] & { question?: string },
      ) => {
        const holds = query.answerable && holding.has(condition);
        const evidence = await source.evidence(question, options);
        await write({
          ...base,
          question,
          condition,
          answerable: holds,
          gold: holds ? gold : [],
          evidence,
        });
      };
      const without = (hit: { root_id: string; relative_path: string }) =>
        excluded.has(pathOf(hit));
      const whole = excluded.size === 0 ? {} : { leave_out: without };
      if (!query.answerable || wanted.has("all")) await ask("all", whole);
      if (!query.answerable || query.parts !== undefined) continue;
      const outside = (hit: { root_id: string; relative_path: string }) => pages.has(pathOf(hit));
      if (!apart) {
        if (wanted.has("far")) await ask("far", { leave_out: outside });
        continue;
      }
      if (wanted.has("named")) await ask("named", { question: naming(query, own), ...whole });
      if (wanted.has("own")) await ask("own", { roots: [own], ...whole });
      if (wanted.has("far")) await ask("far", { roots: projects.filter((one) => one !== own) });
      if (wanted.has("near")) await ask("near", { roots: [own], leave_out: outside });
      const question = wanted.has("other") ? withOtherThing(query, answerable) : undefined;
      if (question !== undefined) await ask("other", { question, roots: [own] });
      if (wanted.has("cross")) {
        const nearest = await nearestOf(query, elsewhereFor(query.id, own, projects), source);
        if (nearest !== undefined) await ask("cross", { roots: [nearest] });
      }
    }
  }
  gzip.end();
  await once(file, "finish");
  await source.close();
  rmSync(home, { recursive: true, force: true });
  return count;
}

/** The question with its project named, as people do where there are several. */
function naming({ question, lang }: Query, project: string): string {
  const name = project.replaceAll("-", " ");
  if (lang === "zh") return `${name} 里，${question}`;
  const bare = question.replace(/[?.!\s]+$/, "");
  return `${bare} in ${name}?`;
}

/** A few other projects; the same question gives the same ones. */
function elsewhereFor(id: string, own: string, projects: readonly string[]): string[] {
  const others = projects.filter((one) => one !== own);
  const from = numberOf(id) % others.length;
  const few = Math.min(triedElsewhere, others.length);
  return Array.from({ length: few }, (_, i) => others[(from + i * stride) % others.length] ?? "");
}
/** The folder in which the search finds the most of a question. */
async function nearestOf(
  { question }: Query,
  folders: readonly string[],
  source: EvidenceSource,
): Promise<string | undefined> {
  let nearest: { folder: string; score: number } | undefined;
  for (const folder of folders) {
    const found = await source.evidence(question, { roots: [folder] });
    const score = found?.citations[0]?.score ?? 0;
    if (score > (nearest?.score ?? 0)) nearest = { folder, score };
  }
  return nearest?.folder;
}

function goldOf(query: Query): Gold[] {
  const { gold, gold_path, gold_line_start, gold_line_end, answer_line_start, answer_line_end } =
    query;
  if (gold !== undefined) return gold;
  if (gold_path === undefined || gold_path === null) return [];
  const line_start = answer_line_start ?? gold_line_start ?? 1;
  const line_end = answer_line_end ?? gold_line_end ?? line_start;
  return [{ path: gold_path, grade: 2, line_start, line_end }];
}

/** Without what no feature reads: snippets, hashes, explanations. */
function slim(
  evidence: TaskOutput,
  pathOf: (one: TaskOutput["citations"][number]) => string,
): TaskOutput {
  const trim = (citation: TaskOutput["citations"][number]) => ({
    ...citation,
    path: pathOf(citation),
    snippet: "",
    sha256: "",
    reason: "",
    breakdown: [],
  });
  const { further } = evidence;
  return {
    ...evidence,
    citations: evidence.citations.map(trim),
    ...(further === undefined
      ? {}
      : { further: { ...further, citations: further.citations.map(trim) } }),
  };
}
