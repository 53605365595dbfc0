import { expect, test } from "vitest";
import { furtherPassages } from "#lib/agents/doc-retrieval/further-passages";
import { Citation } from "#lib/contracts/citation";
import { type DocsHit, longestQuotedBytes } from "#lib/contracts/docs-tools";
import { hit } from "./task-request.ts";

const found = (file: string, from: number, to: number, more: Partial<DocsHit> = {}): DocsHit =>
  hit(file, from, to, { text: `${file} ${from}`, ...more });
const evidence = {
  citations: [Citation.parse({ ...hit("a.md", 10, 20), id: 1 })],
  passages: [{ citation_id: 1, text: "a.md 10", kind: "prose" }],
};

test("what is ranked behind the evidence goes on counting, and nothing of it is there twice", () => {
  const hits = [
    found("a.md", 12, 14),
    found("a.md", 20, 24),
    found("a.md", 21, 24),
    found("a.md", 24, 30),
    found("b.md", 12, 14, { root_id: "other", kind: "code" }),
  ];
  const { citations, passages } = furtherPassages(hits, evidence);
  expect(citations.map((c) => [c.id, c.relative_path, c.locator.line_start])).toEqual([
    [2, "a.md", 21],
    [3, "b.md", 12],
  ]);
  expect(passages).toEqual([
    { citation_id: 2, text: "a.md 21", kind: "prose" },
    { citation_id: 3, text: "b.md 12", kind: "code" },
  ]);
});

test("what came without its text, or is too long to be read back for a check, is left out", () => {
  const { text: _, ...bare } = found("c.md", 1, 2);
  const long = found("d.md", 1, 2, { text: "é".repeat(longestQuotedBytes / 2 + 1) });
  expect(furtherPassages([bare, long], evidence)).toEqual({ citations: [], passages: [] });
});
