import type { Locator, Page } from "@playwright/test";
import type { SeriesKind } from "#lib/contracts/activity";
import * as told from "./activity-data.ts";
import { expect, findings, fitsWidth } from "./docent-page.ts";
import { test } from "./only-here.ts";

/** What cannot be had by asking a fresh server: a trace of 20,000 spans, one that broke off, a month of figures. */

const pictures = process.env.DOCENT_ACTIVITY_PICTURES;
async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

const rows = (page: Page, name: string): Locator =>
  page.getByRole("table", { name }).locator("tbody > tr");
const row = (page: Page): Locator => page.getByRole("treeitem");
const details = (page: Page): Locator => page.getByRole("complementary", { name: "Details" });
const inChinese = async (page: Page, path: string): Promise<void> => {
  await page
    .context()
    .addCookies([
      { name: "docent_locale", value: "zh-CN", url: test.info().project.use.baseURL ?? "" },
    ]);
  await page.goto(path);
};

async function tellTraces(page: Page): Promise<void> {
  await page.route("**/api/traces?*", (route) => tracesAt(new URL(route.request().url()), route));
  await page.route("**/api/traces", (route) => tracesAt(new URL(route.request().url()), route));
}

type Route = Parameters<Parameters<Page["route"]>[1]>[0];
function tracesAt(url: URL, route: Route): Promise<void> {
  const asked = url.searchParams;
  if (asked.get("text") !== null) return route.fulfill({ json: { rows: [] } });
  const from = Number(asked.get("cursor") ?? 0);
  const first = from === 0 ? told.everyStatus : [];
  const more = Array.from({ length: 100 - first.length }, (_, i) => told.summary(from + 20 + i));
  const status = asked.get("status");
  const all = [...first, ...more].filter((one) => status === null || one.status === status);
  const next = from < 400 ? { next_cursor: String(from + 100) } : {};
  return route.fulfill({ json: { rows: all, ...next } });
}

test("the list of traces is filtered, loads on as one scrolls, and says when nothing fits", async ({
  page,
}) => {
  await tellTraces(page);
  await page.goto("/activity");
  const list = rows(page, "Traces");
  await expect(list.first()).toContainText("Question 0");
  await expect(list.filter({ hasText: "Waiting for you" })).toBeVisible();
  expect(await findings(page), "list").toEqual([]);
  await picture(page, "traces");

  await page.getByLabel("Status").selectOption("Unsure");
  await expect(page.locator('.trace-status:not([data-status="unsure"])')).toHaveCount(0);
  await expect(page.locator(".trace-status")).toHaveText(["Unsure"]);
  await page.getByLabel("Status").selectOption("denied");
  await expect(page).toHaveURL(/status=denied/);
  await expect(list.first()).toContainText("denylisted");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).not.toHaveURL(/status/);

  await page.getByLabel("Words").fill("no such word");
  await expect(page.getByText("Nothing matches these filters.")).toBeVisible();
  await expect(page).toHaveURL(/text=no\+such\+word/);
  expect(await findings(page), "nothing").toEqual([]);
  await picture(page, "traces-nothing");
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(list.first()).toBeVisible();

  const scroller = page.getByRole("region", { name: "Activity", exact: true });
  await expect
    .poll(async () => {
      await scroller.evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
      return list.last().textContent();
    })
    .toContain("Question 519");
  expect(await list.count()).toBeLessThan(90);
});

test("what is typed into a filter stays there while the address takes it over", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const written: string[] = [];
    const { prototype } = HTMLInputElement;
    const { set, ...own } = Object.getOwnPropertyDescriptor(prototype, "value") ?? {};
    Object.defineProperty(prototype, "value", {
      ...own,
      set(text: string) {
        written.push(text);
        set?.call(this, text);
      },
    });
    Object.assign(window, { written });
  });
  // What the page itself, and no person, has written into a field.
  const written = () => page.evaluate(() => (window as unknown as { written: string[] }).written);
  await tellTraces(page);
  await page.goto("/activity");
  await expect(page.locator(".trace-status").first()).toBeVisible();
  const before = (await written()).length;
  await page.getByLabel("Words").fill("no such word");
  await expect(page).toHaveURL(/text=no\+such\+word/);
  await expect(page.getByText("Nothing matches these filters.")).toBeVisible();
  const since = (await written()).slice(before);
  expect(since.filter((text) => text !== "no such word")).toEqual([]);
  await expect(page.getByLabel("Words")).toHaveValue("no such word");
});

async function tellLongTrace(page: Page, count: number): Promise<void> {
  const spans = Array.from({ length: count }, (_, n) => {
    if (n === 0) return told.span(0, { kind: "request", name: "ask", depth: 0, ms: count });
    if (n % 50 === 1) return told.span(n, { kind: "agent", name: "doc_retrieval", ms: 49 });
    return told.span(n, { depth: 2 });
  });
  spans.push(told.span(count, { open: true, ms: 0, kind: "model", name: "small", depth: 1 }));
  spans.push(
    told.span(count + 1, { clock_back: true, status: "denied", deny_reason: "denylisted" }),
  );
  const total = spans.length;
  await page.route("**/api/traces/trace_1", (route) =>
    route.fulfill({
      json: told.detail({ spans: total, left_out: Math.max(0, total - 2000), open: 1 }),
    }),
  );
  await page.route("**/api/traces/trace_1/spans**", (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
    const next = from + 2000 < total ? { next_cursor: String(from + 2000) } : {};
    return route.fulfill({ json: { spans: spans.slice(from, from + 2000), total, ...next } });
  });
  await page.route("**/api/audit?*", (route) => route.fulfill({ json: { rows: told.reads(3) } }));
  await page.route("**/api/traces/trace_1/spans/*", (route) => {
    const id = decodeURIComponent(new URL(route.request().url()).pathname.split("/").at(-1) ?? "");
    const {
      depth: _,
      offset_ms: _o,
      children: _c,
      clock_back: _b,
      ...own
    } = spans.find(({ span_id }) => span_id === id) ?? told.span(1);
    const calls = told.call.kind === "call" ? [withoutKind(told.call)] : [];
    return route.fulfill({
      json: {
        span: own,
        calls,
        reads: [],
        arguments: { text: '{"path": "keys.md"}', left_out: 0 },
        envelope: { request: { intent: "search_and_extract_evidence" }, result: { status: "ok" } },
      },
    });
  });
}

function withoutKind({ kind: _, ...of }: Extract<typeof told.call, { kind: "call" }>) {
  return of;
}

test("a trace of 20,000 spans is walked by keys, drawn a screen at a time, and tells what has no end", async ({
  page,
}) => {
  await tellLongTrace(page, 20_000);
  await page.goto("/activity/traces/trace_1");
  await expect(page.getByText("1 span has no end")).toBeVisible();
  await expect(page.getByText("The computer’s clock was set back")).toBeVisible();
  const tree = page.getByRole("tree", { name: "Waterfall" });
  await tree.focus();
  await page.keyboard.press("End");
  const last = page.locator("[role='treeitem'][aria-selected='true']");
  await expect(last).toContainText("denylisted");
  await expect(last).toBeInViewport();
  expect(await row(page).count()).toBeLessThan(120);
  await picture(page, "trace-20000-end");

  await page.keyboard.press("ArrowUp");
  await expect(last).toContainText("no end");
  await page.keyboard.press("Enter");
  await expect(details(page)).toBeFocused();
  await expect(details(page)).toContainText("It has no end");
  await expect(details(page).getByRole("button", { name: "Task request" })).toBeVisible();
  await expect(details(page)).toContainText("commands that begin with git push");
  expect(await findings(page), "details").toEqual([]);
  await picture(page, "trace-details");
  await page.keyboard.press("Escape");
  await expect(tree).toBeFocused();
  await expect(page).toHaveURL(/trace_1$/);

  await page.keyboard.press("Home");
  await expect(last).toContainText("Request");
  await page.getByRole("button", { name: "Collapse all" }).click();
  await expect.poll(() => row(page).count()).toBeGreaterThan(10);
  await tree.focus();
  await page.keyboard.press("ArrowDown");
  await expect(last).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowRight");
  await expect(last).toHaveAttribute("aria-expanded", "true");
  expect(await findings(page), "trace").toEqual([]);
  await picture(page, "trace-top");
});

test("a trace of a task at work is looked at again until it has ended, however long a look takes", async ({
  page,
}) => {
  await tellLongTrace(page, 40);
  let looks = 0;
  let status: "running" | "answered" = "running";
  await page.route("**/api/traces/trace_1", async (route) => {
    looks += 1;
    await route.fulfill({ json: told.detail({ spans: 42, trace: told.summary(1, { status }) }) });
  });
  await page.clock.install();
  await page.goto("/activity/traces/trace_1");
  const facts = page.locator(".task-facts");
  await expect(facts).toContainText("Running");
  await expect.poll(() => looks).toBeGreaterThan(2);
  status = "answered";
  await expect(facts).toContainText("Answered");
  const ended = looks;
  await page.clock.fastForward(60_000);
  await page.evaluate(() => fetch("/api/health").then(() => undefined));
  expect(looks).toBe(ended);
});

async function tellSeries(page: Page, counted = true): Promise<void> {
  await page.route("**/api/activity/series?*", (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const found = told.series(asked.get("kind") as SeriesKind); // one of ours
    const step = asked.get("step") ?? "day";
    const points = counted ? found.points : found.points.map(({ at }) => ({ at, values: {} }));
    return route.fulfill({ json: { ...found, step, points } });
  });
}

test("charts have tables, a step of time, a warning line, and lead to the askings behind them", async ({
  page,
}) => {
  await tellSeries(page);
  await page.goto("/activity/charts");
  const chart = page.getByRole("figure", { name: "Answer time" });
  await expect(chart.locator(".recharts-line").first()).toBeAttached();
  await expect(chart).toContainText("Warning line: 500 ms");
  await expect(page.getByRole("figure", { name: "Time-outs" })).toContainText(
    "Nothing was measured in this time.",
  );
  await expect(chart.getByRole("table")).toContainText("median (p50)");
  expect(await findings(page), "charts").toEqual([]);
  await picture(page, "charts");

  await page.getByRole("button", { name: "Tables" }).click();
  await page.getByRole("button", { name: "Week", exact: true }).click();
  await expect(page).toHaveURL(/step=week/);
  const table = page.getByRole("group", { name: "Answers, table" });
  await expect(table.getByRole("row")).toHaveCount(31); // a day of nothing has none
  expect(await findings(page), "tables").toEqual([]);
  await picture(page, "charts-tables");
  await tellTraces(page);
  await table.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/activity\?since=2026-10-29/);
  await expect(rows(page, "Traces").first()).toBeVisible();
});

test("the audit names a broken chain, and unfolds a row to its rights and ids", async ({
  page,
}) => {
  await page.route("**/api/audit/state", (route) =>
    route.fulfill({
      json: {
        ...{ state: "broken", message: "12,431 rows, broken at 1 of them", rows: 12_431 },
        ...{ broken: [{ table: "reads", row_id: 42, what: "deleted" }], broken_count: 1 },
        checked_at: told.at(0),
      },
    }),
  );
  await page.route("**/api/audit?*", (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const call = asked.get("tool") === "bash" || asked.get("kind") === "call";
    return route.fulfill({ json: { rows: call ? [told.call] : [told.call, ...told.reads(60)] } });
  });
  await page.route("**/api/audit", (route) =>
    route.fulfill({ json: { rows: [told.call, ...told.reads(60)] } }),
  );
  await page.goto("/activity/audit");
  await expect(page.getByRole("region", { name: "Audit chain" })).toContainText("read 42: deleted");
  await rows(page, "Audit")
    .first()
    .getByRole("button", { name: /^Details/ })
    .click();
  const open = page.locator(".audit-details");
  for (const id of ["trace_1", "run_1", "task_9", "step_2", "inv_7", "grant_3"]) {
    await expect(open.getByText(id, { exact: true })).toBeVisible();
  }
  await expect(open).toContainText("approval_denied");
  await expect(open.getByRole("link", { name: "Open the trace" })).toHaveAttribute(
    "href",
    "/activity/traces/trace_1?at=span%3Ainv_7",
  );
  expect(await findings(page), "audit").toEqual([]);
  await picture(page, "audit");
  await page.getByLabel("Kind").selectOption("call");
  await expect(rows(page, "Audit")).toHaveCount(1);
});

test("the network log says in one sentence that it is empty, else who was reached and why", async ({
  page,
}) => {
  let log: typeof told.connections = [];
  await page.route("**/api/network**", (route) => route.fulfill({ json: { rows: log } }));
  await page.goto("/activity/network");
  await expect(page.getByText("Docent has opened no connection")).toBeVisible();
  expect(await findings(page), "empty").toEqual([]);
  await picture(page, "network-empty");
  log = told.connections;
  await page.reload();
  await expect(rows(page, "Connections").first()).toContainText("Open");
  await expect(rows(page, "Connections").nth(1)).toContainText("api.example.org:443");
  await expect(rows(page, "Connections").last()).toContainText("ssrf_address");
  expect(await findings(page), "rows").toEqual([]);
  await picture(page, "network");
});

test("a replay shows what is the same, moved, changed, new and gone, and can be kept as a case", async ({
  page,
}) => {
  await tellLongTrace(page, 4);
  let kept: unknown[] = [];
  await page.route("**/api/activity/cases**", (route) => {
    if (route.request().method() === "POST") {
      kept = [
        { trace_id: "trace_1", kept_at: told.at(5), verdict: "wrong", trace: told.summary(1) },
      ];
    }
    return route.fulfill({ json: { cases: kept } });
  });
  await page.route("**/api/traces/trace_1/replay", (route) =>
    route.fulfill({ json: told.changedReplay }),
  );
  await page.goto("/activity/traces/trace_1?replay=1");
  const replay = page.getByRole("region", { name: "Replay", exact: true });
  // Without a model there is nothing to choose, and nothing that costs.
  await expect(replay.getByRole("button", { name: "Run replay" })).toBeVisible();
  await expect(replay.getByRole("radio")).toHaveCount(0);
  await replay.getByRole("button", { name: "Run replay" }).click();
  await expect(replay.getByText("The search found other lines first.")).toBeVisible();
  const claims = replay.getByRole("region", { name: "Claims" });
  for (const change of ["same", "moved", "changed", "new", "gone"]) {
    await expect(claims.getByText(change, { exact: true })).toBeVisible();
  }
  await expect(replay.getByRole("region", { name: "Citations by rank" })).toContainText("21");
  expect(await findings(page), "comparison").toEqual([]);
  await picture(page, "replay");
  await replay.getByRole("button", { name: "Keep as a case" }).click();
  await expect(replay.getByRole("button", { name: "Kept as a case" })).toBeVisible();

  await page.getByRole("link", { name: "All traces" }).click();
  await page.getByRole("link", { name: "Cases" }).click();
  await page.getByRole("button", { name: "Run 1 case" }).click();
  await expect(page.getByText("0 the same, 1 different, 0 could not be replayed")).toBeVisible();
  await page.getByRole("button", { name: "Comparison" }).click();
  expect(await findings(page), "cases").toEqual([]);
  await picture(page, "cases");
});

test("every view holds on a phone and in Chinese", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await tellTraces(page);
  await tellSeries(page);
  await tellLongTrace(page, 40);
  await page.route("**/api/network**", (route) =>
    route.fulfill({ json: { rows: told.connections } }),
  );
  await inChinese(page, "/activity");
  await expect(page.locator(".trace-status").first()).toBeVisible();
  await fitsWidth(page);
  await page.getByRole("button", { name: "筛选", exact: true }).click();
  await expect(page.getByLabel("状态")).toBeVisible();
  expect(await findings(page), "traces").toEqual([]);
  await picture(page, "phone-zh-filters");
  await page.getByRole("button", { name: "筛选", exact: true }).click();
  await picture(page, "phone-zh-traces");

  await page.goto("/activity/traces/trace_1");
  await expect(row(page).first()).toContainText("请求");
  await fitsWidth(page);
  expect(await findings(page), "trace").toEqual([]);
  await picture(page, "phone-zh-trace");
  await row(page).nth(3).click();
  await expect(page.getByRole("complementary", { name: "详情" })).toContainText("权限与结果");
  expect(await findings(page), "details").toEqual([]);
  await picture(page, "phone-zh-details");

  await page.goto("/activity/charts");
  await expect(page.locator(".recharts-bar").first()).toBeAttached();
  await fitsWidth(page);
  expect(await findings(page), "charts").toEqual([]);
  await picture(page, "phone-zh-charts");
  await page.goto("/activity/audit");
  await expect(rows(page, "审计").first()).toBeVisible();
  await fitsWidth(page);
  expect(await findings(page), "audit").toEqual([]);
  await picture(page, "phone-zh-audit");
  await page.goto("/activity/network");
  await expect(rows(page, "连接").first()).toBeVisible();
  await fitsWidth(page);
  expect(await findings(page), "network").toEqual([]);
  await picture(page, "phone-zh-network");
});
