import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { expect, findings } from "./docent-page.ts";
import { type FreshDocent, freshDocent } from "./fresh-docent.ts";
import { listens, test } from "./only-here.ts";

/** From the first start to an answer in a file, by nothing but keys: a Docent that nobody has used, and a person's notes. */
const notes = {
  "kiln.md":
    "# Kiln\n\n## How long must the kiln cool down?\n\nThe kiln cools down for **eleven hours** before its door is opened.\n",
  "窑炉.md": "# 窑炉\n\n## 窑炉要冷却多久？\n\n打开窑门之前，窑炉要冷却**十一个小时**。\n",
};

const languages = [
  {
    locale: "en-US",
    question: "How long must the kiln cool down?",
    sentence: "The kiln cools down for eleven hours before its door is opened",
    file: "kiln.md",
    words: {
      box: "Ask your documents",
      path: "Folder path",
      browse: "Browse",
      use: /^Choose this folder \(2 Markdown files\)$/,
      add: "Add folder",
      added: "“Töpferei 书” can be asked: 2 files.",
      answer: "Answer",
      chip: /^Source 1: .*kiln\.md lines \d+-\d+, verified$/,
      pane: "Source preview",
      cited: /^Cited line 5$/,
      export: "Export",
      mark: " [1]",
      verified: "verified",
    },
  },
  {
    locale: "zh-CN",
    question: "窑炉要冷却多久？",
    sentence: "打开窑门之前，窑炉要冷却十一个小时",
    file: "窑炉.md",
    words: {
      box: "向你的文档提问",
      path: "文件夹路径",
      browse: "浏览",
      use: /^选择这个文件夹（2 个 Markdown 文件）$/,
      add: "添加文件夹",
      added: "“Töpferei 书”可以提问了：2 个文件。",
      answer: "回答",
      chip: /^来源 1：.*窑炉\.md 第 \d+-\d+ 行，已核对$/,
      pane: "来源预览",
      cited: /^引用的第 5 行$/,
      export: "导出",
      mark: "[1]",
      verified: "已核对",
    },
  },
] as const;

for (const { locale, question, sentence, file, words } of languages) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    let docent: FreshDocent;
    let above: string;

    test.beforeAll(async () => {
      above = mkdtempSync(path.join(os.tmpdir(), "docent-keys-"));
      mkdirSync(path.join(above, "Töpferei 书"));
      for (const [name, text] of Object.entries(notes)) {
        writeFileSync(path.join(above, "Töpferei 书", name), text);
      }
      docent = await freshDocent();
      await docent.start();
    });
    test.afterAll(async () => {
      await docent.kill();
      rmSync(above, { recursive: true, force: true });
    });

    test("a folder is added, asked, its source opened and left, and the answer exported, by keys alone", async ({
      page,
    }) => {
      const { press, walk } = await keysOf(page);
      await page.goto(docent.origin);
      await listens(page);
      const box = page.getByRole("textbox", { name: words.box });
      await expect(box).toBeFocused();

      // The path to a folder's neighbourhood is typed, the folder itself is found by browsing.
      const field = page.getByRole("textbox", { name: words.path });
      await walk("Tab", field);
      await page.keyboard.type(`${above}/`);
      await walk("Tab", page.getByRole("button", { name: words.browse }));
      await press("Enter");
      const folder = page.getByRole("button", { name: "Töpferei 书" });
      await expect(folder).toBeFocused();
      await press("Enter");
      await expect(field).toHaveValue(`${above}/Töpferei 书/`);
      const use = page.getByRole("button", { name: words.use });
      await expect(use).toBeVisible();
      await walk("Tab", use);
      await press("Enter");
      const add = page.getByRole("button", { name: words.add, exact: true });
      await expect(add).toBeFocused();
      await press("Enter");
      await expect(page.getByRole("status").filter({ hasText: words.added })).toHaveCount(1);
      await expect(box).toBeFocused();
      expect(await findings(page)).toEqual([]);

      await page.keyboard.type(question);
      await press("Enter");
      const answer = page.getByRole("region", { name: words.answer, exact: true });
      await expect(answer).toContainText(sentence);
      await expect(page.locator("article.turn")).toHaveAttribute("aria-busy", "false");
      await expect(box).toBeFocused();

      const chip = answer.getByRole("link", { name: words.chip });
      await walk("Shift+Tab", chip);
      await press("Enter");
      const pane = page.getByRole("complementary", { name: words.pane });
      await expect(pane.getByRole("region", { name: words.cited })).toBeFocused();
      await expect(pane.locator("[data-cited='true']").first()).toBeInViewport();
      await press("Escape");
      await expect(pane).toHaveCount(0);
      await expect(chip).toBeFocused();

      const taken = page.locator(".answer-acts").getByRole("link", { name: words.export });
      await walk("Tab", taken);
      const download = page.waitForEvent("download");
      await press("Enter");
      const saved = await (await download).path();
      const bytes = readFileSync(saved);
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      const line = notes[file].split("\n")[4] ?? "";
      const hash = createHash("sha256").update(line).digest("hex");
      const lines = text.split("\n");
      expect(lines).toContain(`# ${question}`);
      expect(lines).toContain(line.replace(/ ?([.。])$/, `${words.mark}$1`));
      expect(lines).toContain(
        `- [1] \`Töpferei 书/${file}#L5-L5\` · ${words.verified} · sha256 \`${hash}\``,
      );
      // The file alone says later whether it still holds.
      const verified = await promisify(execFile)(
        process.execPath,
        ["scripts/run.mjs", "verify", saved, "--json"],
        { env: { ...process.env, DOCENT_HOME: docent.home } },
      );
      expect(JSON.parse(verified.stdout)).toMatchObject({ holds: true });
      await expect(taken).toBeFocused();
      expect(await page.evaluate(() => Reflect.get(window, "pointed"))).toBe(0);
    });
  });
}

/** Keys, after each of which the focus is on something that can be seen, is marked and has a name; a pointer is counted. */
async function keysOf(page: Page) {
  await page.addInitScript(() => {
    Reflect.set(window, "pointed", 0);
    for (const kind of ["pointerdown", "pointermove", "mousedown", "touchstart"]) {
      const count = () => Reflect.set(window, "pointed", Reflect.get(window, "pointed") + 1);
      window.addEventListener(kind, count, { capture: true });
    }
  });
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await expect.poll(() => page.evaluate(focusTold), { message: `after ${key}` }).toBe("told");
    await expect(page.locator(":focus")).toHaveAccessibleName(/\S/);
  };
  /** Walks by one key until the focus is there; the page has fewer stops than this. */
  const walk = async (key: string, to: Locator) => {
    for (let stops = 0; stops < 80; stops += 1) {
      await press(key);
      if (await to.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`${key} does not lead to ${to}`);
  };
  return { press, walk };
}

/**
 * What is wrong with where the focus is: on nothing, not to be seen, not to be told from what has no focus. What is reached by
 * no Tab, such as the cited lines, is marked otherwise. Runs in the page.
 */
function focusTold(): string {
  const at = document.activeElement;
  if (at === null || at === document.body) return "on nothing";
  const { width, height, top, bottom, left, right } = at.getBoundingClientRect();
  const said = at.outerHTML.slice(0, 90);
  if (width === 0 || height === 0 || !at.checkVisibility()) return `hidden: ${said}`;
  if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) {
    return `out of view: ${said}`;
  }
  const around = [at, at.parentElement, at.parentElement?.parentElement].filter(
    (one) => one != null,
  );
  const isMarked = around.some((one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
  });
  return isMarked || (at as HTMLElement).tabIndex < 0 ? "told" : `not marked: ${said}`;
}
