import { expect, test } from "vitest";
import { type ComposeInput, claimsOf } from "#lib/agents/compose";
import { composeKeptTo } from "#lib/agents/kept-to";
import { Citation } from "#lib/contracts/citation";
import type { DraftAnswer } from "#lib/contracts/draft";
import { asQuestion } from "#lib/contracts/question";
import { hit } from "./task-request.ts";

const places = [
  ["server.md", "One process at a time owns the folder."],
  ["commands.md", "A command may take up 256 processes."],
] as const;
const input = {
  question: asQuestion("How many processes may a command use?"),
  citations: places.map(([file, text], i) =>
    Citation.parse({ ...hit(file, 1, 1, { text, snippet: text }), id: i + 1 }),
  ),
  passages: places.map(([, text], i) => ({ citation_id: i + 1, text, kind: "prose" as const })),
  terms: ["process", "command"].map((term) => ({ term, passages: 1, weight: 0.5 })),
} satisfies ComposeInput;
/** Quotes the first passage that it is given. */
const quoteFirst = ({ passages }: ComposeInput): DraftAnswer => {
  const claims = passages.slice(0, 1).map(({ citation_id, text }) => ({
    ...{ id: "c1", kind: "sentence" as const, text, citations: [citation_id] },
    spans: [{ citation: citation_id, line: 1, start: 0, end: text.length }],
  }));
  if (claims.length === 0) return { outcome: "not_found", confidence: 0, blocks: [], missing: [] };
  const related = claims.map((claim) => ({ ...claim, id: `r${claim.id}` }));
  return {
    ...{ outcome: "sure", confidence: 0.9, missing: [] },
    blocks: [
      { kind: "answer", claims },
      { kind: "related", lines: related },
    ],
  };
};
const kept = (ask: string, on: string) =>
  composeKeptTo(
    {
      ask: asQuestion(ask),
      on,
      others: [asQuestion("How much memory may a command use?")],
    },
    quoteFirst,
    input,
  )({
    ...input,
    question: asQuestion(ask),
  });

test("a part that leans on another is answered where its subject is spoken of, and nowhere else", async () => {
  const draft = await kept("How many processes may a command use?", "a command");
  expect(claimsOf(draft).map(({ text }) => text)).toEqual(["A command may take up 256 processes."]);
});

test("what speaks of the subject and not of what is asked of it answers nothing", async () => {
  const composed = await kept("How many windows may a command use?", "a command");
  expect(composed).toMatchObject({ outcome: "not_found" });
});

test("what answers nothing is the closest there is, and nothing stands beside it", async () => {
  const composed = await kept("How many windows may a command use?", "a command");
  expect(
    composed.blocks.map((block) => [block.kind, ...(block.kind === "nearest" ? block.lines : [])]),
  ).toEqual([
    ["nearest", expect.objectContaining({ text: "A command may take up 256 processes." })],
  ]);
});

test("a part is not answered by what speaks of its things and not of what is to be done with them", async () => {
  const asked = (ask: string) =>
    composeKeptTo(
      { ask: asQuestion(ask), on: undefined, others: [] },
      quoteFirst,
      input,
    )({ ...input, question: asQuestion(ask) });
  expect(await asked("How do I import a folder?")).toMatchObject({ outcome: "not_found" });
  expect(await asked("How do I process a folder?")).toMatchObject({ outcome: "sure" });
});
