import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createAccess } from "#lib/access/access";
import { Config } from "#lib/contracts/config";
import { AppError } from "#lib/contracts/errors";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { createDocsIndex } from "#lib/search/docs-index";
import { type Figure, rounded } from "../../bench/results-file.ts";
import {
  addSlowDocuments,
  makeHostileTree,
  removeHostileTree,
} from "../../fixtures/hostile/make.ts";
import { slowDocuments } from "../../fixtures/hostile/slow-documents.ts";

/** The hostile tree at full size: time and memory of giants, of the whole index, and of each slow document by itself. */
const seed = 20_261_120;
const mb = 1024 * 1024;

export async function soakHostileIndex(): Promise<Figure[]> {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-soak-")));
  try {
    const tree = makeHostileTree(dir, { seed, sizes: { wide: 20_000, deep: 400 } });
    addSlowDocuments(tree, seed);
    const line = (bytes: number) => `# Line\n\nThe peacock. ${"x ".repeat(bytes / 2)}\n`;
    writeFileSync(tree.at("notes/long-line-1m.md"), line(mb));
    writeFileSync(tree.at("notes/long-line-4m.md"), line(4 * mb));
    writeFileSync(tree.at("notes/many-lines.md"), `# Many\n\n${"a\n".repeat(1_000_000)}`);
    const access = createAccess({
      roots: [{ id: "notes", label: "Notes", path: tree.at("notes"), hidden: true }],
      deny: ["private"],
      doc_file_patterns: ["**/*.md"],
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
        ...(await slowest(access, index)),
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
  const before = process.memoryUsage.rss();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const began = performance.now();
  await index.refresh();
  const took = (performance.now() - began) / 1000;
  delay.disable();
  const [root] = index.status().roots;
  const skipped = (root?.skipped ?? []).map(({ rule, count }) => `${rule} ${count}`).join(", ");
  return [
    {
      row: "S28",
      what: "hostile tree with a folder of 20,000: files found",
      value: root?.files ?? 0,
      unit: "",
      limit: "≥ 20,100",
      ok: (root?.files ?? 0) >= 20_100,
    },
    { row: "S28", what: "… left out or cut, by rule", value: skipped, unit: "" },
    { row: "S28", what: "… time", value: rounded(took, 2), unit: "s" },
    {
      row: "S28",
      what: "… memory grown",
      value: rounded((process.memoryUsage.rss() - before) / mb, 0),
      unit: "MB",
    },
    {
      row: "S29",
      what: "… longest pause of the event loop",
      value: rounded(delay.max / 1e6, 0),
      unit: "ms",
      limit: "≤ 200 ms",
      ok: delay.max / 1e6 <= 200,
    },
  ];
}

/** Each slow, long or exploding document taken apart by itself. */
async function slowest(access: Access, index: Index): Promise<Figure[]> {
  const times: [name: string, ms: number, outcome: string][] = [];
  const names = slowDocuments(seed).map(([name]) => `slow/${name}`);
  for (const name of [...names, "long-line-1m.md", "long-line-4m.md", "many-lines.md"]) {
    const verdict = await access.judge(name, "notes");
    if (verdict.kind === "refused") throw new Error(`${name} was refused: ${verdict.rule}`);
    const began = performance.now();
    let outcome = "read";
    try {
      await index.outline(verdict);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcome = error.code;
    }
    times.push([name, performance.now() - began, outcome]);
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
