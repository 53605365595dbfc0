import { expect, test } from "vitest";
import { joinOutcomes } from "#lib/agents/join-outcomes";
import { emptyOutcome } from "#lib/agents/outcome";
import type { Claim, Gap } from "#lib/contracts/answer";
import { asAnswerBlocks, type PlacedBlock } from "#lib/contracts/arrange-blocks";
import { placeOf } from "#lib/contracts/blocks";
import { Citation } from "#lib/contracts/citation";
import { asQuestion } from "#lib/contracts/question";
import { hit } from "./task-request.ts";

test("what is related to the parts of a question stands behind all their answers, and gives way where it is the answer of one", () => {
  const sections = ["One", "Two", "Three"].map((name, i) => ({
    ...Citation.parse({ ...hit("crane.md", 10 * i + 1, 10 * i + 9), id: i + 1 }),
    breadcrumb: [name],
  }));
  const part = (answer: number, related: readonly number[]) => {
    const words = (at: number): Claim => ({
      ...{ id: `c${at}`, kind: "sentence", text: `Sentence ${at}.`, citations: [at] },
      ...{ support: "verbatim", spans: [{ citation: at, line: 10 * at, start: 0, end: 9 }] },
    });
    const block = (kind: "answer" | "related", at: number): PlacedBlock<Claim> => {
      const from = sections[at - 1];
      return { kind, place: from === undefined ? null : placeOf(from), words: [words(at)] };
    };
    const blocks = [block("answer", answer), ...related.map((at) => block("related", at))];
    const shown = asAnswerBlocks(blocks);
    return emptyOutcome("answered", {
      ...shown,
      citations: sections,
      confidence: 1,
      outcome: "sure",
    });
  };
  const whole = joinOutcomes("en", [
    { question: asQuestion("one?"), outcome: part(1, [2, 3]) },
    { question: asQuestion("two?"), outcome: part(2, [3]) },
  ]);
  expect(whole.blocks.map(({ kind, place }) => [kind, place?.breadcrumb[0]])).toEqual([
    ["answer", "One"],
    ["answer", "Two"],
    ["related", "Three"],
  ]);
  expect(whole.claims.map(({ id, text }) => [id, text])).toEqual([
    ["c1", "Sentence 1."],
    ["c2", "Sentence 2."],
  ]);
  expect(whole.parts?.map(({ claims }) => claims)).toEqual([["c1"], ["c2"]]);
  expect(whole.citations.map(({ id, breadcrumb }) => [id, breadcrumb[0]])).toEqual([
    [1, "One"],
    [2, "Two"],
    [3, "Three"],
  ]);
});

test("a place stands under one gap alone, and under none where the answer shows it", () => {
  const [shown, near] = ["One", "Two"].map((name, i) => ({
    ...Citation.parse({ ...hit("crane.md", 10 * i + 1, 10 * i + 9), id: i + 1 }),
    breadcrumb: [name],
  })) as [Citation, Citation];
  const words = (citation: Citation): Claim => ({
    ...{ id: "c1", kind: "sentence", text: "A sentence.", citations: [citation.id] },
    ...{ support: "verbatim", spans: [{ citation: citation.id, line: 1, start: 0, end: 9 }] },
  });
  const block = (kind: "answer" | "nearest", citation: Citation) => ({
    ...{ kind, place: placeOf(citation), words: [words(citation)] },
  });
  const without = (...nearest: Citation[]) => {
    const gap: Gap = {
      ...{ about: "", cause: "no_hit", rule: null, message: "Nothing.", tried: [], searched: [] },
      ...{ nearest, next_steps: [] },
    };
    const { blocks } = asAnswerBlocks(nearest.map((one) => block("nearest", one)));
    return emptyOutcome("no_evidence", { gaps: [gap], blocks, citations: nearest });
  };
  const answered = asAnswerBlocks([block("answer", shown)]);
  const whole = joinOutcomes("en", [
    {
      question: asQuestion("one?"),
      outcome: emptyOutcome("answered", { ...answered, citations: [shown] }),
    },
    { question: asQuestion("two?"), outcome: without(shown, near) },
    { question: asQuestion("three?"), outcome: without(near) },
  ]);
  expect(whole.blocks.map(({ kind, place }) => [kind, place?.breadcrumb[0]])).toEqual([
    ["answer", "One"],
    ["nearest", "Two"],
  ]);
});

test("a place that several parts quote is one piece in the order of its file, and what answers one is no line around another", () => {
  const citation = Citation.parse({ ...hit("crane.md", 1, 9), id: 1 });
  const words = (line: number, text: string): Claim => ({
    ...{ id: text, kind: "sentence", text, citations: [1], support: "verbatim" },
    spans: [{ citation: 1, line, start: 0, end: text.length }],
  });
  const of = (...some: ["answer" | "around", number, string][]) => {
    const blocks = some.map(([kind, line, text]) => ({
      ...{ kind, place: placeOf(citation), words: [words(line, text)] },
    }));
    return emptyOutcome("answered", { ...asAnswerBlocks(blocks), citations: [citation] });
  };
  const { claims, blocks, parts } = joinOutcomes("en", [
    { question: asQuestion("one?"), outcome: of(["around", 1, "One."], ["answer", 2, "Two."]) },
    { question: asQuestion("two?"), outcome: of(["answer", 1, "One."], ["around", 3, "Three."]) },
    { question: asQuestion("three?"), outcome: of(["answer", 2, "Two."], ["around", 3, "Three."]) },
  ]);
  const [one, two] = ["One.", "Two."].map((text) => claims.find((c) => c.text === text)?.id);
  expect(
    blocks.map((block) =>
      block.kind === "answer" ? block.claims : block.lines.map(({ text }) => text),
    ),
  ).toEqual([[one, two], ["Three."]]);
  expect(claims.map(({ id }) => id)).toEqual([one, two]);
  expect(parts?.map(({ claims }) => claims)).toEqual([[two], [one], [two]]);
});

test("two rows of one table, quoted for two parts, leave out each of the others once", () => {
  const citation = Citation.parse({ ...hit("crane.md", 1, 9), id: 1 });
  const row = (line: number, head = 1): Claim => ({
    ...{
      id: "c1",
      kind: "table",
      text: `| of ${head} |\n| --- |\n| row ${line} |`,
      citations: [1],
      support: "verbatim",
    },
    ...{
      spans: [head, head + 1, line].map((at) => ({ citation: 1, line: at, start: 0, end: 1 })),
      left_out: 3,
    },
  });
  const of = (claim: Claim) => {
    const block = { kind: "answer" as const, place: placeOf(citation), words: [claim] };
    return emptyOutcome("answered", { ...asAnswerBlocks([block]), citations: [citation] });
  };
  const rows = [row(3), row(5), row(8, 6)];
  const { claims } = joinOutcomes(
    "en",
    rows.map((claim) => ({ question: asQuestion(`${claim.text}?`), outcome: of(claim) })),
  );
  expect(claims.map(({ left_out }) => left_out)).toEqual([2, undefined, 3]);
});
