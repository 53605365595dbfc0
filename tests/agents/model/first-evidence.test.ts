import { describe, expect, it } from "vitest";
import type { Found } from "#lib/agents/model/evidence-book";
import { firstEvidence } from "#lib/agents/model/first-evidence";
import { taskFor } from "#lib/agents/model/prompt";
import { countTokens } from "#lib/models/count-tokens";
import { cite } from "../../citations/sample.ts";

const found = (page: number, text: string, firstLine = 1): Found => ({
  citation: cite(page, text, firstLine),
  passage: { citation_id: page, text, kind: "prose" },
});
const question = "When does the gate open, and where is its key?";
const long = (word: string): string => `The ${word} opens. `.repeat(60).trim();

describe("the evidence that goes with a question", () => {
  it("has the best passage of each part before the second of any", () => {
    const parts = [
      [found(1, "The east gate opens at noon."), found(2, "The east gate is red.")],
      [found(3, "The west gate opens at dusk.")],
    ];
    const pages = firstEvidence({ question, parts, before: [], page: [] }, 1000).map(
      ({ passage }) => passage.citation_id,
    );
    expect(pages).toEqual([1, 3, 2]);
  });

  it("leaves room for the rest of the best page, and is never more than it may be but for one passage", () => {
    const parts = [[found(1, long("gate"), 40), found(2, long("door")), found(3, long("hatch"))]];
    const page = [found(1, long("lid"), 1), found(1, long("bolt"), 30), found(1, long("key"), 41)];
    const all = firstEvidence({ question, parts, before: [], page }, 700);
    expect(all.map(({ passage: { text } }) => text.split(" ")[1])).toEqual(["gate", "key"]);
    const [first] = firstEvidence({ question, parts, before: [], page }, 10);
    expect(first?.passage.text).toBe(long("gate"));
    const tokens = all.reduce((sum, { passage }) => sum + countTokens(passage.text), 0);
    expect(tokens).toBeLessThanOrEqual(700);
  });

  it("has no page that repeats another, and no section beside the best that has nothing of the question", () => {
    const text = "The gate opens at noon on every day but Sunday, and it closes at dusk.";
    const other = "The gate opens at nine on every day but Sunday, and it closes at dusk.";
    const parts = [[found(1, text, 10), found(2, text), found(3, other)]];
    const page = [
      found(1, "The key hangs on the wall.", 20),
      found(1, "The cook is called Ada.", 30),
    ];
    const all = firstEvidence({ question, parts, before: [], page }, 800);
    expect(all.map(({ citation, passage }) => [citation.id, passage.text])).toEqual([
      [1, text],
      [3, other],
      [1, "The key hangs on the wall."],
    ]);
  });

  it("has no heading alone, no front matter alone, and nothing twice", () => {
    const gate = "The gate opens at noon.\nIt closes at dusk.";
    const parts = [[found(1, "## Gates", 4), found(1, gate, 6), found(1, "It closes at dusk.", 7)]];
    const page = [found(1, "---\nsidebar_position: 2\n---\n\n# Gates", 1)];
    expect(firstEvidence({ question, parts, before: [], page }, 1000)).toEqual([found(1, gate, 6)]);
  });
});

describe("what a model is told of a question that points back", () => {
  const given = {
    lang: "en",
    code: "c",
    evidence: [],
    tools: false,
    skills: "",
    apart: false,
  } as const;

  it("is the person's own words too, and the questions before them", () => {
    const text = taskFor({
      ...given,
      ...{
        question: "Which port does Larder use?",
        asked: "and Larder?",
        unsure: false,
        searched: [],
      },
      before: ["Which port does Tidewater use?"],
    });
    expect(text).toContain("as the person wrote it: and Larder?");
    expect(text).toContain('"Which port does Tidewater use?"');
    expect(text).toContain("Which port does Larder use?");
  });

  it("is the question alone where it stands alone", () => {
    const question = "Which port does Larder use?";
    const text = taskFor({
      ...given,
      question,
      asked: question,
      before: ["Hm?"],
      unsure: false,
      searched: [],
    });
    expect(text).toMatch(/The question: Which port does Larder use\?$/);
    expect(text).not.toContain("Hm?");
  });

  it("has of a long table the rows around the best line, and counts those alone", () => {
    const rows = Array.from({ length: 300 }, (_, i) => `| gate ${i} | opens at noon |`);
    const table = found(1, ["| gate | hours |", "| --- | --- |", ...rows].join("\n"));
    const parts = [[{ ...table, nearest: 153 }, found(2, "The key hangs on the wall.")]];
    const all = firstEvidence({ question, parts, before: [], page: [] }, 1000);
    expect(all).toHaveLength(2);
    expect(all[0]?.shown).toContain("| gate 150 |");
    expect(all[0]?.shown?.length).toBeLessThan(2200);
    expect(all[0]?.passage.text).toContain("| gate 299 |");
  });
});
