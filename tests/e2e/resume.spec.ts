import { answer, ask, expect, openReady } from "./docent-page.ts";
import { test } from "./only-here.ts";

const question = "How do I add a folder?";

test("a page that is loaded again while an answer is made reads it on, from the beginning", async ({
  page,
}) => {
  await openReady(page);
  const response = await page.request.post("/api/chat", { data: { question } });
  const stream = await response.text();
  const started = /"thread_id":"(thread_[0-9a-f]+)"/.exec(stream);
  const thread_id = started?.[1] ?? "";
  const stored = await (await page.request.get(`/api/threads/${thread_id}`)).json();
  const running = { run_id: "run_1", question, asked_at: stored.created_at, roots: [] };
  await page.route(`**/api/threads/${thread_id}`, (route) =>
    route.fulfill({ json: { ...stored, turns: 0, messages: [], running } }),
  );
  await page.route(`**/api/chat/${thread_id}/stream`, (route) =>
    route.fulfill({ contentType: "text/event-stream", body: stream }),
  );
  await page.goto(`/t/${thread_id}`);
  await expect(page.getByRole("heading", { level: 2, name: question })).toHaveCount(1);
  await expect(
    answer(page)
      .getByRole("link", { name: /^Source 1: / })
      .first(),
  ).toBeVisible();
});

test("a page whose line to a running answer fails reads it once more", async ({ page }) => {
  await openReady(page);
  const response = await page.request.post("/api/chat", { data: { question } });
  const stream = await response.text();
  const thread_id = /"thread_id":"(thread_[0-9a-f]+)"/.exec(stream)?.[1] ?? "";
  const stored = await (await page.request.get(`/api/threads/${thread_id}`)).json();
  const running = { run_id: "run_1", question, asked_at: stored.created_at, roots: [] };
  await page.route(`**/api/threads/${thread_id}`, (route) =>
    route.fulfill({ json: { ...stored, turns: 0, messages: [], running } }),
  );
  let lines = 0;
  await page.route(`**/api/chat/${thread_id}/stream`, (route) => {
    lines += 1;
    if (lines === 1) return route.abort("connectionfailed");
    return route.fulfill({ contentType: "text/event-stream", body: stream });
  });
  await page.goto(`/t/${thread_id}`);
  await expect(answer(page)).toContainText("Folder path");
  await expect(page.getByRole("heading", { level: 2, name: question })).toHaveCount(1);
});

test("the address names the conversation while the answer is still coming, and a reload finds it", async ({
  page,
}) => {
  await openReady(page);
  await ask(page, question);
  await expect(page).toHaveURL(/\/t\/thread_/);
  await page.reload();
  await expect(answer(page)).toContainText("Folder path");
  await expect(page.getByRole("heading", { level: 2, name: question })).toHaveCount(1);
});

test("Stop ends the question on the server", async ({ page }) => {
  await openReady(page);
  const stopped = page.waitForRequest(/\/api\/chat\/thread_[0-9a-f]+\/stop$/);
  const thread_id = `thread_${"a".repeat(24)}`;
  const ids = { trace_id: "t", run_id: "r", thread_id };
  await page.addInitScript((metadata) => {
    const fetch = window.fetch;
    window.fetch = (input, init) => {
      if (!String(input).endsWith("/api/chat")) return fetch(input, init);
      // An answer that has begun and does not go on.
      const start = { type: "start", messageId: "r", messageMetadata: metadata };
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(start)}\n\n`));
          init?.signal?.addEventListener("abort", () =>
            controller.error(new DOMException("stopped", "AbortError")),
          );
        },
      });
      const headers = { "content-type": "text/event-stream" };
      return Promise.resolve(new Response(body, { headers }));
    };
  }, ids);
  await page.reload();
  await ask(page, question);
  await expect(page).toHaveURL(new RegExp(thread_id));
  await page.getByRole("button", { name: "Stop" }).click();
  await stopped;
  await expect(page.getByRole("region", { name: "Stopped" })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test("an answer whose line is cut is read on after the last event, and comes whole", async ({
  page,
}) => {
  await openReady(page);
  const readOn = page.waitForRequest(
    (request) =>
      /\/api\/chat\/thread_[0-9a-f]+\/stream$/.test(request.url()) &&
      /^run_[0-9a-f]+:2$/.test(request.headers()["last-event-id"] ?? ""),
  );
  await page.route("**/api/chat", async (route) => {
    const response = await route.fetch();
    const [start, step] = (await response.text()).split("\n\n");
    await route.fulfill({ response, body: `${start}\n\n${step}\n\nid: ru` });
  });
  await ask(page, question);
  await readOn;
  await expect(answer(page)).toContainText("Folder path");
  await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
});
