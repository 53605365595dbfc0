import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright";
import { projectDir } from "#lib/platform/project";
import { findChromium } from "../scripts/bootstrap/chromium.mjs";
import { madeCorpus } from "./corpus/made-corpus.ts";
import { longestTask } from "./parts/longest-task.ts";
import { mostScriptBytes, sentScripts } from "./parts/sent-scripts.ts";
import { startWebServer, type WebServer } from "./programs/web-server.ts";
import { type Figure, median, rounded } from "./results-file.ts";
import { openSite } from "./site.ts";

/**
 * The page in a real browser against the built program: what `/` transfers, how soon it is there after a start, what a first
 * answer and a first source take, and the longest task while answers come in. Needs a Chromium.
 */
const starts = 3;
const asked = 12;
const documents = 1000;

export async function measurePage(): Promise<Figure[]> {
  const load = rounded(os.loadavg()[0] ?? Number.NaN);
  const executablePath = process.env.DOCENT_CHROMIUM ?? (await findChromium());
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--disable-quic", "--disable-background-networking"],
  });
  const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-bench-page-")));
  try {
    return [
      { row: "The page", what: "load before it", value: load, unit: "" },
      ...(await firstVisit(browser, home)),
      ...(await overStarts(browser, home)),
    ];
  } finally {
    await browser.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Of a Docent that nobody has used yet: what a browser with an empty cache is sent as scripts. */
async function firstVisit(browser: Browser, home: string): Promise<Figure[]> {
  const web = await startWebServer(projectDir(), stateIn(path.join(home, "unused")));
  try {
    await untilReady(web);
    const page = await newPage(browser);
    const { bytes, files } = await sentScripts(page, `${web.address}/`);
    const what = "scripts until the page listens and is idle, bodies as sent (gzip)";
    const limit = `≤ ${mostScriptBytes / 1000}`;
    const ok = bytes <= mostScriptBytes;
    return [
      { row: "First visit of /", what, value: rounded(bytes / 1000), unit: "kB", limit, ok },
      { row: "First visit of /", what: "scripts", value: files, unit: "files" },
    ];
  } finally {
    await web.stop();
  }
}

/** Of a program that has everything, over documents whose index is kept. The first start reads them and is not counted. */
async function overStarts(browser: Browser, home: string): Promise<Figure[]> {
  const site = openSite(madeCorpus(), asked);
  const state = stateIn(path.join(home, "used"));
  const config = path.join(home, "config.json");
  const times = { page: [] as number[], answer: [] as number[], source: [] as number[] };
  let tasks = { wall_ms: 0, cpu_ms: 0 };
  try {
    site.growTo(documents);
    const root = { id: "bench", label: "Bench", path: site.dir };
    writeFileSync(config, JSON.stringify({ doc_access: { roots: [root] } }));
    const questions = [...site.questions.timed];
    for (let start = 0; start <= starts; start += 1) {
      const began = performance.now();
      const web = await startWebServer(projectDir(), { ...state, DOCENT_CONFIG: config });
      try {
        await web.firstPage(AbortSignal.timeout(60_000));
        const page_ms = performance.now() - began;
        if (start === 0) {
          await untilReady(web);
          continue;
        }
        times.page.push(page_ms);
        const page = await newPage(browser);
        await page.goto(`${web.address}/`);
        await page.locator("html[data-listens]").waitFor();
        times.answer.push(await askFor(page, questions[0] ?? ""));
        await page.waitForLoadState("networkidle");
        times.source.push(await openFirstSource(page));
        if (start === starts) tasks = await longestWhileAnswering(browser, page, questions);
        await page.context().close();
      } finally {
        await web.stop();
      }
    }
  } finally {
    site.remove();
  }
  const timed = (row: string, what: string, all: number[], most: number): Figure => {
    const value = rounded(median(all), 0);
    return { row, what, value, unit: "ms", limit: `≤ ${most}`, ok: value <= most };
  };
  const task = (what: string, ms: number): Figure => {
    const value = rounded(ms, 0);
    return { row: "Answers coming in", what, value, unit: "ms", limit: "≤ 100", ok: value <= 100 };
  };
  return [
    timed("Start", "scripts/start.mjs to the first page, median", times.page, 3000),
    timed("Start", "first question to its first sentence painted, median", times.answer, 1000),
    timed("Source", "first press on a citation to its lines painted, median", times.source, 200),
    task("longest task, as long as it took", tasks.wall_ms),
    task("longest task, the processor's time of it", tasks.cpu_ms),
  ];
}

/** From Enter until a sentence of the answer is painted. */
async function askFor(page: Page, question: string): Promise<number> {
  const box = page.getByRole("textbox", { name: "Ask your documents" });
  await box.fill(question);
  const painted = paintedAfter(page, "keydown", ".answer p, .answer li");
  await box.press("Enter");
  return painted;
}

async function openFirstSource(page: Page): Promise<number> {
  const painted = paintedAfter(page, "click", ".wash-cited");
  await page.locator("main a[href*='src=1']").first().click();
  return painted;
}

/** Milliseconds in the page from an event until what it leads to stands there and the frame with it is drawn. */
function paintedAfter(page: Page, event: string, selector: string): Promise<number> {
  return page.evaluate(
    ({ event, selector }) =>
      new Promise<number>((resolve) => {
        const begin = () => {
          const began = performance.now();
          const look = () => {
            if (document.querySelector(selector) === null) requestAnimationFrame(look);
            else requestAnimationFrame(() => resolve(performance.now() - began));
          };
          look();
        };
        document.addEventListener(event, begin, { capture: true, once: true });
      }),
    { event, selector },
  );
}

/** In a conversation that grows by every question, with a source open beside it. */
async function longestWhileAnswering(browser: Browser, page: Page, questions: string[]) {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  // The first turn is there.
  for (const [at, question] of questions.entries()) {
    const turn = at + 2;
    const box = page.getByRole("textbox", { name: "Ask your documents" });
    await box.fill(question);
    await box.press("Enter");
    await page.locator(`article[data-number='${turn}'][aria-busy='false']`).waitFor();
    await page.waitForLoadState("networkidle");
  }
  return longestTask(await browser.stopTracing());
}

async function newPage(browser: Browser): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  return (await browser.newContext({ viewport, locale: "en-US" })).newPage();
}

function stateIn(folder: string): Record<string, string> {
  return { DOCENT_HOME: folder, DATABASE_URL: "", DOCENT_LOG_LEVEL: "warn" };
}

async function untilReady(web: WebServer): Promise<void> {
  while ((await web.health())?.index.state !== "ready") await delay(100);
}
