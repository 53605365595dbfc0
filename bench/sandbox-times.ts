import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { SandboxLanguage } from "#lib/contracts/sandbox";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import { createCommandSandbox } from "#lib/tools/command-sandbox";
import { createCommands } from "#lib/tools/commands";
import { createOrphanWatch } from "#lib/tools/orphan-watch";
import type { SandboxBackend, SandboxJob } from "#lib/tools/providers/sandbox/backend";
import { treeUse } from "#lib/tools/providers/sandbox/machine/tree-use";
import { machineBackends } from "#lib/tools/sandbox-backends";
import { type Figure, rounded } from "./results-file.ts";

/**
 * What it costs to run one line in each sandbox of this machine, against the same line in the bare program, in turns in
 * the same run. Cold: the first run after the start, with the proof of its wall. Warm: with an instance that has come up.
 */
const rounds = 9;
const MiB = 1024 ** 2;
const lines: Record<SandboxLanguage, string> = {
  javascript: "console.log(6 * 7)",
  python: "print(6 * 7)",
  shell: "echo 42",
};
/** A program that does nothing for a while, so that what it takes up can be seen. */
const idle: Record<SandboxLanguage, string> = {
  javascript: "setTimeout(() => {}, 1500)",
  python: "import time; time.sleep(1.5)",
  shell: "sleep 1.5",
};
const bare = {
  javascript: [process.execPath, "-e"],
  python: ["python3", "-c"],
  shell: ["bash", "-c"],
} as const;

export async function measureSandbox(): Promise<Figure[]> {
  const home = mkdtempSync(path.join(os.tmpdir(), "docent-bench-"));
  const watch = createOrphanWatch({ log: createLogger("bench", "silent") });
  const { find } = createCommands({ search_path: process.env.PATH });
  const open = () =>
    machineBackends({
      project_dir: projectDir(),
      ...{ home, watch, clock: systemClock, search_path: process.env.PATH },
      machine: createCommandSandbox({ find, clock: systemClock, watch }),
    });
  const figures: Figure[] = [];
  try {
    for (const { id } of open()) {
      for (const language of ["javascript", "python", "shell"] as const) {
        const backend = open().find((one) => one.id === id && one.languages.includes(language));
        if (backend !== undefined) figures.push(...(await measure(backend, language)));
        await backend?.close();
      }
    }
  } finally {
    watch.close();
    rmSync(home, { recursive: true, force: true });
  }
  return figures;
}

async function measure(backend: SandboxBackend, language: SandboxLanguage): Promise<Figure[]> {
  const row = `${backend.id} ${language}`;
  const figure = (what: string, value: number, unit: string): Figure => ({
    ...{ row, what, unit },
    value: rounded(value, unit === "×" ? 2 : 0),
  });
  const cold = await timed(() => backend.run(job(language, lines[language])));
  if ((await backend.state()).kind === "none") return [];
  const warm: number[] = [];
  const alone: number[] = [];
  const exec: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await untilIdle();
    const [file, flag] = bare[language];
    alone.push(
      await timed(async () => execFileSync(file, [flag, lines[language]], { stdio: "pipe" })),
    );
    warm.push(
      await timed(async () => {
        const { wall_ms, stdout } = await backend.run(job(language, lines[language]));
        if (stdout.trim() !== "42") throw new Error(`${row} gave ${stdout}`);
        exec.push(wall_ms);
      }),
    );
  }
  const before = (await treeUse(process.pid)).memory_bytes;
  const running = backend.run(job(language, idle[language]));
  await pause(1200);
  const memory = (await treeUse(process.pid)).memory_bytes - before;
  await running;
  return [
    figure("cold start, to the result", cold, "ms"),
    figure("warm start, to the result, p50", at(warm, 0.5), "ms"),
    figure("warm start, to the result, p95", at(warm, 0.95), "ms"),
    figure("run alone, p50", at(exec, 0.5), "ms"),
    figure("run alone, p95", at(exec, 0.95), "ms"),
    figure("the bare program, p50", at(alone, 0.5), "ms"),
    figure("warm p50 to the bare program", at(warm, 0.5) / at(alone, 0.5), "×"),
    ...(backend.id === "wasm" ? [] : [figure("memory while it runs", memory / MiB, "MiB")]),
    ...(backend.id === "wasm"
      ? [figure("memory of the instances in use and in wait", (before + memory) / MiB, "MiB")]
      : []),
  ];
}

/** The next instance has come up, however long that takes: nothing below this process has work any more. */
async function untilIdle(): Promise<void> {
  let before = -1;
  for (let calm = 0; calm < 3; ) {
    await pause(150);
    const { user, system } = process.cpuUsage();
    const below = Math.round((await treeUse(process.pid)).cpu_ms - (user + system) / 1000);
    calm = Math.abs(below - before) <= 20 ? calm + 1 : 0;
    before = below;
  }
}

function job(language: SandboxLanguage, code: string): SandboxJob {
  return {
    ...{ language, code, files: [], args: [], stdin: "" },
    signal: new AbortController().signal,
    limits: {
      ...{ timeout_ms: 120_000, cpu_ms: 60_000, memory_mb: 512, output_bytes: MiB },
      ...{ files: 100, file_bytes: MiB, total_bytes: 4 * MiB, processes: 32 },
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
