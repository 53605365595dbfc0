import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  applyHunks,
  hunksBetween,
  readPatch,
  reversed,
  writePatch,
} from "#lib/platform/unified-diff";

const sha = "0".repeat(64);
const piece = fc.constantFrom(
  "a",
  "b",
  "long line",
  "",
  "--- a/x",
  "+++ b/x",
  "@@ -1,1 +1,1 @@",
  "# docent {}",
  "\\ No newline at end of file",
  "你好",
  " x",
);
const end = fc.constantFrom("\n", "\n", "\n", "\r\n", "\r");
const text = fc
  .tuple(fc.array(fc.tuple(piece, end), { maxLength: 30 }), fc.constantFrom("", "last"))
  .map(([lines, last]) => lines.map(([own, ending]) => own + ending).join("") + last);
/** Two texts that have most of their lines in common. */
const pair = fc
  .tuple(
    fc.array(fc.tuple(piece, end, fc.constantFrom(0, 0, 0, 1, 2, 3)), { maxLength: 60 }),
    fc.constantFrom("", "z"),
    fc.constantFrom("", "z", "y"),
  )
  .map(([lines, last, other]) => {
    const before = lines.map(([own, ending, how]) => (how === 1 ? "" : own + ending)).join("");
    const after = lines
      .map(([own, ending, how]) => (how === 2 ? "" : how === 3 ? `${own}!${ending}` : own + ending))
      .join("");
    return [before + last, after + other] as const;
  });

describe("hunks between two texts", () => {
  test("lead from the one to the other and back, whatever ends their lines", () => {
    fc.assert(
      fc.property(fc.oneof(pair, fc.tuple(text, text)), ([before, after]) => {
        const hunks = hunksBetween(before, after);
        expect(applyHunks(before, hunks)).toBe(after);
        expect(applyHunks(after, reversed(hunks))).toBe(before);
        expect(hunks.length === 0).toBe(before === after);
      }),
      { numRuns: 2000 },
    );
  });

  test("fit no other text", () => {
    fc.assert(
      fc.property(pair, text, ([before, after], other) => {
        const hunks = hunksBetween(before, after);
        const made = applyHunks(other, hunks);
        // Where they fit, they found every line that they take away or keep.
        if (made !== undefined) expect(applyHunks(made, reversed(hunks))).toBe(other);
      }),
      { numRuns: 1000 },
    );
  });

  test("are found in a long text with many changes within a second or two", () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `line ${i}\n`);
    const before = lines.join("");
    const after = before.replaceAll("7", "seven");
    expect(applyHunks(before, hunksBetween(before, after))).toBe(after);
  });
});

describe("a patch as text", () => {
  const name = fc.constantFrom(
    "a.md",
    "sub folder/ä 你.md",
    'quote".md',
    "tab\there.md",
    "line\nend.md",
  );
  test("is read as what was written", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, pair), { minLength: 1, maxLength: 4 }), (parts) => {
        const files = parts.flatMap(([file, [before, after]]) => {
          const hunks = hunksBetween(before, after);
          return hunks.length === 0
            ? []
            : [{ root_id: "my notes", path: file, base_sha256: sha, hunks }];
        });
        fc.pre(files.length > 0);
        expect(readPatch(writePatch(files))).toEqual(files);
      }),
      { numRuns: 1000 },
    );
  });

  test("that was cut, or to which something was added, is not read", () => {
    const hunks = hunksBetween("a\nb\nc\n", "a\nx\nc\nd\n");
    const whole = writePatch([{ root_id: "n", path: "a.md", base_sha256: sha, hunks }]);
    for (let cut = 1; cut < whole.length; cut += 1)
      expect(readPatch(whole.slice(0, cut))).toBe(undefined);
    expect(readPatch(`${whole}x\n`)).toBe(undefined);
    expect(readPatch(`x\n${whole}`)).toBe(undefined);
    expect(readPatch(whole.replace(sha, "0"))).toBe(undefined);
    expect(readPatch("")).toBe(undefined);
  });

  describe.runIf(spawnSync("git", ["--version"]).status === 0)("is taken by git apply", () => {
    let dir: string;
    beforeAll(() => {
      dir = mkdtempSync(path.join(os.tmpdir(), "docent-diff-"));
    });
    afterAll(() => rmSync(dir, { recursive: true, force: true }));

    test("for the same result", { timeout: 60_000 }, () => {
      fc.assert(
        fc.property(pair, pair, ([before, after], [before2, after2]) => {
          fc.pre(before !== "" && before2 !== "" && after !== "" && after2 !== "");
          fc.pre(before !== after && before2 !== after2);
          mkdirSync(path.join(dir, "sub"), { recursive: true });
          const files = [
            { name: "a.md", before, after },
            { name: "sub/你 b.md", before: before2, after: after2 },
          ];
          for (const file of files) writeFileSync(path.join(dir, file.name), file.before);
          const written = writePatch(
            files.map((file) => ({
              root_id: "n",
              path: file.name,
              base_sha256: sha,
              hunks: hunksBetween(file.before, file.after),
            })),
          );
          const run = spawnSync("git", ["apply", "--whitespace=nowarn", "--unsafe-paths", "-"], {
            cwd: dir,
            input: written,
            encoding: "utf8",
            env: { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(dir) },
          });
          expect(run.stderr).toBe("");
          for (const file of files) {
            expect(readFileSync(path.join(dir, file.name), "utf8")).toBe(file.after);
          }
        }),
        { numRuns: 60 },
      );
    });
  });
});
