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
});
