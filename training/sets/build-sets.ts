import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { flat, type Lang } from "./asks.ts";
import { crossDrafts } from "./cross.ts";
import { makeProjectSet, type ProjectSet } from "./project-set.ts";
import { readPages, readProjects, type Source } from "./projects.ts";
import { type Query, toQuery, writePages, writeQueries } from "./set-writer.ts";

/**
 * `node training/sets/build-sets.ts --repos DIR --out DIR [--only PROJECT …]`: question sets out of the public documentation
 * that projects.tsv lists. README.md beside this file says what the sets are and how to get the clones.
 */
const { values } = parseArgs({
  options: {
    repos: { type: "string" },
    out: { type: "string" },
    only: { type: "string", multiple: true },
  },
});
if (values.repos === undefined || values.out === undefined) {
  process.stderr.write(
    "usage: node training/sets/build-sets.ts --repos DIR --out DIR [--only PROJECT …]\n",
  );
  process.exit(2);
}
const { repos, out, only } = { ...values, repos: values.repos, out: values.out };

type Built = { source: Source; set: ProjectSet };
const sources = readProjects(path.join(import.meta.dirname, "projects.tsv")).filter(
  ({ project }) => only === undefined || only.includes(project),
);
const built: Built[] = [];
for (const source of sources) {
  try {
    const set = makeProjectSet(readPages(repos, source), source.lang);
    built.push({ source, set });
    process.stderr.write(
      `${source.project} ${source.lang}: ${set.pages.length} pages, ${set.drafts.length} questions\n`,
    );
  } catch (error) {
    process.stderr.write(
      `${source.project} ${source.lang}: ${error instanceof Error ? error.message : error}\n`,
    );
    process.exitCode = 1;
  }
}

const nameOf = (locked: boolean, rest: string) => (locked ? `locked/${rest}` : rest);
const folders = new Map<string, Query[]>();
const put = (folder: string, queries: readonly Query[]) =>
  folders.set(folder, [...(folders.get(folder) ?? []), ...queries]);
for (const name of ["en", "zh", "cross", "locked"])
  rmSync(path.join(out, name), { recursive: true, force: true });

for (const { source, set } of built) {
  const { project, lang } = source;
  const folder = nameOf(source.locked, lang);
  writePages(path.join(out, folder), project, set.pages);
  const name = `sets-${lang}`;
  const queries = set.drafts.map((draft, at) =>
    toQuery(draft, {
      id: `${name}-${project}-${draft.source}-${at + 1}`,
      set: name,
      lang,
      project,
    }),
  );
  put(folder, queries);
}

for (const { source, set } of built) {
  const { project, lang } = source;
  const other = built.find((one) => one.source.project === project && one.source.lang !== lang);
  if (other === undefined) continue;
  const over: Lang = other.source.lang;
  const drafts = crossDrafts(set, other.set);
  if (drafts.length === 0) continue;
  const name = `${lang}-over-${over}`;
  const folder = nameOf(source.locked, `cross/${name}`);
  writePages(path.join(out, folder), project, other.set.pages);
  const queries = drafts.map(({ replaced, ...draft }, at): Query => {
    const about = {
      id: `sets-${name}-${project}-${at + 1}`,
      set: `sets-${name}`,
      lang,
      project,
      kind: "crosslingual",
    };
    return { ...toQuery(draft, about), own_heading: replaced ? "replaced" : "kept" };
  });
  put(folder, queries);
}

/** Asked of two projects, a question has no one answer in a folder that holds both. */
function withoutShared(queries: readonly Query[]): Query[] {
  const asked = Map.groupBy(queries, ({ question }) => flat(question));
  return queries.filter(({ question, project }) =>
    asked.get(flat(question))?.every((one) => one.project === project),
  );
}

const rows: string[] = ["folder\tproject\tlang\theading\tfaq\tlinked\tabout\tall"];
for (const [folder, queries] of folders) {
  const kept = withoutShared(queries);
  writeQueries(path.join(out, folder), kept);
  const projects = [...Map.groupBy(kept, ({ project }) => project), ["all", kept] as const];
  for (const [project, own] of projects) {
    const count = (source: string) => own.filter((query) => query.source === source).length;
    rows.push(
      [
        folder,
        project,
        own[0]?.lang,
        ...["heading", "faq", "linked", "about"].map(count),
        own.length,
      ].join("\t"),
    );
  }
}
mkdirSync(out, { recursive: true });
writeFileSync(path.join(out, "counts.tsv"), `${rows.join("\n")}\n`);
process.stdout.write(`${rows.join("\n")}\n`);
