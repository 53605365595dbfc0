import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Assembly, createAssembly } from "#lib/assembly";
import { ModelConfig } from "#lib/contracts/config";
import { asQuestion } from "#lib/contracts/question";
import { createConfiguredModel } from "#lib/models/configured";
import { countTokens } from "#lib/models/count-tokens";
import { systemClock } from "#lib/platform/clock";
import { projectDir } from "#lib/platform/project";
import { type AskedModel, type ModelServer, startModelServer } from "./parts/model-server.ts";
import { type Figure, rounded } from "./results-file.ts";

/**
 * What model mode costs beside the model: how much later a sentence is shown than it could be read from the same stream
 * without a gate, what the prompt spends around the evidence, and how much of it a provider's cache may keep from question
 * to question. The whole program answers; only the model is a script, which writes at the pace of a quick provider.
 */
const pace_ms = 10;
const rounds = 12;
const sentences = 12;
const others = 150;

const languages = {
  en: {
    question: "When do the gates of the Tidewater harbour open?",
    later: ["Which keys open gate 3?", "How many keepers watch gate 7?", "When does gate 9 open?"],
    heading: "Gates of the Tidewater harbour",
    sentence: (i: number) =>
      `Gate ${i + 1} of the Tidewater harbour opens at ${i + 5} o'clock and is watched by ${i + 2} keepers.`,
    marked: (text: string, n: number) => `${text.slice(0, -1)} [${n}].`,
    joint: " ",
  },
  "zh-CN": {
    question: "潮汐港的闸门几点开放？",
    later: ["3 号闸门由几名看守看管？", "7 号闸门几点开放？", "9 号闸门几点开放？"],
    heading: "潮汐港的闸门",
    sentence: (i: number) => `潮汐港的 ${i + 1} 号闸门在 ${i + 5} 点开放，由 ${i + 2} 名看守看管。`,
    marked: (text: string, n: number) => `${text.slice(0, -1)}[${n}]。`,
    joint: "",
  },
} as const;
type Language = keyof typeof languages;

export async function measureModelGate(): Promise<Figure[]> {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-bench-")));
  const server = await startModelServer(writtenFor, pace_ms);
  try {
    writeFolder(path.join(dir, "documents"));
    const figures: Figure[] = [];
    for (const tools of ["search", "all"] as const) {
      const assembly = await startProgram(dir, server.base_url, tools);
      try {
        for (const lang of Object.keys(languages) as Language[]) {
          if (tools === "all") figures.push(...(await measureStream(assembly, server, lang)));
          figures.push(...(await measurePrompt(assembly, server, lang, tools)));
        }
      } finally {
        await assembly.close();
      }
    }
    return figures.sort((a, b) => (a.row < b.row ? -1 : a.row > b.row ? 1 : 0));
  } finally {
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

function writeFolder(dir: string): void {
  mkdirSync(dir);
  for (const [lang, { heading, sentence, joint }] of Object.entries(languages)) {
    const text = Array.from({ length: sentences }, (_, i) => sentence(i)).join(joint);
    writeFileSync(path.join(dir, `gates-${lang}.md`), `# ${heading}\n\n${text}\n`);
  }
  for (let i = 0; i < others; i += 1) {
    const text = `Shed ${i} stands behind the mill. It holds ${i + 3} barrels and ${i + 9} ropes.`;
    writeFileSync(path.join(dir, `shed-${i}.md`), `# Shed ${i}\n\n${text}\n`);
  }
}

async function startProgram(
  dir: string,
  base_url: string,
  tools: "search" | "all",
): Promise<Assembly> {
  const file = path.join(dir, `${tools}.json`);
  const own = ["ls", "find", "grep", "read", "write", "edit", "bash"];
  const root = { id: "bench", label: "Bench", path: path.join(dir, "documents") };
  const config = {
    doc_access: { roots: [root] },
    answer: { mode: "model", planner: "rules" }, // what a plan costs is a call of its own
    model: { provider: "compatible", name: "bench", base_url },
    agents: [{ id: "primary", kind: "primary", permission: "L2" }],
    tools: { disabled: tools === "search" ? own : [] },
  };
  writeFileSync(file, JSON.stringify(config));
  const env = {
    DOCENT_HOME: path.join(dir, tools),
    DOCENT_CONFIG: file,
    DOCENT_LOG_LEVEL: "silent",
  };
  const { PATH, HOME } = process.env;
  const assembly = createAssembly({ project_dir: projectDir(), env: { PATH, HOME, ...env } });
  assembly.warm();
  while ((await assembly.health("en")).index.state !== "ready") await pause(50);
  return assembly;
}

/** All sentences of the page, with the number under which the request shows it. */
function writtenFor({ messages }: AskedModel): string {
  const prompt = messages.at(-1)?.content ?? "";
  const lang: Language = prompt.includes("Answer in English") ? "en" : "zh-CN";
  const { heading, sentence, marked, joint } = languages[lang];
  const n = Number(new RegExp(`\\[(\\d+)\\] "[^"]*under ${heading}"`).exec(prompt)?.[1] ?? 1);
  return Array.from({ length: sentences }, (_, i) => marked(sentence(i), n)).join(joint);
}

const ask = (
  assembly: Assembly,
  question: string,
  more: { thread_id?: string; onClaim?: () => void } = {},
) =>
  assembly.ask(
    {
      question: asQuestion(question),
      store: true,
      ...(more.thread_id ? { thread_id: more.thread_id } : {}),
    },
    {
      trace_id: assembly.newId("trace"),
      signal: new AbortController().signal,
      emit: ({ kind }) => {
        if (kind === "claim") more.onClaim?.();
      },
    },
  );

/** In turns with the same stream read without a gate, so that a busy machine is busy for both. */
async function measureStream(
  assembly: Assembly,
  server: ModelServer,
  lang: Language,
): Promise<Figure[]> {
  const { question, sentence, marked, joint } = languages[lang];
  const ends = sentenceEnds(lang);
  const gated: number[] = [];
  const bare: number[] = [];
  const first = { gated: [] as number[], bare: [] as number[] };
  const judged: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const shown: number[] = [];
    const answer = await ask(assembly, question, { onClaim: () => shown.push(performance.now()) });
    const late = lateness(server, ends, shown);
    const read: number[] = [];
    await readBare(server, ends, read, {
      instructions: "Say it again.",
      text: `Answer in ${lang === "en" ? "English" : "Simplified Chinese"}. [1] "x under ${languages[lang].heading}"`,
    });
    const lateBare = lateness(server, ends, read);
    if (round === 0) continue; // warm
    if (shown.length !== sentences)
      throw new Error(`${shown.length} of ${sentences} sentences were shown: ${answer.status}`);
    gated.push(...late);
    bare.push(...lateBare);
    first.gated.push(answer.metrics.model?.first_sentence_ms ?? 0);
    first.bare.push(ends[0] === undefined ? 0 : firstRead(server, read));
    judged.push(answer.metrics.model?.gate_ms_p95 ?? 0);
  }
  const row = `stream, ${lang}`;
  const text = Array.from({ length: sentences }, (_, i) => marked(sentence(i), 1)).join(joint);
  const stream_ms = (text.length / 6) * pace_ms;
  const ratio = percentile(first.gated, 0.5) / percentile(first.bare, 0.5);
  return [
    figure(row, "a sentence is shown after its last letter was sent, p50", percentile(gated, 0.5)),
    figure(row, "the same, p95", percentile(gated, 0.95)),
    figure(row, "the same stream read without a gate, p95", percentile(bare, 0.95)),
    figure(row, "of it with the gate itself, p95 of an answer", percentile(judged, 0.95)),
    figure(
      row,
      "first sentence, from the model's first turn on, p50",
      percentile(first.gated, 0.5),
    ),
    figure(row, "the same without a gate, p50", percentile(first.bare, 0.5)),
    { row, what: "first sentence, ratio", value: rounded(ratio, 2), unit: "" },
    { row, what: "whole reply at this pace", value: rounded(stream_ms, 0), unit: "ms" },
  ];
}

/** Letters of the reply up to the end of each sentence. */
function sentenceEnds(lang: Language): number[] {
  const { sentence, marked, joint } = languages[lang];
  let letters = 0;
  return Array.from({ length: sentences }, (_, i) => {
    letters += (i === 0 ? 0 : joint.length) + marked(sentence(i), 1).length;
    return letters;
  });
}

function lateness(
  { sent }: ModelServer,
  ends: readonly number[],
  seen: readonly number[],
): number[] {
  return ends.flatMap((end, i) => {
    const at = sent.find(({ letters }) => letters >= end)?.at;
    const then = seen[i];
    return at === undefined || then === undefined ? [] : [Math.max(0, then - at)];
  });
}

function firstRead({ asked }: ModelServer, read: readonly number[]): number {
  return (read[0] ?? 0) - (asked.at(-1)?.at ?? 0);
}

async function readBare(
  { base_url }: ModelServer,
  ends: readonly number[],
  read: number[],
  { instructions, text }: { instructions: string; text: string },
): Promise<void> {
  const config = ModelConfig.parse({ provider: "compatible", name: "bench", base_url });
  const ready = createConfiguredModel({ config, keys: {}, clock: systemClock });
  if (ready.kind !== "ready") throw ready.error;
  let letters = 0;
  await ready.model.reply({
    ...{ instructions, turns: [{ from: "agent", text }], tools: [] },
    signal: new AbortController().signal,
    onText: (piece) => {
      letters += piece.length;
      while ((ends[read.length] ?? Number.POSITIVE_INFINITY) <= letters)
        read.push(performance.now());
    },
  });
}

/** By the program's own counter. */
async function measurePrompt(
  assembly: Assembly,
  server: ModelServer,
  lang: Language,
  tools: "search" | "all",
): Promise<Figure[]> {
  const { question, later } = languages[lang];
  const prompts: string[] = [];
  const around: number[] = [];
  const evidence: number[] = [];
  let thread_id: string | undefined;
  for (const asked of [question, ...later]) {
    const before = server.asked.length;
    const answer = await ask(assembly, asked, thread_id === undefined ? {} : { thread_id });
    thread_id = answer.thread_id;
    const told = server.asked[before];
    if (told === undefined) throw new Error(`No model was asked: ${asked}`);
    prompts.push(JSON.stringify(told.tools) + told.messages.map(({ content }) => content).join(""));
    const prompt = told.messages.at(-1)?.content ?? "";
    const passages = [...prompt.matchAll(/<<\w+ \[\d+\] .*\n([\s\S]*?)\n\w+>>/g)];
    const tokens = countTokens(passages.map(([, text = ""]) => text).join("\n"));
    const turns = answer.metrics.model?.turns ?? 1;
    if (turns === 1) {
      evidence.push(tokens);
      around.push((answer.metrics.model?.input_tokens ?? 0) - tokens);
    }
  }
  const repeated = prompts.slice(1).map((prompt, i) => shared(prompts[i] ?? "", prompt));
  const row = `prompt, ${lang}, ${tools === "all" ? "all seven tools" : "searching alone"}`;
  const tokens = (what: string, value: number) => ({
    row,
    what,
    value: rounded(value, 0),
    unit: "tokens",
  });
  return [
    tokens("evidence, first question", evidence[0] ?? 0),
    tokens("around the evidence, first question", around[0] ?? 0),
    tokens("around the evidence, fourth question of a conversation", around.at(-1) ?? 0),
    ...repeated.map((share, i) => ({
      row,
      what: `begins as question ${i + 1} did, question ${i + 2}`,
      value: rounded(share * 100, 0),
      unit: "%",
    })),
  ];
}

/** Of the later one, by bytes. */
function shared(before: string, after: string): number {
  const [a, b] = [Buffer.from(before), Buffer.from(after)];
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  return same / b.length;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const figure = (row: string, what: string, value: number): Figure => ({
  ...{ row, what, unit: "ms" },
  value: rounded(value, 1),
});
