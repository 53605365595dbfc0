import type { Page } from "@playwright/test";
import { answer, ask, box, expect, findings, openReady } from "./docent-page.ts";
import { answered, test } from "./only-here.ts";

test("a question is stopped: what was verified stays, and the page says so", async ({ page }) => {
  await openReady(page);
  await holdBeforeTheEnd(page, "How do I add a folder?");
  await ask(page, "How do I add a folder?");
  await expect(
    answer(page)
      .getByRole("link", { name: /^Source 1: / })
      .first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("region", { name: "Stopped" })).toContainText(
    "checked against the files",
  );
  await expect(
    answer(page)
      .getByRole("link", { name: /^Source 1: / })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test("a path outside of the folders is refused as a path: rule, path and setting, and the way to it", async ({
  page,
}) => {
  await openReady(page);
  await ask(page, "What is in /etc/passwd?");
  const gaps = page.getByRole("region", { name: "Gaps" });
  await expect(
    gaps.getByRole("heading", { name: "Refused by the rule not_allowlisted" }),
  ).toBeVisible();
  for (const said of ["/etc/passwd", "doc_access.roots", "nothing was opened or searched"]) {
    await expect(gaps).toContainText(said);
  }
  await expect(answer(page)).toHaveCount(0);
  expect(await findings(page)).toEqual([]);
  await gaps.getByRole("link", { name: "Check the folders in Settings" }).click();
  await expect(page).toHaveURL(/\/settings\/folders$/);
});

test("Escape in the box stops as well, before anything was found", async ({ page }) => {
  await openReady(page);
  await page.route("**/api/chat", () => undefined);
  await ask(page, "How do I add a folder?");
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  await box(page).press("Escape");
  await expect(page.getByRole("region", { name: "Stopped" })).toContainText(
    "before anything was found",
  );
  await page.unroute("**/api/chat");
  await page.getByRole("button", { name: "Ask again" }).click();
  await expect(answer(page)).toContainText("Folder path");
  await expect(page.getByRole("heading", { level: 2, name: "How do I add a folder?" })).toHaveCount(
    1,
  );
});

test("a question that is stopped before the code of a chat has come is not sent with the next one", async ({
  page,
}) => {
  await openReady(page);
  const come = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await come.promise;
    await route.continue();
  });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/chat")) sent.push(request.postData() ?? "");
  });
  await ask(page, "How do I remove a folder?");
  await page.getByRole("button", { name: "Stop" }).click();
  await ask(page, "How do I add a folder?");
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  come.resolve();
  await expect(answer(page)).toContainText("Folder path");
  expect(sent.map((body) => body.includes("add a folder"))).toEqual([true]);
});

test("a server that is gone is said within two seconds, the question is kept, and the page finds back", async ({
  page,
}) => {
  // The page's own time: how fast this machine is decides nothing.
  await page.clock.install();
  await openReady(page);
  await expect(page.getByRole("region", { name: "Folders" })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await answered(page); // what the page looked after in that minute
  await page.route("**/api/**", (route) => route.abort("connectionrefused"));
  const sent = page.waitForRequest("**/api/chat");
  await ask(page, "How do I add a folder?");
  await sent; // the two seconds begin
  await page.clock.runFor(2000);
  await expect(page.getByRole("alert").filter({ hasText: "Can’t reach Docent" })).toBeVisible();
  await page.clock.resume();
  await expect(
    page.getByRole("heading", { level: 2, name: "How do I add a folder?" }),
  ).toBeVisible();
  await page.unroute("**/api/**");
  await expect(page.getByRole("alert").filter({ hasText: "Can’t reach Docent" })).toHaveCount(0);
  await page.getByRole("button", { name: "Ask again" }).click();
  await expect(answer(page)).toContainText("Folder path");
});

test("a server that is frozen is said after two seconds", async ({ page }) => {
  await page.clock.install();
  await openReady(page);
  await expect(page.getByRole("region", { name: "Folders" })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await answered(page); // what the page looked after in that minute
  await page.route("**/api/**", () => undefined);
  const sent = page.waitForRequest("**/api/chat");
  await ask(page, "How do I add a folder?");
  await sent; // the two seconds begin
  await page.clock.runFor(2000);
  await expect(page.getByRole("alert").filter({ hasText: "isn’t responding" })).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.clock.resume();
  await expect(page.getByRole("alert").filter({ hasText: "isn’t responding" })).toHaveCount(0);
});

test("where no script runs, one sentence says what is needed", async ({ page }) => {
  const of = async (lang: string) => {
    const answered = await page.request.get("/", { headers: { "accept-language": lang } });
    return /<noscript>.*?<\/noscript>/s.exec(await answered.text())?.[0];
  };
  expect(await of("en-US")).toContain("Docent needs JavaScript");
  expect(await of("zh-CN")).toContain("Docent 需要 JavaScript");
});

test("a page that is opened while the server is gone waits for it, and nothing is lost", async ({
  page,
}) => {
  await openReady(page, "/settings");
  const away = (url: URL) => url.pathname === "/" || url.pathname.startsWith("/api/");
  await page.route(away, (route) => route.abort("connectionrefused"));
  await page.getByRole("link", { name: "New question" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Can’t reach Docent" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await page.unroute(away);
  await expect(box(page)).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Can’t reach Docent" })).toHaveCount(0);
});

test("a refusal before the work shows the server's sentence and its trace", async ({ page }) => {
  await openReady(page);
  await page.route("**/api/chat", (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: "busy", message: "Too much at once.", trace_id: "trace_1" } },
    }),
  );
  await ask(page, "How do I add a folder?");
  const failed = page.getByRole("region", { name: "Something failed" });
  await expect(failed).toContainText("Too much at once.");
  await expect(failed).toContainText("trace_1");
  await expect(failed.getByRole("button", { name: "Copy details" })).toBeVisible();
});

for (const [status, look] of [
  ["timeout", "Timed out"],
  ["error", "Something failed"],
] as const) {
  test(`an answer with the status ${status} looks like none, and can be asked again`, async ({
    page,
  }) => {
    await openReady(page);
    const hello = await page.request.post("/api/ask", { data: { question: "Hello" } });
    const { thread_id } = (await hello.json()) as { thread_id: string };
    await page.route(
      "**/api/chat",
      (route) => route.fulfill(stream([answerWithout(status, thread_id)])),
      {
        times: 1,
      },
    );
    await ask(page, "How do I add a folder?");
    const gaps = page.getByRole("region", { name: "Gaps" });
    await expect(gaps.getByRole("heading", { name: look })).toBeVisible();
    await expect(answer(page)).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
    await gaps.getByRole("button", { name: "Ask again" }).click();
    await expect(answer(page)).toContainText("Folder path");
  });
}

test("a conversation that is not there is said, with a way on", async ({ page }) => {
  await openReady(page, "/t/thread_that_is_not_there");
  await expect(
    page.getByRole("heading", { name: "The conversation could not be opened" }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

/** Lets the server's real stream through up to its last part and then holds the line open, as a slow answer would. */
async function holdBeforeTheEnd(page: Page, question: string): Promise<void> {
  const whole = await page.request.post("/api/chat", { data: { question } });
  const events = (await whole.text()).split("\n\n");
  const held = events.slice(
    0,
    events.findIndex((event) => event.includes('"data-answer"')),
  );
  await page.evaluate(
    (body) => {
      const real = window.fetch;
      window.fetch = (input, init) => {
        if (!String(input).endsWith("/api/chat")) return real(input, init);
        const stream = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(body));
            init?.signal?.addEventListener("abort", () =>
              controller.error(new DOMException("stopped", "AbortError")),
            );
          },
        });
        return Promise.resolve(
          new Response(stream, { headers: { "content-type": "text/event-stream" } }),
        );
      };
    },
    `${held.join("\n\n")}\n\n`,
  );
}

function stream(parts: unknown[]) {
  const events = [{ type: "start" }, ...parts, { type: "finish" }, "[DONE]"];
  return {
    status: 200,
    headers: { "content-type": "text/event-stream", "x-vercel-ai-ui-message-stream": "v1" },
    body: events
      .map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`)
      .join(""),
  };
}

function answerWithout(status: "timeout" | "error", thread_id: string) {
  const gap = {
    about: "How do I add a folder?",
    cause: status,
    rule: null,
    message: "The time ran out.",
    tried: [],
    searched: [],
    nearest: [],
    next_steps: [{ action: "retry", label: "Ask again", value: null }],
  };
  return {
    type: "data-answer",
    id: "answer",
    data: {
      trace_id: "trace_1",
      run_id: "run_1",
      thread_id,
      question: "How do I add a folder?",
      searched: [],
      asked_at: "2026-01-01T00:00:00.000Z",
      lang: "en",
      status,
      mode: "quote",
      claims: [],
      blocks: [],
      outcome: null,
      citations: [],
      folders: [],
      also_read: [],
      gaps: [gap],
      notices: [],
      markdown: "",
      confidence: 0,
      coverage: { files_searchable: 1, files_known: 1, state: "ready" },
      metrics: { latency_ms: 3000, retrieval_ms: 3000, files_scanned: 0, hits: 0, tokens: 0 },
    },
  };
}
