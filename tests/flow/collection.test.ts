import { utimesSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startFlow } from "./flow-setup.ts";

const files = {
  "locks.md": "# Locks\n\nA brass key opens the gate.\n\nEvery brass key hangs in the hall.\n",
  "gate.md": "# The gate\n\n- It opens at six.\n- The brass keys are with Ada.\n",
  "tower.md": "# Brass key\n\nThe tower has no lock.\n",
  "garden.md": "# Garden\n\nRoses need water. A key made of brass is not needed here.\n",
  "notes/花园.md": "# 花园\n\n花园里有一把黄铜钥匙。\n",
};

describe("a question about the collection", () => {
  let flow: Awaited<ReturnType<typeof startFlow>>;
  beforeAll(async () => {
    flow = await startFlow({ files });
    const old = new Date("2020-01-01T12:00:00Z");
    for (const name of ["locks.md", "gate.md", "tower.md", "garden.md"])
      utimesSync(path.join(flow.folder, name), old, old);
  });
  beforeEach(() => flow.forget());
  afterAll(() => flow.close());

  test("counts the files that hold a wording, out of all, and quotes the words of each", async () => {
    const { answer } = await flow.ask("How many files mention the brass key?");
    expect(answer.status).toBe("answered");
    expect(answer.listings?.[0]).toMatchObject({
      kind: "mentions",
      about: "brass key",
      total: 3,
      searched: 5,
      sentence: "3 of 5 files mention “brass key”.",
    });
    expect(answer.listings?.[0]?.files.map((f) => [f.relative_path, f.mentions])).toEqual([
      ["locks.md", 2],
      ["gate.md", 1],
      ["tower.md", 1],
    ]);
    expect(answer.claims.map((c) => c.text)).toEqual([
      "A brass key opens the gate.",
      "The brass keys are with Ada.",
      "The tower has no lock.",
    ]);
    expect(answer.claims.every((c) => c.support === "verbatim")).toBe(true);
    // Each file on the list leads to its citation by the number shown.
    for (const file of answer.listings?.[0]?.files ?? []) {
      const citation = answer.citations.find((c) => c.id === file.citation);
      expect(citation?.relative_path).toBe(file.relative_path);
    }
    expect(answer.markdown).toContain("3 of 5 files mention “brass key”.");
    expect(answer.markdown).toContain("- `notes/locks.md` [1]");
  });

  test("asks the list and the lines, never the ranking", async () => {
    await flow.ask("Which pages mention the brass key?");
    expect(flow.calls).not.toContain("docs_search");
    expect(flow.calls.filter((name) => name === "docs_list")).toHaveLength(1);
  });

  test("answers in Chinese, over Chinese words", async () => {
    const { answer } = await flow.ask("哪些文件提到黄铜钥匙？");
    expect(answer.listings?.[0]?.sentence).toBe("5 个文件中有 1 个提到“黄铜钥匙”。");
    expect(answer.claims.map((c) => c.text)).toEqual(["花园里有一把黄铜钥匙。"]);
  });

  test("says that none does, with how many were looked through", async () => {
    const { answer } = await flow.ask("Which files mention the silver spoon?");
    expect(answer.status).toBe("no_evidence");
    expect(answer.gaps[0]?.message).toBe("None of 5 files mentions “silver spoon”.");
    expect(answer.gaps[0]?.cause).toBe("no_hit");
  });

  test("counts all files, and those that changed", async () => {
    const all = await flow.ask("How many documents are there?");
    expect(all.answer.listings?.[0]).toMatchObject({ kind: "files", total: 5 });
    expect(all.answer.markdown).toContain("There are 5 files to search.");
    const today = await flow.ask("What changed in the last 2 days?");
    expect(today.answer.listings?.[0]).toMatchObject({ kind: "changed", total: 1, searched: 5 });
    expect(today.answer.listings?.[0]?.files[0]?.relative_path).toBe("notes/花园.md");
  });

  test("is answered by the list where no line can be quoted from it", async () => {
    const empty = await startFlow({ files: { "a.md": "", "b.md": "\n" } });
    const { answer } = await empty.ask("How many documents are there?");
    await empty.close();
    expect(answer.status).toBe("answered");
    expect(answer.gaps).toEqual([]);
    expect(answer.markdown).toContain("There are 2 files to search.");
    expect(answer.listings?.[0]?.files.map((f) => f.relative_path)).toEqual(["a.md", "b.md"]);
  });

  test("is one part of a question beside others", async () => {
    const { answer } = await flow.ask(
      "How many files mention the brass key, and what do roses need?",
    );
    expect(answer.listings?.map((listing) => listing.sentence)).toEqual([
      "3 of 5 files mention “brass key”.",
    ]);
    expect(answer.claims.map((c) => c.text)).toContain("Roses need water.");
    const [first] = answer.listings?.[0]?.files ?? [];
    const cited = answer.citations.find((c) => c.id === first?.citation);
    expect(cited?.relative_path).toBe(first?.relative_path);
  });

  test("stays within the folders it was narrowed to", async () => {
    const { answer } = await flow.ask("How many files mention the brass key?", {
      roots: ["notes"],
    });
    expect(answer.listings?.[0]).toMatchObject({ total: 3, searched: 5 });
  });

  test("counts a folder once that is named twice", async () => {
    const roots = ["notes", "notes"];
    const { answer } = await flow.ask("How many files mention the brass key?", { roots });
    expect(answer.listings?.[0]).toMatchObject({ total: 3, searched: 5 });
    expect(answer.listings?.[0]?.files).toHaveLength(3);
    expect(flow.calls.filter((name) => name === "docs_list")).toHaveLength(1);
  });
});
