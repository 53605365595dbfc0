import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tokenize } from "#lib/language/words";
import { everydayWords } from "../../lib/language/everyday-words.ts";
import { createScratchIndex, type ScratchIndex } from "./scratch-index.ts";

describe("the table of everyday words", () => {
  it("holds groups of two words or more, each once in its group", () => {
    expect(everydayWords().length).toBeGreaterThan(150);
    for (const { words, asked } of everydayWords()) {
      const all = [...words, ...asked];
      expect(all.length, all.join()).toBeGreaterThan(1);
      expect(new Set(all).size, all.join()).toBe(all.length);
      expect(words.length, all.join()).toBeGreaterThan(0);
    }
  });

  it("puts no phrase of which only a function word or a single Han character would be left", () => {
    const empty = everydayWords().flatMap(({ words }) =>
      words.filter((word) => !tokenize(word).some((t) => !t.stop && t.kind !== "han_single")),
    );
    expect(empty).toEqual([]);
  });
});

describe("a search in everyday words", () => {
  let scratch: ScratchIndex;
  beforeEach(() => {
    scratch = createScratchIndex();
    scratch.write("docs/orders.md", "# Orders\n\nAn order is removed with the red button.");
    scratch.write("docs/paint.md", "# Paint\n\nThe hall is painted in May.");
    scratch.write("docs/茶.md", "# 收茶\n\n春茶的价格每年四月公布。默认等级是一级。");
  });
  afterEach(() => scratch.remove());

  async function opened(settings = {}) {
    const index = scratch.open({ docs: "docs" }, settings);
    await index.refresh();
    return index;
  }

  it("reads a word that stands nowhere as another one that means the same, and says so", async () => {
    const index = await opened();
    const { hits, terms, did_you_mean } = await scratch.search(index, "How do I wipe an order?");
    expect(hits[0]?.relative_path).toBe("orders.md");
    expect(hits[0]?.reason).toContain("“remove” is another word for “wipe”");
    expect(hits[0]?.matched).toContain("removed");
    const words = hits[0]?.breakdown.find(({ signal }) => signal === "words");
    expect(words?.detail).toContain("“remove” stands for “wipe”");
    expect(words?.params.everyday_words).toEqual(["remove = wipe"]);
    expect(hits[0]?.breakdown.reduce((sum, { value }) => sum + value, 0)).toBe(hits[0]?.score);
    expect(terms.map(({ term }) => term)).not.toContain("wipe");
    expect(did_you_mean).toBeUndefined();
  });

  it("reads what somebody says in Chinese as its written word, also where some page holds it", async () => {
    scratch.write("docs/移除.md", "# 移除\n\n茶农可以在这里移除，由店主确认。");
    scratch.write("docs/书.md", "# 书\n\n这是删节本。茶农写的。");
    const index = await opened();
    const { hits } = await scratch.search(index, "茶农怎么删？");
    expect(hits[0]?.relative_path).toBe("移除.md");
    expect(hits[0]?.breakdown[0]?.params.everyday_words).toEqual(["移除 = 删"]);
  });

  it("takes no character out of a Chinese word that no dictionary holds", async () => {
    scratch.write("docs/移除.md", "# 移除\n\n茶农点击这里移除茶。");
    scratch.write("docs/茶.md", "# 茶\n\n茶农支持茶。");
    const index = await opened();
    const { hits } = await scratch.search(index, "茶农支持断点续传吗？");
    const words = hits.flatMap(({ breakdown }) =>
      breakdown.map(({ params }) => params.everyday_words ?? []),
    );
    expect(words.flat()).toEqual([]);
  });

  it("reads a phrase as what it means though its words stand on every page, also around what it speaks of", async () => {
    scratch.write("docs/tea.md", "# Tea\n\nThe old price of tea: turn the page down. Turn down.");
    scratch.write("docs/asked.md", "# Asked\n\nA wish for tea is refused after ten minutes.");
    const index = await opened();
    for (const question of ["When is a wish turned down?", "Who turns it down, the wish?"]) {
      const { hits } = await scratch.search(index, question);
      expect(hits[0]?.relative_path, question).toBe("asked.md");
      expect(hits[0]?.breakdown[0]?.params.everyday_words).toContainEqual(
        expect.stringMatching(/^refuse = turn/),
      );
    }
  });

  it("does so in Chinese, in the words of either region", async () => {
    const index = await opened();
    const price = await scratch.search(index, "春茶售价是多少？");
    expect(price.hits[0]?.reason).toContain("按日常用语，“价格”与它是一个意思");
    const level = await scratch.search(index, "預設等級是什麼？");
    expect(level.hits[0]?.relative_path).toBe("茶.md");
    expect(level.hits[0]?.reason).toContain("“默认”");
  });

  it("counts for less than the word itself and than the folder's own synonyms", async () => {
    const own = await scratch.search(await opened(), "How is an order removed?");
    const everyday = await scratch.search(await opened(), "How is an order wiped?");
    scratch.write("docs/synonyms.md", "- remove = wipe\n");
    const folder = await scratch.search(await opened(), "How is an order wiped?");
    const words = ({ hits }: typeof own) =>
      hits[0]?.breakdown.find(({ signal }) => signal === "words")?.value ?? 0;
    expect(words(everyday)).toBeLessThan(words(own));
    expect(folder.hits[0]?.reason).toContain("By the folder’s synonyms");
    expect(folder.hits[0]?.reason).not.toContain("everyday");
  });

  it("leaves a word alone that the folders hold, though another passage holds one like it", async () => {
    scratch.write("docs/wipe.md", "# Screens\n\nWipe a screen with a soft cloth.");
    const { hits } = await scratch.search(await opened(), "How do I wipe an order?");
    expect(hits.map(({ reason }) => reason).join(" ")).not.toContain("everyday");
  });

  it("keeps a name that stands nowhere unknown beside a word that is read as another", async () => {
    const { terms } = await scratch.search(await opened(), "How do I wipe an invoice?");
    expect(terms.find(({ term }) => term === "invoic")?.passages).toBe(0);
  });

  it("mends a slip of the pen in the same question", async () => {
    scratch.write("docs/hoist.md", "# Hoist\n\nA booking of the hoist is removed at the office.");
    const { hits, did_you_mean } = await scratch.search(
      await opened(),
      "How do I wipe a booking of the hoits?",
    );
    expect(hits[0]?.relative_path).toBe("hoist.md");
    expect(did_you_mean).toContain("hoist");
  });

  it("is no matter of the plain ranker", async () => {
    const index = await opened({ retrieval: { ranker: "basic" } });
    const { terms } = await scratch.search(index, "wipe");
    expect(terms.map(({ term }) => term)).toEqual(["wipe"]);
  });
});
