import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createAssembly } from "#lib/assembly";
import { AskBody } from "#lib/contracts/http";
import { projectDir } from "#lib/platform/project";
import { foldersRead } from "../scripts/terminal/folders-read.ts";
import { writeFiles } from "./corpus/corpus.ts";
import { madeCorpus } from "./corpus/made-corpus.ts";
import { type Figure, rounded } from "./results-file.ts";

/**
 * What tracing costs an asking: the same questions through one program, with and without spans, envelopes and previews, one
 * after the other and each first in every second pair. The audit and the answer itself are stored in both.
 */
const files = 300;
const pairs = Number(process.env.ACTIVITY_PAIRS ?? 400);
const warmUp = 20;
const asked = ["What is the queue", "How does one change a token", "Where is the archive"];

export async function measureTracing(): Promise<Figure[]> {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-tracing-")));
  const docs = path.join(dir, "docs");
  writeFiles(madeCorpus(), docs, 0, files);
  let traced = true;
  const assembly = createAssembly({
    project_dir: projectDir(),
    env: {
      ...process.env,
      DATABASE_URL: "",
      DOCENT_HOME: path.join(dir, "home"),
      DOCENT_LOG_LEVEL: "error",
    },
    roots: [docs],
    recording: (sink) => ({
      ...sink,
      span: (row) => traced && sink.span(row),
      task: (request, result) => traced && sink.task(request, result),
      preview: (row) => traced && sink.preview(row),
      reply: (row) => traced && sink.reply(row),
    }),
  });
  const { signal } = new AbortController();
  const times: Record<"on" | "off", number[]> = { on: [], off: [] };
  const worked: typeof times = { on: [], off: [] };
  try {
    assembly.warm();
    await foldersRead(assembly, signal);
    for (let pair = -warmUp; pair < pairs; pair++) {
      const modes = pair % 2 === 0 ? (["on", "off"] as const) : (["off", "on"] as const);
      for (const mode of modes) {
        traced = mode === "on";
        const question = `${asked[Math.abs(pair) % asked.length]} number ${Math.abs(pair) % 97}?`;
        const trace_id = assembly.newId("trace");
        const asking = { trace_id, emit: () => undefined, signal };
        const began = performance.now();
        const before = process.cpuUsage();
        await assembly.ask(AskBody.parse({ question }), asking);
        if (pair < 0) continue;
        times[mode].push(performance.now() - began);
        const { user, system } = process.cpuUsage(before);
        worked[mode].push((user + system) / 1000);
      }
    }
  } finally {
    await assembly.close();
    rmSync(dir, { recursive: true, force: true });
  }
  return [
    row("p50", quantile(times.on, 0.5), quantile(times.off, 0.5)),
    row("p95", quantile(times.on, 0.95), quantile(times.off, 0.95), mostPercent),
    row("mean", mean(times.on), mean(times.off)),
    row("processor time, mean", mean(worked.on), mean(worked.off)),
  ];
}

const mostPercent = 5;

function row(of: string, on: number, off: number, limit?: number): Figure {
  const percent = 100 * (on / off - 1);
  const what = `tracing, of an asking (${pairs} with, ${pairs} without), ${of}: ${rounded(on, 1)} to ${rounded(off, 1)} ms`;
  const figure = { row: "Tracing", what, value: rounded(percent, 1), unit: "%" };
  return limit === undefined ? figure : { ...figure, limit: `≤ ${limit} %`, ok: percent <= limit };
}

function quantile(times: readonly number[], q: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(q * sorted.length) - 1] ?? Number.NaN;
}

const mean = (times: readonly number[]): number =>
  times.reduce((sum, ms) => sum + ms, 0) / times.length;
