import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "@swc/core";
import { expect, it } from "vitest";

/**
 * What a sentence may not change is said by words in lexicon/claim-cues.tsv and by general checks: an expression reads
 * signs (numbers, identifiers, marks) and no phrase. They are counted by syntax, so that they stay few; and what bounds a
 * check stands in the room's limits.ts.
 */
const folder = path.resolve(import.meta.dirname, "../../lib/entailment");
const mostExpressions = 25;
const free = new Set([0, 1, 2, -1]);

type Found = { expressions: number; numbers: number[] };

function readSource(source: string): Found {
  const found: Found = { expressions: 0, numbers: [] };
  const walk = (node: unknown) => {
    if (node === null || typeof node !== "object") return;
    const { type, value, callee } = node as { type?: string; value?: unknown; callee?: unknown };
    if (type === "RegExpLiteral") found.expressions += 1;
    if (type === "NewExpression" || type === "CallExpression")
      found.expressions += (callee as { value?: unknown }).value === "RegExp" ? 1 : 0;
    if (type === "NumericLiteral" && typeof value === "number") found.numbers.push(value);
    for (const part of Object.values(node)) walk(part);
  };
  walk(parseSync(source, { syntax: "typescript", target: "es2022" }));
  return found;
}

const read = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, ...readSource(readFileSync(path.join(folder, name), "utf8")) }));

it(`lib/entailment has at most ${mostExpressions} expressions`, () => {
  const total = read.reduce((sum, { expressions }) => sum + expressions, 0);
  expect(total).toBeLessThanOrEqual(mostExpressions);
});

it("lib/entailment has no number but 0, 1, 2 and -1 outside limits.ts", () => {
  const found = read
    .filter(({ name }) => name !== "limits.ts")
    .flatMap(({ name, numbers }) =>
      numbers.filter((number) => !free.has(number)).map((number) => `${name}: ${number}`),
    );
  expect(found).toEqual([]);
});

it("sees an expression and a number wherever they stand", () => {
  const source = 'const a = [/x/u]; f(new RegExp("y"), RegExp("z"), x > 17 ? "a" : -1);';
  expect(readSource(source)).toEqual({ expressions: 3, numbers: [17, 1] });
});
