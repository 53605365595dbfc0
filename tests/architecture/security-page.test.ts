import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const project = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(project, "SECURITY.md"), "utf8");
const section = (name: string) => page.split(/^## /m).find((part) => part.startsWith(name)) ?? "";
const promises = section("Promises")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (?:promise|---)/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

describe("SECURITY.md", () => {
  it("names for every promise a test that exists", () => {
    expect(promises.length).toBeGreaterThan(10);
    for (const [, promise, held = ""] of promises) {
      const tests = [...held.matchAll(/`(tests\/[^`]+)`/g)].map(([, file]) => file ?? "");
      expect([promise, tests.length]).not.toEqual([promise, 0]);
      const missing = tests.filter((file) => !existsSync(path.join(project, file)));
      expect([promise, missing]).toEqual([promise, []]);
    }
  });

  it("makes each promise once, and says what is not promised", () => {
    const texts = promises.map(([, promise]) => promise);
    expect(new Set(texts).size).toBe(texts.length);
    expect(section("Not promised").match(/^- /gm)?.length).toBeGreaterThan(4);
  });
});
