import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import type { TaskOutput } from "#lib/contracts/envelope";
import { conditions, type Query } from "./example.ts";
import { type Asking, type Planned, planAskings } from "./plan-askings.ts";
import { openEvidence } from "./retrieve-evidence.ts";

/**
 * Asks the questions of sets of the real docs server and keeps what the search brings, for `npm run fit -- --rebuild`.
 *
 *   node training/answers/bring-evidence.ts OUT SET … [--conditions all,own,far,near,other,cross,named] [--workers 2]
 *
 * A set is a folder with docs/ and queries*.jsonl. Where docs/ holds several folders each is a project and a root of its own, and
 * what is asked of one project is asked of a server that holds nothing else, as of a person's own folder. Of so many servers
 * at once; what is written and in which order does not depend on it.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    conditions: { type: "string", default: conditions.join(",") },
    workers: { type: "string", default: "2" },
  },
});
const named = values.conditions.split(",");
const wanted = new Set(conditions.filter((one) => named.includes(one)));
const workers = Number(values.workers);
const [out, ...sets] = positionals;
if (out === undefined || sets.length === 0 || !(workers >= 1))
  throw new Error("Name the folder to write to, at least one set, and one worker or more.");
mkdirSync(out, { recursive: true });

/** What was found for an example: an example of a set that is written, as a line that is packed by itself. */
type Kept = { score: number; asking: number; line: Buffer };
type SetRun = {
  name: string;
  docs: string;
  projects: string[];
  planned: Planned[];
  kept: Map<number, Kept>;
  jobs: number;
};
/** All that is asked of one server. */
type Job = { set: SetRun; project: string | undefined; askings: { at: number; asking: number }[] };

// All workers take from this one queue.
const queue = sets.flatMap((folder) => jobsOf(readSet(folder))).values();
await Promise.all(
  Array.from({ length: workers }, async () => {
    for (const job of queue) {
      await run(job);
      job.set.jobs -= 1;
      if (job.set.jobs === 0) write(job.set, out);
    }
  }),
);

function readSet(set: string): SetRun {
  const docs = path.join(set, "docs");
  const folders = readdirSync(docs, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const projects = folders.length > 1 ? folders : [];
  const files = readdirSync(set)
    .filter((one) => /^queries.*\.jsonl$/.test(one))
    .sort()
    .map((file) => {
      const lines = readFileSync(path.join(set, file), "utf8").split("\n");
      const queries = lines
        .filter((line) => line.trim() !== "")
        .map((line) => JSON.parse(line) as Query); // of the set's own form
      return [file, queries] as const;
    });
  const name = nameOf(path.resolve(set));
  const planned = planAskings(name, files, projects, wanted);
  return { name, docs, projects, planned, kept: new Map(), jobs: 0 };
}

/** Written questions have sets of their own for each language, beside those that are cut from pages. */
function nameOf(set: string): string {
  const name = path.basename(set);
  return path.basename(path.dirname(set)) === "written" ? `written-${name}` : name;
}

/** The longest first, so that none is left alone at the end. */
function jobsOf(set: SetRun): Job[] {
  const all = set.planned.flatMap(({ askings }, at) =>
    askings.map(({ project }, asking) => ({ project, at, asking })),
  );
  const own = [...Map.groupBy(all, ({ project }) => project)].map(
    ([project, askings]): Job => ({ set, project, askings }),
  );
  set.jobs = own.length;
  return own.sort((a, b) => b.askings.length - a.askings.length);
}

async function run({ set, project, askings }: Job): Promise<void> {
  const from = performance.now();
  const { docs, projects, planned, kept } = set;
  const home = mkdtempSync(path.join(tmpdir(), "docent-evidence-"));
  const open = project === undefined ? projects : [project];
  const roots = open.length === 0 ? [docs] : open.map((one) => path.join(docs, one));
  const source = await openEvidence(home, roots);
  for (const { at, asking } of askings) {
    const { example, askings: all } = planned[at] as Planned; // named by `jobsOf`
    const { without, roots: narrowed } = all[asking] as Asking;
    const pathOf = ({ root_id, relative_path }: { root_id: string; relative_path: string }) =>
      projects.length === 0 ? relative_path : `${root_id}/${relative_path}`;
    const found = await source.evidence(example.question, {
      ...(narrowed === undefined ? {} : { roots: narrowed }),
      ...(without === undefined ? {} : { leave_out: (hit) => without.has(pathOf(hit)) }),
    });
    const score = found?.citations[0]?.score ?? 0;
    const before = kept.get(at);
    const nearer =
      before === undefined ||
      score > before.score ||
      (score === before.score && asking < before.asking);
    if (!nearer || (example.condition === "cross" && score <= 0)) continue;
    const evidence = found && slim(found, pathOf);
    kept.set(at, {
      score,
      asking,
      line: gzipSync(`${onOneLine({ ...example, evidence })}\n`),
    });
  }
  await source.close();
  rmSync(home, { recursive: true, force: true });
  const seconds = Math.round((performance.now() - from) / 1000);
  console.log(`${set.name}: ${project ?? "the whole"}, ${askings.length} askings in ${seconds} s`);
}

/** Packed lines one behind the other are a packed file. */
function write({ name, planned, kept }: SetRun, to: string): void {
  const lines = planned.flatMap((_, at) => kept.get(at)?.line ?? []);
  writeFileSync(path.join(to, `${name}.jsonl.gz`), Buffer.concat(lines));
  console.log(`${name}: ${lines.length} examples`);
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

/** Readers of lines end one at these separators too, which stand in some pages. */
function onOneLine(example: object): string {
  return JSON.stringify(example).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
