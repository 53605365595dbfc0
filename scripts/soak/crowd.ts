import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { type Corpus, writeFiles } from "../../bench/corpus/corpus.ts";
import { memoryOfGroup } from "../../bench/parts/memory.ts";
import { overDocuments, writePort } from "../../bench/programs/over-documents.ts";
import type { WebServer } from "../../bench/programs/web-server.ts";
import { type Figure, rounded } from "../../bench/results-file.ts";

/** Two hundred questions at once to the whole program over ten thousand files, each about a file of its own. */
const size = 200;
const mostFiles = 10_000;

type Asker = ReturnType<typeof writePort>;

export function soakCrowd(corpus: Corpus): Promise<Figure[]> {
  return overDocuments((docs) => writeDocuments(docs, corpus), crowded);
}

function writeDocuments(docs: string, corpus: Corpus): Asker[] {
  writeFiles(corpus, docs, 0, Math.min(mostFiles, corpus.size));
  const ports = path.join(docs, "ports");
  mkdirSync(ports);
  return Array.from({ length: size }, (_, i) => writePort(ports, i));
}

/** How long the answer took; undefined when it is not the asker's own. */
async function askOne(web: WebServer, { question, port }: Asker): Promise<number | undefined> {
  const began = performance.now();
  const answer = await web.ask({ question }, AbortSignal.timeout(120_000));
  const own = answer.claims.length > 0 && answer.claims.every(({ text }) => text.includes(port));
  return own ? performance.now() - began : undefined;
}

async function crowded(web: WebServer, askers: readonly Asker[]): Promise<Figure[]> {
  for (const asker of askers.slice(0, 20)) await askOne(web, asker);
  await web.knockMs(AbortSignal.timeout(120_000)); // a route is loaded when it is first asked for
  let asking = true;
  let most_mb = 0;
  const knocks: number[] = [];
  const watching = (async () => {
    while (asking) {
      knocks.push(await web.knockMs(AbortSignal.timeout(120_000)));
      most_mb = Math.max(most_mb, memoryOfGroup(web.group) ?? Number.NaN);
      await after(20);
    }
  })();
  const began = performance.now();
  const ends = await Promise.allSettled(askers.map((asker) => askOne(web, asker)));
  const seconds = (performance.now() - began) / 1000;
  asking = false;
  await watching;
  const own = ends.filter((end) => end.status === "fulfilled" && end.value !== undefined).length;
  const [first] = askers;
  const alone = first === undefined ? undefined : await askOne(web, first);
  const held = (what: string, value: number, unit: string, limit: number): Figure => ({
    row: "R20",
    what,
    value: rounded(value, 0),
    unit,
    limit: `≤ ${limit} ${unit}`,
    ok: value <= limit,
  });
  return [
    {
      row: "R20",
      what: `${size} questions at once, ended with their own answer`,
      value: own,
      unit: `of ${size}`,
      limit: `${size}`,
      ok: own === size,
    },
    { row: "R20", what: "… time", value: rounded(seconds, 1), unit: "s" },
    held("… the smallest request meanwhile, p99", p99(knocks), "ms", 200),
    held("… memory of all its processes, at most", most_mb, "MB", 1024),
    held("… a single question afterwards", alone ?? Number.POSITIVE_INFINITY, "ms", 2000),
  ];
}

function p99(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}
