import { afterEach, describe, expect, test } from "vitest";
import { createScratchIndex } from "./scratch-index.ts";

describe("words that tell how somebody asks", () => {
  const scratch = createScratchIndex();
  afterEach(() => scratch.remove());

  test("do not choose the page, rare as they are in a manual", async () => {
    for (let i = 0; i < 12; i++) scratch.write(`a/${i}.md`, `# ${i}\n\nThe harbour, the quay.\n`);
    scratch.write("a/crane.md", "# Work\n\nThe mast is stepped by the crane.\n");
    scratch.write("a/tale.md", "# Tale\n\nYesterday somebody wondered.\n");
    const index = scratch.open({ a: "a" });
    await index.refresh();

    const { hits, terms } = await scratch.search(
      index,
      "Yesterday somebody wondered: can the mast be stepped?",
    );

    expect(hits[0]?.relative_path).toBe("crane.md");
    // Who asked is told of each word by its rarity alone, and weighs it for the answer.
    const weight = (term: string) => terms.find((t) => t.term === term)?.weight;
    expect(weight("yesterday")).toBeGreaterThan(0);
    expect(weight("yesterday")).toBe(weight("step"));
  });

  test("choose it less than a name in Latin letters, in a Chinese question", async () => {
    for (let i = 0; i < 12; i++) scratch.write(`zh/${i}.md`, `# ${i}\n\n港口有船。\n`);
    scratch.write("zh/1-sail.md", "# 帆\n\n收帆，绳索。\n");
    scratch.write("zh/2-name.md", "# 锚\n\n收锚，genoa。\n");
    const index = scratch.open({ zh: "zh" });
    await index.refresh();

    const { hits } = await scratch.search(index, "绳索 genoa？");

    // As rare as the other word and later in the order of the files.
    expect(hits[0]?.relative_path).toBe("2-name.md");
  });
});
