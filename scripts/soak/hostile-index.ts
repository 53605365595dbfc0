import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createAccess } from "#lib/access/access";
import { Config } from "#lib/contracts/config";
import { DocsListInput, type DocsListOutput } from "#lib/contracts/docs-tools";
import { AppError } from "#lib/contracts/errors";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { createDocsIndex } from "#lib/search/docs-index";
import { type Corpus, writeFiles } from "../../bench/corpus/corpus.ts";
import { type Figure, rounded } from "../../bench/results-file.ts";
import {
  addSlowDocuments,
  makeHostileTree,
  removeHostileTree,
} from "../../fixtures/hostile/make.ts";
import { slowDocuments } from "../../fixtures/hostile/slow-documents.ts";
import { findEach } from "./find-each.ts";
import { watchProcess } from "./watch-process.ts";

/**
 * The hostile tree at full size beside ten thousand good files: time and memory of giants and of the whole index, whether
 * every good file is found, why each other one is not, and each slow document by itself.
 */
const seed = 20_261_120;
const mb = 1024 * 1024;
const mostGood = 10_000;

export async function soakHostileIndex(corpus: Corpus): Promise<Figure[]> {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-soak-")));
  try {
    const tree = makeHostileTree(dir, { seed, sizes: { wide: 20_000, deep: 400 } });
    addSlowDocuments(tree, seed);
    const line = (bytes: number) => `# Line\n\nThe peacock. ${"x ".repeat(bytes / 2)}\n`;
    writeFileSync(tree.at("notes/long-line-1m.md"), line(mb));
    writeFileSync(tree.at("notes/long-line-4m.md"), line(4 * mb));
    writeFileSync(tree.at("notes/many-lines.md"), `# Many\n\n${"a\n".repeat(1_000_000)}`);
    const good = writeFiles(corpus, tree.at("good"), 0, Math.min(mostGood, corpus.size));
    const access = createAccess({
      roots: [
        { id: "notes", label: "Notes", path: tree.at("notes"), hidden: true },
        { id: "good", label: "Good", path: tree.at("good"), hidden: true },
      ],
      deny: ["private"],
      doc_file_patterns: ["**/*.md", "**/*.markdown", "**/*.mdx"],
      max_file_bytes: 8_388_608,
      allow_outside_project: true,
      project_dir: path.join(dir, "project"),
      home: path.join(dir, "project/.docent"),
    });
    const log = createLogger("soak", "silent");
    const index = createDocsIndex({ access, config: Config.parse({}), clock: systemClock, log });
    try {
      return [
        ...(await giants(access)),
        ...(await whole(index)),
        ...(await goodOnes(index, corpus, good)),
        ...(await slowest(access, index)),
        ...leftOut(index),
      ];
    } finally {
      index.close();
    }
  } finally {
    removeHostileTree(dir);
  }
}

type Access = ReturnType<typeof createAccess>;
type Index = ReturnType<typeof createDocsIndex>;

async function giants(access: Access): Promise<Figure[]> {
  const before = process.memoryUsage.rss();
  const began = performance.now();
  const rules = new Set<string>();
  for (let i = 0; i < 200; i += 1) {
    for (const name of ["sparse-2g.md", "big.md"]) {
      const verdict = await access.judge(name, "notes");
      rules.add(verdict.kind === "refused" ? verdict.rule : "allowed");
    }
  }
  const grown = (process.memoryUsage.rss() - before) / mb;
  const each = (performance.now() - began) / 400;
  return [
    {
      row: "S18",
      what: "400 refusals of giants: rule",
      value: [...rules].join(", "),
      unit: "",
      limit: "too_large",
      ok: [...rules].join() === "too_large",
    },
    {
      row: "S18",
      what: "400 refusals of giants: memory",
      value: rounded(grown),
      unit: "MB",
      limit: "≤ 20 MB",
      ok: grown <= 20,
    },
    { row: "S18", what: "one refusal of a giant", value: rounded(each, 3), unit: "ms" },
  ];
}

async function whole(index: Index): Promise<Figure[]> {
  const watch = watchProcess();
  const began = performance.now();
  await index.refresh();
  const took = (performance.now() - began) / 1000;
  const { pause_ms, work_ms, grown_mb } = watch.stop();
  const files = index.status().roots.find((root) => root.id === "notes")?.files ?? 0;
  return [
    {
      row: "S28",
      what: "hostile tree with a folder of 20,000: files found",
      value: files,
      unit: "",
      limit: "≥ 20,100",
      ok: files >= 20_100,
    },
    { row: "S28", what: "… and the good files: time", value: rounded(took, 2), unit: "s" },
    { row: "S28", what: "… memory grown, at most", value: rounded(grown_mb, 0), unit: "MB" },
    {
      row: "S29",
      what: "… longest pause of the event loop, by the clock",
      value: rounded(pause_ms, 0),
      unit: "ms",
    },
    {
      row: "S29",
      what: "… longest work of its thread in one go, other programs not counted",
      value: rounded(work_ms, 0),
      unit: "ms",
      limit: "≤ 200 ms",
      ok: work_ms <= 200,
    },
  ];
}

/** By name: is every good file in the index, and does asking for its own words find it? */
async function goodOnes(index: Index, corpus: Corpus, names: readonly string[]): Promise<Figure[]> {
  const listed = new Set(
    everyPage(index, { root: "good" }).flatMap(({ files }) => files.map((f) => f.relative_path)),
  );
  const absent = names.filter((name) => !listed.has(name));
  const { asked, missed } = await findEach(index, corpus, names);
  const figure = (what: string, value: number, wrong: readonly string[]): Figure => ({
    row: "S28",
    what: `${corpus.name}: ${what}`,
    value,
    unit: "",
    limit: "0 not",
    ok: wrong.length === 0,
  });
  return [
    figure(`of ${names.length} files searchable by name`, names.length - absent.length, absent),
    figure(`of ${asked} asked for in their own words, found`, asked - missed.length, missed),
    ...[...absent, ...missed].map((name) => ({ row: "S28", what: name, value: "not", unit: "" })),
  ];
}

/** Every file that was left out or cut, with its rule and the sentence. */
function leftOut(index: Index): Figure[] {
  return everyPage(index, { skipped: true }).flatMap(({ skipped }) =>
    skipped.map(({ root_id, relative_path, rule, message }) => {
      const name = [...relative_path].length > 60 ? `…${relative_path.slice(-60)}` : relative_path;
      const what = JSON.stringify(`${root_id}/${name}`).slice(1, -1);
      return { row: "left out", what, value: `${rule}: ${message}`, unit: "" };
    }),
  );
}

function everyPage(index: Index, input: { root?: string; skipped?: boolean }): DocsListOutput[] {
  const pages: DocsListOutput[] = [];
  for (let cursor: string | undefined; ; ) {
    const given = { ...input, ...(cursor === undefined ? {} : { cursor }) };
    const page = index.list(DocsListInput.parse(given));
    pages.push(page);
    cursor = page.next_cursor;
    if (cursor === undefined) return pages;
  }
}

/** Each slow, long or exploding document taken apart by itself, by processor time: other programs are not counted. */
async function slowest(access: Access, index: Index): Promise<Figure[]> {
  const times: [name: string, ms: number, outcome: string][] = [];
  const names = slowDocuments(seed).map(([name]) => `slow/${name}`);
  for (const name of [...names, "long-line-1m.md", "long-line-4m.md", "many-lines.md"]) {
    const verdict = await access.judge(name, "notes");
    if (verdict.kind === "refused") throw new Error(`${name} was refused: ${verdict.rule}`);
    const before = process.cpuUsage();
    let outcome = "read";
    try {
      await index.outline(verdict);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcome = error.code;
    }
    const { user, system } = process.cpuUsage(before);
    times.push([name, (user + system) / 1000, outcome]);
  }
  const worst = (row: string, kind: string, belongs: (name: string) => boolean): Figure => {
    const [name = "", ms = 0, outcome = ""] =
      times.filter(([n]) => belongs(n)).sort((a, b) => b[1] - a[1])[0] ?? [];
    return {
      row,
      what: `slowest ${kind}: ${path.basename(name)} (${outcome})`,
      value: rounded(ms, 0),
      unit: "ms",
      limit: "≤ 2,000 ms",
      ok: ms <= 2000,
    };
  };
  return [
    worst("S19", "of long and many lines", (name) => !name.startsWith("slow/")),
    worst("S29", "of hostile Markdown", (name) => name.startsWith("slow/md-")),
    worst("S30", "of hostile front matter", (name) => name.startsWith("slow/yaml-")),
  ];
}
