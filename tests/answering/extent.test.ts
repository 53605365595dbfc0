import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseQuestion } from "#lib/language/analyse-question";
import { answerQuestion, modelNames, readyToAnswer } from "../../lib/answering/answer-question.ts";
import { readAsked } from "../../lib/answering/asked-question.ts";
import { readCandidates, readSources } from "../../lib/answering/candidates.ts";
import { extentFeatures, growFrom, reachesOf, type Taken } from "../../lib/answering/extent.ts";
import { rankPlaces } from "../../lib/answering/place.ts";
import { sectionOf } from "../../lib/answering/stretch.ts";
import { passageOf, termsOf } from "./sample.ts";

const unit = (given: Partial<Taken> = {}): Taken => ({
  ...{ belongs: 0.9, length: 10, announced: false, item: false },
  ...given,
});
const own = { length: 10, item: false };

describe("how far an answer goes", () => {
  it("is up to the first unit that does not belong to it, on each side", () => {
    const above = [unit(), unit({ belongs: 0.2 }), unit()];
    const below = [unit({ belongs: 0.1 }), unit()];
    expect(growFrom(own, { above, below }, 0.5, 600)).toEqual({ above: 1, below: 0 });
  });

  it("is within its characters, the likelier side first", () => {
    const above = [unit({ belongs: 0.6, length: 60 })];
    const below = [unit({ belongs: 0.8, length: 60 })];
    expect(growFrom(own, { above, below }, 0.5, 100)).toEqual({ above: 0, below: 1 });
  });

  it("holds what its last words announce, however long that is", () => {
    const below = [unit(), unit({ length: 5000, announced: true }), unit()];
    expect(growFrom(own, { above: [], below }, 0.5, 100)).toEqual({ above: 0, below: 2 });
  });

  it("holds no more items of a list than are shown at most", () => {
    const below = Array.from({ length: 40 }, () => unit({ item: true, length: 1 }));
    expect(growFrom({ length: 1, item: true }, { above: [], below }, 0.5, 600).below).toBe(11);
  });

  it("never goes beyond its bounds, whatever is judged", () => {
    const units = fc.array(
      fc.record({
        belongs: fc.double({ min: 0, max: 1, noNaN: true }),
        length: fc.nat(300),
        announced: fc.boolean(),
        item: fc.boolean(),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(units, units, fc.nat(800), (above, below, most) => {
        const taken = growFrom(own, { above, below }, 0.5, most);
        const shown = [...above.slice(0, taken.above), ...below.slice(0, taken.below)];
        for (const one of shown) expect(one.belongs).toBeGreaterThanOrEqual(0.5);
        expect(shown.filter(({ item }) => item).length).toBeLessThanOrEqual(12);
        const free = shown.filter(({ announced }) => !announced);
        const length = free.reduce((sum, one) => sum + one.length, own.length);
        if (free.length > 0) expect(length).toBeLessThanOrEqual(Math.max(most, own.length));
      }),
    );
  });
});

describe("what is shown", () => {
  const shownOf = (question: string, text: string) => {
    const { citation, passage } = passageOf(text, { breadcrumb: ["Retention"] });
    const { blocks } = answerQuestion({
      analysis: analyseQuestion(question),
      citations: [citation],
      passages: [passage],
      terms: termsOf(question),
    });
    return blocks.flatMap((block) =>
      (block.kind === "answer" ? block.claims : block.lines).map((line) => line.text),
    );
  };

  it("is the whole short paragraph, not the one sentence that holds the words", () => {
    const paragraph = [
      "Deleted mailboxes are kept for five days.",
      "Until then an administrator can bring them back with `mail restore`.",
    ];
    const shown = shownOf("How long are deleted mailboxes kept?", paragraph.join(" "));
    expect(shown).toEqual(paragraph);
  });

  it("is the code that its words announce", () => {
    const shown = shownOf(
      "如何重置管理员密码？",
      "要重置管理员密码，请运行：\n\n```sh\nmail admin reset\n```\n\n日志在别处。",
    );
    expect(shown.join("\n")).toContain("mail admin reset");
  });
});

it.each(extentFeatures.map((one) => [one.name, one] as const))(
  "%s is between 0 and 1 for every unit around every other",
  (_, feature) => {
    const text =
      "# Ports\n\nTo set it:\n\n1. Open it.\n   - Nested.\n2. Run:\n\n```sh\nport set\n```\n\n| a | b |\n| - | - |\n| port | 1 |\n| host | 2 |\n\n> Quoted. It is.";
    for (const question of ["How do I set the port?", "What is the host?", "端口是什么？"]) {
      const analysis = analyseQuestion(question);
      const { citation, passage } = passageOf(text, { breadcrumb: ["Ports"] });
      const asked = readAsked(analysis, termsOf(question));
      const field = readCandidates(
        readSources([citation], [passage], analysis.lang),
        asked,
        undefined,
      );
      const scores = field.candidates.map((_, i) => i - 3);
      for (const place of rankPlaces(field, scores))
        for (const best of place.candidates) {
          const section = sectionOf(best.source.units, best.index);
          const { above, below } = reachesOf({ ...place, best }, section, asked.kind);
          expect(above.length + below.length + 1).toBe(section.length);
          for (const reach of [...above, ...below]) {
            const value = feature.value(reach);
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
        }
    }
  },
);

it("is told by a model that was fitted on these features", () => {
  expect(Object.keys(readyToAnswer().model.extent.weights)).toEqual(modelNames.extent);
});
