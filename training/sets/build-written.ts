import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { keptPages } from "./project-set.ts";
import { pageFiles, readProjects, type Source } from "./projects.ts";
import { openRepository } from "./repository.ts";
import { writeQueries } from "./set-writer.ts";
import { isAskedOver, queryOf, readRow, type WrittenRow } from "./written.ts";

/**
 * `node training/sets/build-written.ts --repos DIR --out DIR [--questions DIR]`: sets of the questions that were written over the
 * whole folders of the projects, `written/*.jsonl` beside this file unless another folder is named. README.md says what they are.
 */
/** Most pages of a project that are written. */
const mostPages = 1500;
const { values } = parseArgs({
  options: {
    repos: { type: "string" },
    out: { type: "string" },
    questions: { type: "string", default: path.join(import.meta.dirname, "written") },
  },
});
if (values.repos === undefined || values.out === undefined) {
  process.stderr.write(
    "usage: node training/sets/build-written.ts --repos DIR --out DIR [--questions DIR]\n",
  );
  process.exit(2);
}
const { repos, out, questions } = { ...values, repos: values.repos, out: values.out };

/** A row, and where it stands. */
type Placed = { row: WrittenRow; place: string };

function complain(place: string, error: unknown): void {
  process.stderr.write(`${place}: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

/** What the function gives, or a complaint about the place. */
function tried<T>(place: string, give: () => T): T[] {
  try {
    return [give()];
  } catch (error) {
    complain(place, error);
    return [];
  }
}

const sources = readProjects(path.join(import.meta.dirname, "projects.tsv"));
const placed: Placed[] = [];
const seen = new Set<string>();
for (const file of readdirSync(questions).sort()) {
  if (!file.endsWith(".jsonl")) continue;
  for (const [at, line] of readFileSync(path.join(questions, file), "utf8").split("\n").entries()) {
    if (line.trim() === "") continue;
    const place = `${file}, line ${at + 1}`;
    for (const row of tried(place, () => readRow(line))) {
      const name = `${row.project}\n${row.question}`;
      if (seen.has(name)) complain(place, "The same is asked of the same project before.");
      else if (!sources.some((source) => isAskedOver(row, source)))
        complain(place, `projects.tsv has no such pages of a project ${row.project}.`);
      else placed.push({ row, place });
      seen.add(name);
    }
  }
}

const folderOf = ({ lang, locked }: Source) =>
  path.join(out, locked ? "locked" : "", "written", lang);
for (const folder of new Set(sources.map(folderOf)))
  rmSync(folder, { recursive: true, force: true });

const counts = ["folder\tproject\tpages\tanswerable\tabsent\tcrosslingual"];
for (const [folder, some] of Map.groupBy(sources, folderOf)) {
  const queries = some.flatMap((source) => {
    const own = placed.filter(({ row }) => isAskedOver(row, source));
    if (own.length === 0) return [];
    const { project, repo, commit } = source;
    return tried(`${project} ${source.lang}`, () => {
      const repository = openRepository(repos, repo, commit);
      const files = pageFiles(repository.files, source);
      const gold = new Set(own.flatMap(({ row }) => row.gold.map((one) => one.path)));
      const needed = new Set(files.filter(({ file }) => gold.has(file)));
      const kept = keptPages(files, needed, mostPages);
      const texts = repository.read(kept.map(({ file }) => file));
      for (const page of kept) {
        const file = path.join(folder, "docs", project, page.path);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, texts.get(page.file) ?? "");
      }
      const pages = new Map(kept.map((page) => [page.file, page]));
      const asked = own.flatMap(({ row, place }) => tried(place, () => queryOf(row, pages, texts)));
      const count = (kind: WrittenRow["kind"]) => asked.filter((one) => one.kind === kind).length;
      counts.push(
        [
          path.relative(out, folder),
          project,
          kept.length,
          count("answerable"),
          count("absent"),
          count("crosslingual"),
        ].join("\t"),
      );
      return asked;
    }).flat();
  });
  if (queries.length === 0) continue;
  const crossing = queries.filter(({ kind }) => kind === "crosslingual");
  writeQueries(
    folder,
    queries.filter(({ kind }) => kind !== "crosslingual"),
  );
  if (crossing.length > 0) writeQueries(folder, crossing, "queries-crosslingual.jsonl");
}
process.stdout.write(`${counts.join("\n")}\n`);
