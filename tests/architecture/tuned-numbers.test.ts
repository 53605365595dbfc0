import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Node, nodesOf, parse, sourceOf, sourcesIn } from "./syntax.ts";

/**
 * What is tuned is fitted: in the rooms that read a question and choose an answer a number stands in a fitted model, or
 * bounds something in the room's one limits.ts; and words are read from lists, not from expressions. Rooms join these lists
 * as they are drawn anew.
 */
const rooms = ["answering", "language", "entailment", "search/signals"];
/** Expressions of a room, at most. */
const expressions: Readonly<Record<string, number>> = {
  answering: 10,
  entailment: 30,
  language: 14,
  "search/signals": 0,
};
/** … of these rooms together. */
const mostExpressions = 60;
const free = new Set([0, 1, 2, -1]);

const filesOf = (room: string): string[] => sourcesIn(path.join("lib", room));

function numbersIn(source: string): number[] {
  return [...nodesOf(parse(source))].flatMap(({ type, value }) =>
    type === "NumericLiteral" && typeof value === "number" ? [value] : [],
  );
}

/** `/…/`, `new RegExp(…)` and `RegExp(…)`. */
function expressionsIn(source: string): number {
  return [...nodesOf(parse(source))].filter(({ type, callee }) => {
    const made = type === "NewExpression" || type === "CallExpression";
    return type === "RegExpLiteral" || (made && (callee as Node).value === "RegExp"); // both have one
  }).length;
}

describe.each(rooms)("lib/%s", (room) => {
  it("has no number but 0, 1, 2 and -1 outside limits.ts", () => {
    const found = filesOf(room)
      .filter((file) => path.basename(file) !== "limits.ts")
      .flatMap((file) =>
        numbersIn(sourceOf(file))
          .filter((number) => !free.has(number))
          .map((number) => `${file}: ${number}`),
      );
    expect(found).toEqual([]);
  });

  it("has as many expressions as it is known to have", () => {
    const count = filesOf(room).reduce((sum, file) => sum + expressionsIn(sourceOf(file)), 0);
    expect(count).toBe(expressions[room]);
  });
});

it("the rooms that are drawn anew have few of them together", () => {
  const known = Object.values(expressions).reduce((sum, count) => sum + count, 0);
  expect(known).toBeLessThanOrEqual(mostExpressions);
});

it("sees a number wherever it stands", () => {
  expect(numbersIn("const a = [{ weight: 0.35 }]; f(x > 17 ? -3 : 1);")).toEqual([0.35, 17, 3, 1]);
});

it("sees an expression however it is made", () => {
  expect(expressionsIn("const a = /x/u; f(new RegExp(y), RegExp(z));")).toBe(3);
  expect(expressionsIn("const a = 'RegExp'; f(new Map());")).toBe(0);
});
