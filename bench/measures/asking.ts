import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Answer } from "#lib/contracts/answer";
import { projectDir } from "#lib/platform/project";
import { documentsIn } from "../corpus/folder-corpus.ts";
import { type Spread, spreadOf, timeEach } from "../parts/spread.ts";
import { startWebServer, type WebServer } from "../programs/web-server.ts";
import type { Site } from "../site.ts";

/** `POST /api/ask` of the whole program, as a person at the page waits for it: stored, with the gate. */
export type AskTimes = {
  ask: Spread[];
  /** Share of the questions that were answered, so that the time is not that of saying no. */
  answered: number;
  /** From sending a question until its first sentence is on the stream, of those that are answered. */
  first_claim: Spread[];
  changed_file: Spread[];
  /** Of a start over a kept index, from its first page to the first sentence of the first question. */
  first_answer_ms: number[];
  crowd: { ms: number; alone_p95_ms: number; failures: number }[];
};

/** How many questions at once, and how many changed files. */
export type AskAmounts = { crowd: number; changes: number };

/** Every run is a start of its own over the index that a first start made, with nothing asked before. */
export async function measureAsking(
  site: Site,
  runs: number,
  amounts: AskAmounts,
  signal: AbortSignal,
): Promise<AskTimes> {
  const home = site.newFolder();
  const config = path.join(home, "config.json");
  const root = { id: "bench", label: "Bench", path: site.dir };
  writeFileSync(config, JSON.stringify({ doc_access: { roots: [root] } }));
  const state = path.join(home, "state");
  const start = () =>
    startWebServer(projectDir(), {
      DOCENT_HOME: state,
      DATABASE_URL: "",
      DOCENT_CONFIG: config,
      DOCENT_LOG_LEVEL: "warn",
    });
  const times: AskTimes = {
    ...{ ask: [], answered: 0, first_claim: [], first_answer_ms: [], changed_file: [], crowd: [] },
  };
  const first = await start();
  await untilReady(first, signal).finally(() => first.stop());
  for (let run = 0; run < runs; run += 1) {
    const kept = readdirSync(state).filter((name) => name.startsWith("docent.db"));
    for (const name of kept) rmSync(path.join(state, name));
    const web = await start();
    try {
      times.first_answer_ms.push(await firstAnswer(web, site, signal));
      await untilReady(web, signal);
      const alone = new Map<string, Answer>();
      const ask = await timeEach(site.questions, async (question) => {
        alone.set(question, await web.ask({ question }, signal));
      });
      times.ask.push(ask);
      const statuses = site.questions.timed.filter((one) => alone.get(one)?.claims.length);
      times.answered = statuses.length / Math.max(1, site.questions.timed.length);
      times.first_claim.push(await firstClaims(web, site, signal));
      times.crowd.push(await askAtOnce(web, site, alone, { size: amounts.crowd, ...ask }, signal));
      times.changed_file.push(await changeFiles(web, site, { run, ...amounts }, signal));
    } finally {
      await web.stop();
    }
  }
  return times;
}

/** The page is asked for as a browser does, and the question sent with its last byte; one that has no answer is followed by another. */
async function firstAnswer(web: WebServer, site: Site, signal: AbortSignal): Promise<number> {
  await web.firstPage(signal);
  const began = performance.now();
  for (const question of site.questions.before) {
    const ms = await web.firstClaimMs(question, signal);
    if (ms !== undefined) return performance.now() - began;
  }
  return Number.NaN;
}

async function untilReady(web: WebServer, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const health = await web.health();
    if (health?.index.state === "ready" && health.index.files > 0) return;
    await delay(100, undefined, { signal });
  }
}

async function firstClaims(web: WebServer, site: Site, signal: AbortSignal): Promise<Spread> {
  const times: number[] = [];
  for (const question of site.questions.timed) {
    const ms = await web.firstClaimMs(question, signal);
    if (ms !== undefined) times.push(ms);
  }
  return spreadOf(times);
}

/** Failed is a question that ended without an answer, with another question's, or with another answer than alone. */
async function askAtOnce(
  web: WebServer,
  site: Site,
  alone: ReadonlyMap<string, Answer>,
  { size, p95 }: { size: number; p95: number },
  signal: AbortSignal,
): Promise<AskTimes["crowd"][number]> {
  const asked = Array.from(
    { length: size },
    (_, i) => site.questions.timed[i % site.questions.timed.length] ?? "",
  );
  const began = performance.now();
  const ended = await Promise.allSettled(asked.map((question) => web.ask({ question }, signal)));
  const ms = performance.now() - began;
  signal.throwIfAborted();
  const failures = ended.filter((end, i) => {
    const question = asked[i] ?? "";
    if (end.status === "rejected" || end.value.question !== question) return true;
    return !isDeepStrictEqual(end.value.claims, alone.get(question)?.claims);
  }).length;
  const cores = os.availableParallelism();
  return { ms, alone_p95_ms: (p95 * size) / cores, failures };
}

/** From a saved file to an answer that quotes what was saved; the file then gets its old text back. */
async function changeFiles(
  web: WebServer,
  site: Site,
  { run, changes }: { run: number; changes: number },
  signal: AbortSignal,
): Promise<Spread> {
  const names = documentsIn(site.dir).filter((name) => name.endsWith(".md"));
  const times: number[] = [];
  for (let change = 0; change < Math.min(changes, names.length); change += 1) {
    const name = names[Math.floor((change * names.length) / changes)] ?? "";
    const file = path.join(site.dir, name);
    const before = readFileSync(file);
    const word = `Zorvek${letters(run)}${letters(change)}`;
    try {
      appendFileSync(
        file,
        `\n\n## ${word}\n\nThe upper limit of ${word} is ${4000 + change} slots.\n`,
      );
      const began = performance.now();
      for (let seen = false; !seen; ) {
        const answer = await web.ask({ question: `What is the upper limit of ${word}?` }, signal);
        seen = answer.claims.some(({ text }) => text.includes(word));
        if (!seen && performance.now() - began > 60_000) {
          throw new Error(`${name} was changed, and after a minute no answer quotes the change.`);
        }
      }
      times.push(performance.now() - began);
    } finally {
      writeFileSync(file, before);
    }
  }
  return spreadOf(times);
}

/** A number as two letters, so that a word stays a word. */
function letters(number: number): string {
  return String.fromCharCode(97 + Math.floor(number / 26), 97 + (number % 26));
}
