import { realpathSync } from "node:fs";
import nodePath from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Access } from "#lib/access/access";
import { createScratch, type Scratch } from "./scratch.ts";

let scratch: Scratch;
let access: Access;
beforeAll(() => {
  scratch = createScratch();
  scratch.write("notes/.git/config.md");
  scratch.write("notes/.env", "SECRET=1");
  scratch.write("notes/深い/文書.md");
  scratch.link("notes/out", "../outside");
  scratch.link("notes/up", "..");
  scratch.link("notes/in", "sub");
  scratch.link("notes/cross", "../more");
  scratch.link("notes/abs", scratch.at("outside"));
  scratch.link("notes/loop", "loop");
  scratch.link("more/back", "../notes/up");
  access = scratch.access();
});
afterAll(() => scratch.remove());

const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...names()) },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
);
const ending = fc.constantFrom("", "a.md", "in/b.md", "cross/c.md", "up/more/c.md", "深い/文書.md");
const relative = fc
  .tuple(fc.array(name, { maxLength: 6 }), ending)
  .map(([parts, end]) => [...parts, end].join("/"));
const rootId = fc.option(fc.constantFrom("notes", "more"), { nil: undefined });

function names(): string[] {
  return [
    ...["..", ".", "", "notes", "more", "notes-evil", "outside", "secret.md", "a.md", "b.md"],
    ...["c.md", "sub", "out", "up", "in", "cross", "abs", "loop", "back", ".git", "config.md"],
    ...[".env", "深い", "文書.md", "%2e%2e", "..\\", "~"],
  ];
}

describe("whatever the path", () => {
  it("allows nothing whose real path lies outside every root or on the denylist", async () => {
    const roots = [scratch.at("notes"), scratch.at("more")];
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(relative, rootId, fc.boolean(), async (path, root, absolute) => {
        const given = absolute ? `${scratch.dir}/${path}` : path;
        const verdict = await access.judge(given, root);
        if (verdict.kind === "refused") {
          expect(verdict.message).not.toContain(scratch.dir);
          return;
        }
        seen += 1;
        expect(realpathSync(verdict.real_path)).toBe(verdict.real_path);
        expect(roots.some((r) => verdict.real_path.startsWith(r + nodePath.sep))).toBe(true);
        expect(verdict.real_path).toBe(
          nodePath.join(verdict.root.real_path, verdict.relative_path),
        );
        expect(verdict.real_path).not.toMatch(/\/\.(git|env)/);
      }),
      { numRuns: 3000 },
    );
    expect(seen).toBeGreaterThan(50);
  });

  it("gives any value of any type a verdict and never throws", async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.anything(), async (path, root) => {
        const verdict = await access.judge(path, root);
        expect(["allowed", "refused"]).toContain(verdict.kind);
      }),
      { numRuns: 1000 },
    );
  });
});
