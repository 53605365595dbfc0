import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createScratchIndex, type ScratchIndex } from "./scratch-index.ts";

let scratch: ScratchIndex;
beforeEach(() => {
  scratch = createScratchIndex();
});
afterEach(() => scratch.remove());

describe("a hit near a long code block", () => {
  it("says which fence it begins inside of, and text after the block is a hit of its own", async () => {
    const code = Array.from({ length: 80 }, (_, i) => `set option_${i} = value`).join("\n");
    const after = "The harbour takes seven boats.";
    scratch.write("docs/a.md", `# Server\n\n~~~ini\n${code}\n~~~\n\n${after}\n`);
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const find = async (query: string) =>
      (await scratch.search(index, query, { include_text: true })).hits[0];
    expect(await find("option_79")).toMatchObject({ kind: "code", inside_fence: "~~~" });
    const first = await find("option_3");
    expect(first?.text).toMatch(/^~~~ini\n/);
    expect(first).not.toHaveProperty("inside_fence");
    const prose = await find("How many boats does the harbour take?");
    expect(prose).toMatchObject({ kind: "prose", text: after });
    expect(prose).not.toHaveProperty("inside_fence");
  });
});
