import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { type Corpus, writeFiles } from "../../bench/corpus/corpus.ts";
import { memoryOf } from "../../bench/parts/memory.ts";
import { type DocsServer, startDocsServer } from "../../bench/programs/docs-server.ts";
import { type Figure, rounded } from "../../bench/results-file.ts";

/** What the docs server takes of the memory: ten thousand files read, kept, read again; giants; very many small files. */
const mb = 1024 * 1024;
const most = 10_000;
const many = 200_000;

export const soakIndexMemory = (corpus: Corpus) => inFolder((dir) => rebuilt(dir, corpus));
export const soakGiants = () => inFolder(giants);
export const soakSmallFiles = () => inFolder(small);

async function inFolder(work: (dir: string) => Promise<Figure[]>): Promise<Figure[]> {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-memory-")));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function rebuilt(dir: string, corpus: Corpus): Promise<Figure[]> {
  const docs = path.join(dir, "docs");
  const names = writeFiles(corpus, docs, 0, Math.min(most, corpus.size));
  const state = { DOCENT_HOME: path.join(dir, "home") };
  const figures: Figure[] = [];
  let server = await startDocsServer(state, [docs]);
  try {
    figures.push(...(await taken(server, `${names.length} files read for the first time`)));
    for (const name of names) utimesSync(path.join(docs, name), new Date(), new Date());
    await after(1000);
    figures.push(...(await taken(server, "… all of them read again")));
    await server.close();
    server = await startDocsServer(state, [docs]);
    figures.push(...(await taken(server, "… from what was kept")));
  } finally {
    await server.close();
  }
  return figures;
}

async function giants(dir: string): Promise<Figure[]> {
  const docs = path.join(dir, "giants");
  mkdirSync(docs);
  const line = "The peacock walks through the garden of number";
  const lines = Array.from({ length: mb }, (_, i) => `${line}${i}.${i % 5 === 0 ? "\n" : ""}`);
  writeFileSync(path.join(docs, "fifty.md"), `# Fifty\n\n${lines.join("\n")}`);
  writeFileSync(path.join(docs, "line.md"), `# Line\n\nThe owl. ${"word ".repeat(mb / 5)}\n`);
  const config = path.join(dir, "giants.json");
  const doc_access = {
    roots: [{ id: "giants", label: "Giants", path: docs }],
    max_file_bytes: 128 * mb,
  };
  writeFileSync(config, JSON.stringify({ doc_access }));
  const state = { DOCENT_HOME: path.join(dir, "giants-home"), DOCENT_CONFIG: config };
  const server = await startDocsServer(state);
  try {
    return await taken(server, "a file of 50 MB, allowed, and a line of 1 MB");
  } finally {
    await server.close();
  }
}

async function small(dir: string): Promise<Figure[]> {
  const docs = path.join(dir, "small");
  for (let i = 0; i <= many; i++) {
    const folder = path.join(docs, `d${Math.floor(i / 1000)}`);
    if (i % 1000 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `n${i}.md`), `# Note ${i}\n\nA note about number${i}.\n`);
  }
  const server = await startDocsServer({ DOCENT_HOME: path.join(dir, "small-home") }, [docs]);
  try {
    return await taken(server, `${many + 1} small files`);
  } finally {
    await server.close();
  }
}

/** Waits until nothing is left to read. */
async function taken(server: DocsServer, what: string): Promise<Figure[]> {
  const began = performance.now();
  let status = await server.status();
  while (status.coverage.state === "building") {
    await after(200);
    status = await server.status();
  }
  const seconds = (performance.now() - began) / 1000;
  await after(5000); // what is kept and merged when there is time
  const { rss_mb, peak_mb } = memoryOf(server.pid);
  const left = status.roots.flatMap((root) => root.skipped.map((s) => `${s.rule} ${s.count}`));
  const searched = `${status.coverage.files_searchable} searched${left.length > 0 ? `, ${left.join(", ")}` : ""}`;
  return [
    { row: "Memory", what, value: searched, unit: "" },
    { row: "Memory", what: "… time", value: rounded(seconds, 1), unit: "s" },
    {
      row: "Memory",
      what: "… most, and afterwards",
      value: `${rounded(peak_mb ?? Number.NaN, 0)}, ${rounded(rss_mb, 0)}`,
      unit: "MB",
    },
  ];
}
