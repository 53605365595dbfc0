import os from "node:os";
import { setTimeout as after } from "node:timers/promises";
import { Approval, InvokeReply } from "#lib/contracts/approvals";
import { SandboxOutput, SandboxReport } from "#lib/contracts/sandbox";
import { overDocuments, writePort } from "./programs/over-documents.ts";
import type { WebServer } from "./programs/web-server.ts";
import { type Figure, rounded } from "./results-file.ts";

/**
 * What a question takes while code does its worst: as many runs as the program takes at once, each flooding one limit
 * after another, beside the same kind of question with nothing running. In turns, in one run, against the built server.
 */
const turns = 4;
const askingsOfTurn = 30;
const atOnce = 2;
const mostMs = 3000;

const floods = {
  javascript: [
    "for (;;) console.log('x'.repeat(1000));",
    "for (;;);",
    "const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1));",
    "for (let i = 0; ; i++) files.write('f' + i, 'x');",
  ],
  python: [
    "while True: print('x' * 1000)",
    "while True: pass",
    "held = []\nwhile True: held.append(bytearray(10 ** 6))",
  ],
  shell: [
    "while :; do : > f$((i++)); done",
    ":(){ :|:& };:; sleep 60",
    "yes",
    "tail /dev/zero",
    "while :; do :; done",
  ],
} as const;

export async function measureAskingBesideCode(): Promise<Figure[]> {
  const load = rounded(os.loadavg()[0] ?? Number.NaN, 1);
  const figures = await overDocuments(writeDocuments, inTurns);
  return [{ row: "Asking beside code", what: "load before it", value: load, unit: "" }, ...figures];
}

function writeDocuments(docs: string): string[] {
  return Array.from({ length: 2 * turns * askingsOfTurn + 10 }, (_, i) => {
    const { question } = writePort(docs, i);
    return question;
  });
}

async function inTurns(web: WebServer, questions: string[]): Promise<Figure[]> {
  const report = SandboxReport.parse(await web.call("/api/sandbox"));
  const programs = report.languages.flatMap(({ language, backend }) =>
    backend === undefined ? [] : floods[language].map((code) => ({ language, code })),
  );
  const took: Record<"alone" | "beside", number[]> = { alone: [], beside: [] };
  const ends = new Map<string, number>();
  const ask = async (into: number[]) => {
    const began = performance.now();
    await web.ask({ question: questions.pop() ?? "" }, AbortSignal.timeout(120_000));
    into.push(performance.now() - began);
  };
  for (let n = 0; n < 10; n++) await ask([]);
  for (let turn = 0; turn < turns; turn++) {
    for (let n = 0; n < askingsOfTurn; n++) await ask(took.alone);
    let flooding = true;
    const flood = async (first: number) => {
      for (let n = first; flooding; n += atOnce) {
        const program = programs[n % programs.length];
        const ended = program === undefined ? "none" : await runToItsEnd(web, program);
        ends.set(ended, (ends.get(ended) ?? 0) + 1);
      }
    };
    const running = Array.from({ length: atOnce }, (_, first) => flood(turn * atOnce + first));
    for (let n = 0; n < askingsOfTurn; n++) await ask(took.beside);
    flooding = false;
    await Promise.all(running);
  }
  const figure = (what: string, value: number, unit: string): Figure => ({
    ...{ row: "Asking beside code", what, unit },
    value: rounded(value, unit === "×" ? 2 : 0),
  });
  return [
    figure("POST /api/ask alone, p50", at(took.alone, 0.5), "ms"),
    figure("POST /api/ask alone, p95", at(took.alone, 0.95), "ms"),
    figure(`… while ${atOnce} runs flood their limits, p50`, at(took.beside, 0.5), "ms"),
    figure(`… while ${atOnce} runs flood their limits, p95`, at(took.beside, 0.95), "ms"),
    figure("p95 to its own figure", at(took.beside, 0.95) / at(took.alone, 0.95), "×"),
    ...[...ends].map(([ended, count]) =>
      figure(`runs meanwhile that ended by ${ended}`, count, ""),
    ),
  ];
}

/** By which limit a run came to its end. */
async function runToItsEnd(
  web: WebServer,
  program: { language: string; code: string },
): Promise<string> {
  const body = { arguments: { ...program, timeout_ms: mostMs, memory_mb: 128 } };
  const asked = InvokeReply.parse(await web.call("/api/tools/sandbox.exec/invoke", body));
  if (!("approval_id" in asked)) return asked.result.error?.code ?? "unknown";
  const place = `/api/approvals/${asked.approval_id}`;
  await web.call(place, { decision: "allow_once" });
  for (;;) {
    const { state, result } = Approval.parse(await web.call(place));
    const ran = SandboxOutput.safeParse(result?.structured).data?.ended;
    if (["done", "failed"].includes(state)) return ran ?? result?.error?.code ?? state;
    await after(200);
  }
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
