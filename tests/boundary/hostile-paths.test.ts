import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { pathFamilies } from "../../fixtures/hostile/paths.ts";
import { type Boundary, normally, openBoundary, seed } from "./open-boundary.ts";
import { type Surface, surfaces } from "./surfaces.ts";

/** The program's own log lines, at the level that says most. */
const log = vi.hoisted(() => [] as string[]);
vi.mock("#lib/platform/logger", async () => {
  const { default: pino } = await import("pino");
  return {
    createLogger: (name: string) =>
      pino({ name, level: "debug" }, { write: (line: string) => void log.push(line) }),
  };
});

let boundary: Boundary;
beforeAll(async () => {
  boundary = await openBoundary();
});
afterAll(() => boundary.close());

const families = pathFamilies("DIR", seed);
const cases = families.flatMap(({ id, name }) =>
  surfaces.map((surface): [string, string, Surface] => [
    `${id} ${name} · ${surface.name}`,
    id,
    surface,
  ]),
);

/** The setting each rule must name. */
const settings: Record<string, string> = {
  not_allowlisted: "doc_access.roots",
  traversal: "doc_access.roots",
  symlink_escape: "doc_access.roots",
  denylisted: "doc_access.deny",
  not_a_document: "doc_access.doc_file_patterns",
  too_large: "doc_access.max_file_bytes",
};

describe("hostile paths at every place that takes a path", () => {
  it.each(cases)("%s", async (_, id, surface) => {
    const { tree } = boundary;
    const family = pathFamilies(tree.dir, seed).find((f) => f.id === id);
    const wrong: unknown[] = [];
    for (const { path, expected } of family?.paths ?? []) {
      for (const root of path.startsWith("/") ? [undefined, "notes"] : ["notes"]) {
        const found = await surface.send(boundary, path, root);
        if (!surface.names_rule) {
          if (found.outcome === "served") wrong.push({ path, root, found });
          continue;
        }
        const rule = found.outcome === "served" ? "allowed" : found.rule;
        if (rule !== expected) wrong.push({ path, root, expected, found });
        if (found.message?.includes(tree.dir)) wrong.push({ path, told: found.message });
        if (found.outcome === "refused" && found.setting !== settings[expected]) {
          wrong.push({ path, expected, setting: found.setting });
        }
        const repeated = found.outcome === "refused" && surface.repeats_path ? path : undefined;
        if (found.path !== repeated) wrong.push({ path, repeated: found.path });
      }
    }
    expect(wrong).toEqual([]);
    expect(boundary.leaks(log)).toEqual([]);
    expect(await boundary.answersNormally()).toEqual(normally);
  });

  it("kept a log and a record that could have told", () => {
    expect(log.length).toBeGreaterThan(100);
    expect(boundary.said.length).toBeGreaterThan(500);
  });
});
