import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "@swc/core";
import { describe, expect, it } from "vitest";

/**
 * What is tuned is fitted: in the rooms that choose an answer a number stands in a fitted model, or bounds something in the room's
 * one limits.ts. Rooms join this list as they are drawn anew.
 */
const project = path.resolve(import.meta.dirname, "../..");
const rooms = ["answering"];
const free = new Set([0, 1, 2]);

function numbersIn(source: string): number[] {
  const numbers: number[] = [];
  const walk = (node: unknown) => {
    if (node === null || typeof node !== "object") return;
    const { type, value } = node as { type?: unknown; value?: unknown };
    if (type === "NumericLiteral" && typeof value === "number") numbers.push(value);
    for (const part of Object.values(node)) walk(part);
  };
  walk(parseSync(source, { syntax: "typescript", target: "es2022" }));
  return numbers;
}

describe.each(rooms)("lib/%s", (room) => {
  it("has no number but 0, 1 and 2 outside limits.ts", () => {
    const folder = path.join(project, "lib", room);
    const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && name !== "limits.ts")
      .flatMap((name) =>
        numbersIn(readFileSync(path.join(folder, name), "utf8"))
          .filter((number) => !free.has(number))
          .map((number) => `${name}: ${number}`),
      );
    expect(found).toEqual([]);
  });
});

it("sees a number wherever it stands", () => {
  expect(numbersIn("const a = [{ weight: 0.35 }]; f(x > 17 ? -3 : 1);")).toEqual([0.35, 17, 3, 1]);
});
