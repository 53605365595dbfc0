import { afterEach, describe, expect, test } from "vitest";
import { createScratchIndex } from "./scratch-index.ts";

describe("pairs of Chinese characters across the border of two words", () => {
  const scratch = createScratchIndex();
  afterEach(() => scratch.remove());

  test("do not outweigh the words of a question, rare as they are", async () => {
    for (let i = 0; i < 12; i++)
      scratch.write(`a/${i}.md`, `# 第 ${i} 页\n\n数据和任务，任务的数据。\n`);
    scratch.write("a/words.md", "# 一\n\n失败以后，任务重新运行。\n");
    // Holds 务失 and 败后, which are no words, and nothing that is asked about.
    scratch.write("a/borders.md", "# 二\n\n服务失常，腐败后多年，无人来过此地。\n");
    const index = scratch.open({ a: "a" });
    await index.refresh();

    const { hits } = await scratch.search(index, "任务失败后数据怎么办？");

    expect(hits[0]?.relative_path).toBe("words.md");
  });
});
