import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseQuestion } from "#lib/language/analyse-question";
import { askedAfter } from "#lib/language/asked-after";
import { answerQuestion, rankEvidence } from "../../lib/answering/answer-question.ts";
import { isLeaning, leaning, mixedShares } from "../../lib/answering/follow-up.ts";
import { passageOf, termsOf } from "./sample.ts";

const pages = [
  "The folder of notes lies in your home. A folder of notes is synced every hour.",
  "The folder of notes can be moved in Settings.\n\nMoving it takes a minute.",
  "Pictures are removed with the button Remove. Removing a picture cannot be undone.",
];
const read = pages.map((text, i) => passageOf(text, { id: i + 1, breadcrumb: [`Part ${i}`] }));
const input = {
  citations: read.map(({ citation }) => citation),
  passages: read.map(({ passage }) => passage),
};
const found = (ids: readonly number[]) =>
  ids.map((citation_id, i) => ({ citation_id, score: 1 / (1 + i) }));

/** The question alone, and after another with what each of the two searches found. */
function following(before: string, question: string, alone: number[], together: number[]) {
  const both = askedAfter(before, question) ?? question;
  return {
    ...input,
    analysis: analyseQuestion(question),
    terms: termsOf(question),
    follow_up: {
      alone: { found: found(alone) },
      together: {
        ...{ found: found(together), terms: termsOf(both) },
        analysis: analyseQuestion(both),
      },
      cited_before: [{ root_id: "docs", relative_path: "page-2.md" }],
    },
  };
}

describe("a question that follows another", () => {
  it("leans on it the likelier, the less it says and where it points back", () => {
    const [bare, short, long] = [
      "and how do I move it?",
      "how do I move notes?",
      "How do I move the folder of notes that my colleague shared with me last year to another computer?",
    ].map((question) => leaning(analyseQuestion(question)));
    expect(bare).toBeGreaterThan(short ?? 1);
    expect(short).toBeGreaterThan(long ?? 1);
    expect(leaning(analyseQuestion("why?"))).toBeGreaterThan(0.5);
    expect(isLeaning(analyseQuestion("那怎么移动它？"))).toBe(true);
  });

  it("is answered by what says its own words in the matter of the question before", () => {
    const how = following("Where is the folder of notes?", "how do I move it?", [3, 2], [1, 2, 3]);
    const answer = answerQuestion(how);
    const [first] = answer.blocks.flatMap((block) => (block.kind === "answer" ? block.claims : []));
    expect(first?.citations).toEqual([2]);
    expect(rankEvidence(how)[0]?.citation).toBe(2);
  });

  it("is answered by its own words where it is about another thing", () => {
    const before = "Where is the folder of notes?";
    const question = "Can removing a picture with the button Remove be undone afterwards?";
    const other = following(before, question, [3, 1], [1, 2, 3]);
    expect(rankEvidence(other)[0]?.citation).toBe(3);
  });

  it("is judged by the reading that found something where the other found nothing", () => {
    const before = "Where is the folder of notes?";
    expect(rankEvidence(following(before, "why?", [], [1, 2]))[0]?.citation).toBeDefined();
    expect(rankEvidence(following(before, "why?", [1, 2], []))[0]?.citation).toBeDefined();
    expect(answerQuestion(following(before, "why?", [], [])).outcome).toBe("not_found");
  });

  it("is not answered by the matter before it where its own word stands nowhere", () => {
    const before = "Where is the folder of notes?";
    const nowhere = following(before, "and the zebra?", [], [1, 2]);
    const terms = termsOf("and the zebra?", ["zebra"]);
    const answer = answerQuestion({ ...nowhere, terms });
    expect(answer.outcome).toBe("not_found");
    expect(answer.blocks.map(({ kind }) => kind)).toContain("nearest");
  });

  it("reads no passage that neither of its searches found", () => {
    const how = following("Where is the folder of notes?", "how do I move it?", [2], [2]);
    expect(new Set(rankEvidence(how).map(({ citation }) => citation))).toEqual(new Set([2]));
  });
});

it("shares of units read both ways sum to one, whatever the shares of either", () => {
  const share = fc.double({ min: -30, max: 0, noNaN: true });
  const unit = fc.record({ alone: share, together: share, cited: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(unit, { minLength: 1, maxLength: 40 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      (units, leans) => {
        const all = Math.log(units.reduce((sum, { alone }) => sum + Math.exp(alone), 0));
        const read = units.map((one) => ({ ...one, alone: one.alone - all }));
        const sum = mixedShares(read, leans).reduce((total, one) => total + Math.exp(one), 0);
        expect(sum).toBeCloseTo(1, 6);
      },
    ),
  );
});
