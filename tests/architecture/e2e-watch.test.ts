import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const folder = path.resolve(import.meta.dirname, "../e2e");

it("every test in the browser is watched for requests to other hosts (import test from ./only-here.ts)", () => {
  const specs = readdirSync(folder).filter((name) => name.endsWith(".spec.ts"));
  const unwatched = specs.filter(
    (name) => !readFileSync(path.join(folder, name), "utf8").includes('from "./only-here.ts"'),
  );
  expect(specs.length).toBeGreaterThan(5);
  expect(unwatched).toEqual([]);
});
