import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeBlocks } from "#lib/citations/judge-blocks";
import { numberCitations } from "#lib/citations/number";
import { AnswerBlock, type Claim } from "#lib/contracts/answer";
import { arrangeBlocks, asAnswerBlocks } from "#lib/contracts/arrange-blocks";
import { piecesOf, placeKey, toldBlocks } from "#lib/contracts/blocks";
import type { DraftBlock } from "#lib/contracts/draft";
import { MAY_BE_PLACES, RELATED_CHARACTERS, RELATED_PLACES } from "#lib/contracts/limits";
import { blocksOfMarked, type MarkedClaim } from "#lib/contracts/marked-claims";
import { shownEvents } from "#lib/contracts/stream";
import { cite, verified } from "../citations/sample.ts";

/** Five sections, each a passage of its own with one sentence on each of its lines. */
const texts = [1, 2, 3, 4, 5].map((section) =>
  Array.from(
    { length: 6 },
    (_, i) => `Sentence ${i} of ${section}${" and on".repeat(i * 9)}.`,
  ).join("\n\n"),
);
const citations = texts.map((text, i) => ({
  ...cite(i + 1, text),
  ...{ relative_path: "page.md", breadcrumb: [`Section ${i + 1}`] },
}));
const verifications = new Map(texts.map((text, i) => [i + 1, verified(text)]));

function sentence(section: number, line: number, id: string) {
  const text = texts[section - 1]?.split("\n\n")[line] ?? "";
  return {
    ...{ id, kind: "sentence" as const, text, citations: [section] },
    spans: [{ citation: section, line: 2 * line + 1, start: 0, end: text.length }],
  };
}
const place = fc.record({ section: fc.integer({ min: 1, max: 5 }), line: fc.nat({ max: 5 }) });
const kinds = fc.constantFrom<AnswerBlock["kind"][]>("answer", "around", "related", "nearest");
/** A draft of an engine that keeps to nothing: any kind anywhere, some lines that stand in no file. */
const drafts = fc
  .array(
    fc.record({
      kind: kinds,
      section: fc.integer({ min: 1, max: 5 }),
      lines: fc.array(fc.nat({ max: 5 }), { maxLength: 4 }),
      forged: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((blocks) =>
    blocks.map(({ kind, section, lines, forged }, n): DraftBlock => {
      const words = lines.map((line, i) => {
        const one = sentence(section, line, `d${n}.${i}`);
        return forged && i === 0 ? { ...one, text: `Never ${one.text}` } : one;
      });
      return kind === "answer" ? { kind, claims: words } : { kind, lines: words };
    }),
  );

function released(blocks: readonly DraftBlock[]) {
  const judged = judgeBlocks({ blocks, citations, verifications, policy: "require_citations" });
  const numbered = numberCitations(arrangeBlocks(judged.blocks), citations);
  return { ...asAnswerBlocks(numbered.blocks), citations: numbered.citations };
}

describe("what is released of an engine's blocks", () => {
  it("has the claims of its answer blocks in order and no others, no place twice, and keeps to the limits", () => {
    fc.assert(
      fc.property(drafts, (given) => {
        const { claims, blocks } = released(given);
        for (const block of blocks) AnswerBlock.parse(block);
        const named = blocks.flatMap((block) => (block.kind === "answer" ? block.claims : []));
        expect(named).toEqual(claims.map(({ id }) => id));
        const pieces = piecesOf({ claims, blocks });
        expect(new Set(pieces.map((one) => placeKey(one.place))).size).toBe(pieces.length);
        const answering = new Set(claims.flatMap((claim) => claim.citations));
        for (const block of blocks)
          if (block.kind === "around") expect(answering).toContain(block.lines[0]?.citation);
        const related = pieces.filter(({ kind }) => kind === "related");
        const letters = related.flatMap(({ words }) => words).map(({ text }) => text.length);
        expect(related.length).toBeLessThanOrEqual(RELATED_PLACES);
        expect(letters.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(RELATED_CHARACTERS);
        const order = pieces.map(({ kind }) => ["answer", "related", "nearest"].indexOf(kind));
        expect(order).toEqual(order.toSorted());
      }),
    );
  });

  it("numbers sources by its claims first, then by its lines", () => {
    fc.assert(
      fc.property(drafts, (given) => {
        const { claims, blocks, citations: numbered } = released(given);
        const lines = blocks.flatMap((block) => (block.kind === "answer" ? [] : block.lines));
        const cited = [...claims.flatMap((c) => c.citations), ...lines.map((l) => l.citation)];
        expect([...new Set(cited)]).toEqual(numbered.map(({ id }) => id));
        expect(numbered.map(({ id }) => id)).toEqual(numbered.map((_, i) => i + 1));
      }),
    );
  });

  it("is told block by block, the claims of each right before it, after the sources", () => {
    fc.assert(
      fc.property(drafts, (given) => {
        const shown = released(given);
        const events = shownEvents(shown);
        const told = events.flatMap((one) => (one.kind === "block" ? [one.data] : []));
        expect(told).toEqual(shown.blocks);
        expect(events.flatMap((e) => (e.kind === "claim" ? [e.data] : []))).toEqual(shown.claims);
        expect(events.findLastIndex(({ kind }) => kind === "citation")).toBe(
          shown.citations.length - 1,
        );
        const heard: string[] = [];
        for (const event of events) {
          if (event.kind === "claim") heard.push(event.data.id);
          if (event.kind === "block" && event.data.kind === "answer")
            expect(heard.slice(-event.data.claims.length)).toEqual(event.data.claims);
        }
        // Cut off anywhere, no claim that was told is without a block.
        const claims = shown.claims.slice(0, Math.ceil(shown.claims.length / 2));
        const kept = toldBlocks(claims, []);
        expect(kept.flatMap((b) => (b.kind === "answer" ? b.claims : []))).toHaveLength(
          claims.length,
        );
      }),
    );
  });

  it("drops lines that do not stand in the file word for word, and holds back such claims", () => {
    const forged = { ...sentence(1, 0, "a"), text: "Never said." };
    const { blocks, claims } = released([
      { kind: "answer", claims: [sentence(1, 1, "b")] },
      { kind: "around", lines: [forged, sentence(1, 2, "c")] },
      { kind: "related", lines: [{ ...sentence(2, 0, "d"), text: "Never said." }] },
    ]);
    expect(claims.map(({ id }) => id)).toEqual(["b"]);
    expect(blocks.map(({ kind }) => kind)).toEqual(["answer", "around"]);
    const judged = judgeBlocks({
      blocks: [{ kind: "answer", claims: [forged] }],
      ...{ citations, verifications, policy: "require_citations" },
    });
    expect(judged.withheld).toHaveLength(1);
    const stale = new Map([[1, { state: "changed" as const }]]);
    const lost = judgeBlocks({
      blocks: [{ kind: "nearest", lines: [sentence(1, 0, "a")] }],
      ...{ citations, verifications: stale, policy: "suggest_citations" },
    });
    expect(lost).toEqual({ blocks: [], withheld: [] });
  });
});

describe("claims with marks, as blocks", () => {
  const marked = fc
    .array(
      fc.record({
        place,
        beside: fc.constantFrom("section", "elsewhere", undefined),
        context: fc.constantFrom(true as const, undefined),
      }),
      { maxLength: 20 },
    )
    .map((all) =>
      all.map(({ place: { section, line }, beside, context }, i): MarkedClaim => {
        const marks = { ...(beside && { beside }), ...(context && { context }) };
        return { ...sentence(section, line, `m${i}`), ...marks };
      }),
    );
  const keyOf = ({ citations: [id] }: Pick<Claim, "citations">) => String(id);

  it("keep every claim that answers, in places of at most so many as may be", () => {
    fc.assert(
      fc.property(marked, fc.integer({ min: 1, max: 5 }), (given, equals) => {
        const blocks = blocksOfMarked(given, keyOf, equals);
        const own = given.filter(({ beside, context }) => !beside && !context);
        const claimed = blocks.flatMap(({ kind, words }) => (kind === "answer" ? words : []));
        const ids = new Set(claimed.map(({ id }) => id));
        expect(own.every(({ id }) => ids.has(id))).toBe(true);
        expect(claimed.every(({ context }) => context === undefined)).toBe(true);
        const places = new Set(claimed.map(keyOf));
        const least = new Set(own.map(keyOf)).size;
        expect(places.size).toBeLessThanOrEqual(Math.max(least, Math.min(equals, MAY_BE_PLACES)));
        if (equals === 1) expect(places.size).toBe(least);
        else expect(blocks.every(({ kind }) => kind !== "related")).toBe(true);
      }),
    );
  });
});
