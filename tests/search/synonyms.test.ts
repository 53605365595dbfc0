import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSynonymLines } from "../../lib/search/synonym-lines.ts";
import { folderPlaces, folderWordings } from "../../lib/search/synonyms.ts";
import { createScratchIndex, type ScratchIndex } from "./scratch-index.ts";

describe("the page of synonyms", () => {
  it("holds a group on each list item, in any script, and text for people between them", () => {
    const page = [
      "---",
      "tags:",
      "- words",
      "---",
      "# Our words",
      "",
      "The yard = the boatyard, of course.",
      "",
      "- boat hoist = travel lift = 吊船机",
      "* `TTL` ＝ time to live",
      "```",
      "- not read",
      "```",
    ];
    expect(readSynonymLines(page)).toEqual({
      groups: [
        { line: 9, words: ["boat hoist", "travel lift", "吊船机"] },
        { line: 10, words: ["TTL", "time to live"] },
      ],
      refused: [],
    });
  });

  it("refuses a list item that is no group by its line, and the others count", () => {
    const many = Array.from({ length: 13 }, (_, i) => `word${i}`).join(" = ");
    const page = [
      "- hoist = crane",
      "- hoist, lift",
      "- the = hoist",
      "- 车 = 汽车",
      `- hoist = ${"x".repeat(61)}`,
      `- ${many}`,
      "- berth = berth",
    ];
    expect(readSynonymLines(page)).toMatchObject({
      groups: [{ words: ["hoist", "crane"] }],
      refused: [2, 3, 4, 5, 6, 7],
    });
  });

  it("is an ordinary page when it holds no group at all", () => {
    expect(readSynonymLines(["# Synonyms", "- add one", "- remove one"])).toEqual({
      groups: [],
      refused: [],
    });
  });

  it("counts so many groups of so many bytes and refuses the rest", () => {
    const lines = Array.from({ length: 501 }, (_, i) => `- hoist${i} = crane${i}`);
    expect(readSynonymLines(lines).refused).toEqual([501]);
    const long = ["- hoist = crane", "x".repeat(70_000), "- berth = mooring"];
    expect(readSynonymLines(long)).toMatchObject({ groups: [{ line: 1 }], refused: [3] });
    const padded = `- berth${" ".repeat(800)} = mooring`;
    expect(readSynonymLines(["- hoist = crane", padded]).refused).toEqual([2]);
  });

  it("refuses a word that would steer a terminal or turn text around", () => {
    const page = [
      "- hoist = crane",
      "- pier\u001b[2J = quay",
      "- a\u202Eb = quay",
      "- c\u2066d = quay",
    ];
    expect(readSynonymLines(page)).toMatchObject({ groups: [{ line: 1 }], refused: [2, 3, 4] });
  });
});

describe("other wordings of a question", () => {
  const texts = (question: string, ...groups: string[][]) =>
    folderWordings(question, folderPlaces(question, groups)).map(({ text }) => text);

  it("swap a word in any inflection, the longest phrase first", () => {
    const groups = [
      ["boat hoist", "travel lift"],
      ["hoist", "crane"],
    ];
    expect(texts("Are boat hoists dear?", ...groups)).toEqual(["Are travel lift dear?"]);
    expect(texts("Are hoists dear?", ...groups)).toEqual(["Are crane dear?"]);
    expect(texts("Is a boat dear?", ...groups)).toEqual([]);
  });

  it("swap Chinese words, traditional ones too, and words of two languages", () => {
    const groups = [
      ["吊船机", "travel lift"],
      ["保养", "维护"],
    ];
    expect(texts("吊船機怎么预约？", ...groups)).toEqual(["travel lift怎么预约？"]);
    expect(texts("怎么保养 travel lift？", ...groups)).toEqual([
      "怎么保养 吊船机？",
      "怎么 维护 travel lift？",
      "怎么 维护 吊船机？",
    ]);
  });

  it("leave a question alone that has both words", () => {
    expect(texts("hoist or crane?", ["hoist", "crane"])).toEqual([]);
  });

  it("are never more than twelve", () => {
    const group = (name: string) => Array.from({ length: 12 }, (_, i) => `${name}${i}`);
    expect(texts("a1 b1 c1 d1", group("a"), group("b"), group("c"), group("d"))).toHaveLength(12);
  });
});

describe("a search with synonyms", () => {
  let scratch: ScratchIndex;
  beforeEach(() => {
    scratch = createScratchIndex();
  });
  afterEach(() => scratch.remove());
  const synonyms = "# Words\n\n- crane = hoist\n- oops, none\n";

  it("finds the other word, says so, and puts the word itself first", async () => {
    scratch.write("docs/synonyms.md", synonyms);
    scratch.write("docs/b.md", "# Yard\n\nThe hoist is booked at the office.");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const only = await scratch.search(index, "Where is the crane booked?");
    expect(only.hits.map((hit) => hit.relative_path)).toEqual(["b.md"]);
    expect(only.did_you_mean).toBeUndefined();
    const [hit] = only.hits;
    expect(hit?.reason).toContain("“hoist” is another word for “crane”");
    expect(hit?.matched).toContain("hoist");
    const words = hit?.breakdown.find((signal) => signal.signal === "words");
    expect(words?.detail).toContain("“hoist” stands for “crane”");
    expect(words?.params.synonyms).toEqual(["hoist = crane"]);
    expect(hit?.breakdown.reduce((sum, signal) => sum + signal.value, 0)).toBe(hit?.score);

    scratch.write("docs/c.md", "# Yard\n\nThe crane is booked at the office.");
    await index.refresh();
    const both = await scratch.search(index, "Where is the crane booked?");
    expect(both.hits.map((h) => h.relative_path)).toEqual(["c.md", "b.md"]);
    expect(both.hits[0]?.score).toBeGreaterThan(both.hits[1]?.score ?? 1);
    expect(both.hits[0]?.reason).not.toContain("another word");
    const zh = await scratch.search(index, "Where is the crane booked?", { lang: "zh-CN" });
    expect(zh.hits[1]?.reason).toContain("“hoist”与“crane”是一个意思");
  });

  it("does not spend its tries on words that no passage holds", async () => {
    const group = (own: string, other: string) =>
      `- ${[own, ..."abcdefghij"].map((end, i) => (i === 0 ? own : `${own}x${end}`)).join(" = ")} = ${other}\n`;
    scratch.write("docs/synonyms.md", group("crane", "hoist") + group("quay", "pier"));
    scratch.write("docs/b.md", "# Yard\n\nThe hoist stands at the pier.");
    const index = scratch.open({ docs: "docs" });
    await index.refresh();
    const [hit] = (await scratch.search(index, "Is there a crane on the quay?")).hits;
    const words = hit?.breakdown.find((signal) => signal.signal === "words");
    expect(words?.params.synonyms).toEqual(["hoist = crane", "pier = quay"]);
  });

  it("follows the page as it changes, also over a restart, and lists its refused lines", async () => {
    scratch.write("docs/synonyms.md", synonyms);
    scratch.write("docs/b.md", "# Yard\n\nThe hoist is booked at the office.");
    const home = `${scratch.dir}/home`;
    const index = scratch.open({ docs: "docs" }, {}, undefined, { home });
    await index.refresh();
    expect(index.list({ skipped: true }).skipped).toMatchObject([
      { relative_path: "synonyms.md", rule: "synonym_line", lines: [4] },
    ]);
    await index.keep();
    index.close();
    const next = scratch.open({ docs: "docs" }, {}, undefined, { home });
    await next.refresh();
    expect((await scratch.search(next, "crane")).hits[0]?.relative_path).toBe("b.md");
    scratch.write("docs/synonyms.md", "- gantry = hoist\n");
    await next.refresh();
    expect((await scratch.search(next, "crane")).status).toBe("no_hit");
    expect((await scratch.search(next, "gantry")).hits[0]?.relative_path).toBe("b.md");
    expect(next.list({ skipped: true }).skipped).toEqual([]);
  });

  it("is no document to answer from, counts for its own folder alone, and not for the plain ranker", async () => {
    scratch.write("one/synonyms.md", synonyms);
    scratch.write("one/a.md", "The berth is free, the hoist is not.");
    scratch.write("two/b.md", "The hoist is booked at the office.");
    scratch.write("two/below/synonyms.md", "- berth = mooring\n");
    const index = scratch.open({ one: "one", two: "two" });
    await index.refresh();
    const { hits } = await scratch.search(index, "crane");
    expect(hits.map((hit) => `${hit.root_id}/${hit.relative_path}`)).toEqual(["one/a.md"]);
    expect((await scratch.search(index, "crane", { roots: ["two"] })).status).toBe("no_hit");
    expect((await scratch.search(index, "mooring")).hits[0]?.relative_path).toBe(
      "below/synonyms.md",
    );
    const plain = scratch.open({ one: "one", two: "two" }, { retrieval: { ranker: "basic" } });
    await plain.refresh();
    expect((await scratch.search(plain, "crane")).status).toBe("no_hit");
  });

  it("counts for a root that begins within another one, also when it is added later", async () => {
    scratch.write("docs/inner/synonyms.md", synonyms);
    scratch.write("docs/inner/b.md", "The hoist is booked at the office.");
    const index = scratch.open({ outer: "docs" });
    await index.refresh();
    expect((await scratch.search(index, "crane")).hits[0]?.relative_path).toBe("inner/synonyms.md");
    scratch.adopt(index, { outer: "docs", inner: "docs/inner" });
    await index.refresh();
    const { hits } = await scratch.search(index, "crane", { roots: ["inner"] });
    expect(hits.map((hit) => hit.relative_path)).toContain("b.md");
  });

  it("never reads the page where the border does not let it", async () => {
    scratch.write("docs/synonyms.md", synonyms);
    scratch.write("docs/b.md", "The hoist is booked at the office.");
    const index = scratch.open({ docs: "docs" }, { doc_access: { deny: ["synonyms.md"] } });
    await index.refresh();
    expect((await scratch.search(index, "crane")).status).toBe("no_hit");
  });
});
