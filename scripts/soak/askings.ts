import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createAssembly } from "#lib/assembly";
import type { Kept } from "#lib/contracts/activity";
import { AskBody } from "#lib/contracts/http";
import { projectDir } from "#lib/platform/project";
import { writeFiles } from "../../bench/corpus/corpus.ts";
import { madeCorpus } from "../../bench/corpus/made-corpus.ts";
import { memoryOf } from "../../bench/parts/memory.ts";
import { type Figure, rounded } from "../../bench/results-file.ts";
import { foldersRead } from "../terminal/folders-read.ts";

/**
 * R22: askings without a pause, each stored. After a warm-up memory and handles are flat, and the database grows by the
 * same for each thousand; two hundred of the answers, done again, are the same.
 */
const files = 300;
const samples = 10;
const replayed = 200;

export async function soakAskings(times: number): Promise<Figure[]> {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-askings-")));
  const docs = path.join(dir, "docs");
  const corpus = madeCorpus();
  writeFiles(corpus, docs, 0, files);
  const assembly = createAssembly({
    project_dir: projectDir(),
    env: {
      ...process.env,
      DATABASE_URL: "",
      DOCENT_HOME: path.join(dir, "home"),
      DOCENT_LOG_LEVEL: "error",
    },
    roots: [docs],
  });
  const signal = new AbortController().signal;
  try {
    assembly.warm();
    await foldersRead(assembly, signal);
    const server = async () => (await assembly.servers("en"))[0]?.pid ?? 0;
    const traces: string[] = [];
    const took: number[] = [];
    let kept: Kept["kinds"] = [];
    const rows: { at: number; rss: number; docs: number; handles: number; bytes: number }[] = [];
    for (let n = 0; n < times; n++) {
      const began = performance.now();
      const question = questionOf(n);
      const trace_id = assembly.newId("trace");
      await assembly.ask(AskBody.parse({ question }), { trace_id, emit: () => undefined, signal });
      took.push(performance.now() - began);
      traces.push(trace_id);
      if ((n + 1) % Math.ceil(times / samples) === 0) {
        collect();
        const { bytes, kinds } = await assembly.activity.kept("en");
        kept = kinds;
        rows.push({
          at: n + 1,
          rss: process.memoryUsage.rss() / 1e6,
          docs: memoryOf(await server()).rss_mb,
          handles: readdirSync("/proc/self/fd").length,
          bytes: bytes / 1e6,
        });
      }
    }
    const verdicts = new Map<string, number>();
    const step = Math.max(1, Math.floor(times / replayed));
    for (const trace_id of traces.filter((_, n) => n % step === 0).slice(0, replayed)) {
      const reader = { trace_id: assembly.newId("trace"), lang: "en", signal } as const;
      const { verdict } = await assembly.activity.replays.replay(
        trace_id,
        { model: "recorded" },
        reader,
      );
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    }
    let state = await assembly.activity.auditState("en");
    while (state.state === "checking") state = await assembly.activity.auditState("en");
    return [
      ...rows.map(({ at, rss, docs, handles, bytes }) => ({
        row: "R22",
        what: `after ${at} askings: memory, that of the docs server, open files, database`,
        value: `${rounded(rss, 0)}, ${rounded(docs, 0)} MB, ${handles}, ${rounded(bytes, 1)} MB`,
        unit: "",
      })),
      ...flat(rows),
      {
        ...{ row: "R22", what: "the database for 1,000 askings, by what is kept in it" },
        value: kept
          .map(({ kind, bytes }) => `${kind} ${rounded(bytes / 1000 / times, 1)}`)
          .join(", "),
        unit: "MB",
      },
      {
        row: "R22",
        what: "an asking, p50 and p95",
        value: `${quantile(took, 0.5)}, ${quantile(took, 0.95)}`,
        unit: "ms",
      },
      {
        ...{ row: "Replay", what: "answers done again that are the same" },
        value: `${verdicts.get("same") ?? 0} of ${Math.min(replayed, traces.length)}`,
        ...{ unit: "", limit: "all", ok: verdicts.size === 1 && verdicts.has("same") },
      },
      {
        row: "Audit",
        what: "the chain afterwards",
        value: state.message,
        unit: "",
        ok: state.state === "unbroken",
      },
    ];
  } finally {
    await assembly.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Memory is looked at once what nobody holds has gone. */
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void; // what the flag adds

const asked = ["What is", "How does one change", "Where is", "Why is there", "Who needs"];
const about = [
  "the queue",
  "a token",
  "the schedule",
  "the archive",
  "a mirror",
  "the ledger",
  "the cache",
];

/** Of a few hundred kinds, so that nothing is answered from memory alone. */
function questionOf(n: number): string {
  return `${asked[n % asked.length]} ${about[n % about.length]} number ${n % 311}?`;
}

/**
 * The last three samples beside three after a fifth, by their medians: what grows with every asking shows, and what the
 * collector happened to have left at one moment does not.
 */
function flat(
  rows: readonly { rss: number; docs: number; handles: number; bytes: number }[],
): Figure[] {
  const fifth = Math.floor(rows.length / 5);
  const [from, to] = [rows[fifth], rows.at(-1)];
  if (from === undefined || to === undefined) return [];
  const memory = (some: typeof rows) => median(some.map(({ rss, docs }) => rss + docs));
  const growth = memory(rows.slice(-3)) / memory(rows.slice(fifth, fifth + 3)) - 1;
  return [
    {
      ...{ row: "R22", what: "memory after the warm-up grows by", value: rounded(100 * growth, 1) },
      ...{ unit: "%", limit: "≤ 15 %", ok: growth <= 0.15 },
    },
    {
      ...{ row: "R22", what: "open files grow by", value: to.handles - from.handles },
      ...{ unit: "", limit: "≤ 5", ok: to.handles - from.handles <= 5 },
    },
  ];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function quantile(times: readonly number[], q: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return rounded(sorted[Math.ceil(q * sorted.length) - 1] ?? Number.NaN, 1);
}
