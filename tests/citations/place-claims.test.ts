import { expect, test } from "vitest";
import { placeClaims } from "#lib/citations/place-claims";
import { readExport } from "#lib/citations/read-export";
import { claimsOf } from "#lib/citations/written";

const count = 6000;
const sentences = Array.from({ length: count }, (_, i) => `Crane number ${i} lifts ${i} tonnes.`);

test("thousands of claims are placed beside thousands of units, each at its own", () => {
  const written = claimsOf(sentences.map((said) => said.replace(/\.$/, " [1].")).join("\n\n"));
  const lines = new Map([[1, { text: sentences.join("\n\n"), line_start: 1 }]]);
  const { claims } = placeClaims(written, lines);
  expect(claims.map(({ spans }) => spans[0]?.line)).toEqual(sentences.map((_, i) => 2 * i + 1));
});

test("an answer of more sentences than a call takes arguments is read", () => {
  const [turn] = [...readExport(`## Load?\n\n${"It is so. ".repeat(150_000)}\n\n### Sources\n`)];
  expect(turn?.claims).toHaveLength(150_000);
});

test("one line of thousands of sentences, and one paragraph of thousands of lines, are taken apart", () => {
  for (const glue of [" ", "\n"]) {
    const text = `## Load?\n\n${sentences.join(glue)}\n\n### Sources\n`;
    const [turn] = [...readExport(text)];
    expect(turn?.claims).toHaveLength(count);
  }
});
