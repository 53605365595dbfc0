import type { Page } from "@playwright/test";
import { answer, ask, askThrough, expect, fitsWidth, openReady, pane } from "./docent-page.ts";
import { test } from "./only-here.ts";

type Citation = { id: number; locator: { line_start: number; line_end: number } };
type Claim = { id: string; citations: number[] };
type Block = { kind: string; place: unknown; claims?: string[] };
type Answer = {
  thread_id: string;
  run_id: string;
  claims: Claim[];
  blocks: Block[];
  citations: Citation[];
};

const most = 60;

test("sixty citations: a long run folds and opens, cards fold after five, and each source is a step away", async ({
  page,
}) => {
  await openReady(page);
  await sixtyCitations(page);
  await askThrough(page, "How do I add a folder?");
  const chips = answer(page).getByRole("link", { name: /^Source \d+: / });
  await expect(chips).toHaveCount(most - 1);

  const more = answer(page).getByRole("button", { name: "Show 3 more sources" });
  await expect(more).toHaveText("+3");
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(chips).toHaveCount(most + 2);
  await expect(chips.nth(1)).toBeFocused();

  const cards = page.getByRole("region", { name: "Sources" }).getByRole("article");
  await expect(cards).toHaveCount(5);
  await page.getByRole("button", { name: `${most - 5} more sources` }).focus();
  await page.keyboard.press("Enter");
  await expect(cards).toHaveCount(most);
  await expect(cards.nth(5).locator(".open")).toBeFocused();

  await chips.last().hover();
  // The card of the chip before is still on its way out where the page is slow.
  const card = (at: number) =>
    page.locator(".peek").filter({ hasText: new RegExp(`(?<!\\d)${at} of ${most}`) });
  await card(most).getByRole("button", { name: "Next source" }).click();
  await expect(card(1)).toBeVisible();
  await page.keyboard.press("Escape");

  await chips.last().click();
  await expect(pane(page)).toContainText(`${most} of ${most}`);
  for (let i = 1; i <= most; i += 1) {
    await page.keyboard.press("]");
    await expect(page).toHaveURL(new RegExp(`src=${i}$`));
  }
  await expect(pane(page)).toContainText(`${most} of ${most}`);
  await fitsWidth(page);
});

test("on a phone each of sixty chips has 24 pixels of its own, in any state, and no line is taller for it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openReady(page);
  await sixtyCitations(page);
  await askThrough(page, "How do I add a folder?");
  // By a key: under a pointer that rests on the page a chip would show its card over the others.
  await answer(page).getByRole("button", { name: "Show 3 more sources" }).press("Enter");
  const chips = answer(page).locator("a.chip");
  await expect(chips).toHaveCount(most + 2);
  for (const state of ["verified", "moved", "changed", "missing", "refused"]) {
    const wrong = await chips.evaluateAll((all, state) => {
      for (const chip of all) (chip as HTMLElement).dataset.state = state;
      return all.flatMap((chip, i) => {
        chip.scrollIntoView({ block: "center", behavior: "instant" });
        const { x, y, width, height } = chip.getBoundingClientRect();
        const hit = [-11.5, 0, 11.5].flatMap((dx) =>
          [-11.5, 0, 11.5].map((dy) =>
            document.elementFromPoint(x + width / 2 + dx, y + height / 2 + dy),
          ),
        );
        const own = hit.every((found) => found?.closest(".chip") === chip);
        const line = chip.closest("p, li");
        const leading = Number.parseFloat(getComputedStyle(line ?? chip).lineHeight);
        const lines = (line?.getBoundingClientRect().height ?? 0) / leading;
        const even = line === null || Math.abs(lines - Math.round(lines)) < 0.02;
        return own && even ? [] : [`${i}: ${own ? "" : "shared"} ${even ? "" : lines}`];
      });
    }, state);
    expect(wrong, state).toEqual([]);
  }
});

test("a claim whose source is still on its way has its number, and a link as soon as it is there", async ({
  page,
}) => {
  await openReady(page);
  await page.evaluate(() => {
    const real = window.fetch;
    window.fetch = async (input, init) => {
      if (!String(input).endsWith("/api/chat")) return real(input, init);
      const response = await real(input, init);
      const events = (await response.text()).split("\n\n");
      const isSource = (event: string) => event.includes('"data-citation"');
      const isEnd = (event: string) => event.includes('"data-answer"');
      const claims = events.filter((event) => !isSource(event) && !isEnd(event)).slice(0, -3);
      const rest = [...events.filter(isSource), ...events.slice(events.findIndex(isEnd))];
      const encoder = new TextEncoder();
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(encoder.encode(`${claims.join("\n\n")}\n\n`));
          window.addEventListener("sources", () => {
            controller.enqueue(encoder.encode(rest.join("\n\n")));
            controller.close();
          });
        },
      });
      return new Response(body, { headers: response.headers });
    };
  });
  await ask(page, "How do I add a folder?");
  const pending = answer(page).locator(".chip[data-state='pending']").first();
  await expect(pending).toHaveText("1");
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const before = await pending.boundingBox();
  await page.evaluate(() => window.dispatchEvent(new Event("sources")));
  const chip = answer(page)
    .getByRole("link", { name: /^Source 1: .+, verified$/ })
    .first();
  await expect(chip).toBeVisible();
  await expect.poll(async () => (await chip.boundingBox())?.width).toBe(before?.width);
  await chip.click();
  await expect(pane(page).locator("[data-cited='true']").first()).toBeVisible();
});

/** The server's own answer, told as if it rested on sixty sources: its first sentence on four, the others on one each. */
async function sixtyCitations(page: Page): Promise<void> {
  const asked = await page.request.post("/api/ask", {
    data: { question: "How do I add a folder?" },
  });
  const real = (await asked.json()) as Answer;
  const [citation] = real.citations;
  const [claim] = real.claims;
  const block = real.blocks.find(({ kind }) => kind === "answer");
  if (citation === undefined || claim === undefined || block === undefined)
    throw new Error("nothing was answered");
  const line = citation.locator.line_start;
  const citations = Array.from({ length: most }, (_, i) => ({
    ...citation,
    id: i + 1,
    locator: { line_start: line + (i % 7), line_end: line + (i % 7) },
  }));
  const claims = Array.from({ length: most - 1 }, (_, i) => ({
    ...claim,
    id: `c${i + 1}`,
    citations: i === 0 ? [1, 2, 3, 4] : [i + 2],
    spans: [],
  }));
  const blocks = [{ ...block, claims: claims.map(({ id }) => id) }];
  const parts = [
    ...citations.map((data) => ({ type: "data-citation", id: `citation-${data.id}`, data })),
    ...claims.map((data) => ({ type: "data-claim", id: `claim-${data.id}`, data })),
    ...blocks.map((data, i) => ({ type: "data-block", id: `block-${i + 1}`, data })),
    { type: "data-answer", id: "answer", data: { ...real, citations, claims, blocks } },
  ];
  const { thread_id } = real;
  const start = { type: "start", messageMetadata: { thread_id, run_id: "run_60", trace_id: "t" } };
  const events = [start, ...parts, { type: "finish" }].map((part) => JSON.stringify(part));
  await page.route(
    "**/api/chat",
    (route) =>
      route.fulfill({
        headers: {
          "content-type": "text/event-stream",
          "x-vercel-ai-ui-message-stream": "v1",
        },
        body: [...events, "[DONE]"].map((event) => `data: ${event}\n\n`).join(""),
      }),
    { times: 1 },
  );
}
