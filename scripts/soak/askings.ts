import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createAssembly } from "#lib/assembly";
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
    env: { ...process.env, DOCENT_HOME: path.join(dir, "home"), DOCENT_LOG_LEVEL: "error" },
    roots: [docs],
  });
  const signal = new AbortController().signal;
  try {
    assembly.warm();
    await foldersRead(assembly, signal);
    const server = () => assembly.servers("en")[0]?.pid ?? 0;
    const traces: string[] = [];
    const took: number[] = [];
    const rows: { at: number; rss: number; docs: number; handles: number; bytes: number }[] = [];
    for (let n = 0; n < times; n++) {
      const began = performance.now();
      const question = questionOf(n);
      const trace_id = assembly.newId("trace");
      await assembly.ask(AskBody.parse({ question }), { trace_id, emit: () => undefined, signal });
      took.push(performance.now() - began);
      traces.push(trace_id);
      if ((n + 1) % Math.ceil(times / samples) === 0) {
        globalThis.gc?.();
        const { bytes } = await assembly.activity.kept("en");
        rows.push({
          at: n + 1,
          rss: process.memoryUsage.rss() / 1e6,
          docs: memoryOf(server()).rss_mb,
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

/** The last sample beside that after a fifth: what grows with every asking would show. */
function flat(
  rows: readonly { rss: number; docs: number; handles: number; bytes: number }[],
): Figure[] {
  const from = rows[Math.floor(rows.length / 5)];
  const to = rows.at(-1);
  if (from === undefined || to === undefined) return [];
  const growth = (to.rss + to.docs) / (from.rss + from.docs) - 1;
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

function quantile(times: readonly number[], q: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return rounded(sorted[Math.ceil(q * sorted.length) - 1] ?? Number.NaN, 1);
}
