import { readFileSync, rmSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "#lib/contracts/errors";
import { writeText } from "#lib/platform/text-form";
import { readPatch, writePatch } from "#lib/platform/unified-diff";
import { applier, editable, patchOf, temporaries, watchedDisk } from "./patch-setup.ts";
import { createScratch, type Scratch } from "./scratch.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.remove());

const forms = [
  { encoding: "utf-8", bom: false },
  { encoding: "utf-8", bom: true },
  { encoding: "utf-16le", bom: true },
  { encoding: "utf-16be", bom: true },
  { encoding: "latin1", bom: false },
] as const;
const line = fc.constantFrom("# Title", "text", "", "é", "a\tb", "- item", "--- x", "@@ -1 +1 @@");
const text = fc
  .tuple(
    fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { minLength: 1, maxLength: 20 }),
    fc.constantFrom("", "last"),
  )
  // With a letter by which Latin-1 is told from UTF-8.
  .map(([lines, last]) => `é\n${lines.map(([own, end]) => own + end).join("")}${last}`);
const file = fc.record({ before: text, after: text, form: fc.constantFrom(...forms) });

describe("a patch of any files, whatever ends their lines and whatever they are written in", () => {
  test("is applied to the byte, undone to the byte, or changes nothing, by way of its text", async () => {
    let n = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { minLength: 1, maxLength: 4 }),
        fc.option(fc.nat(40), { nil: undefined }),
        async (files, fails_at) => {
          fc.pre(files.every(({ before, after }) => before !== after));
          const id = `p${n++}`;
          const names = files.map((_, i) => `f${i}.md`);
          for (const [i, { before, form }] of files.entries()) {
            writeFileSync(scratch.at("notes", `f${i}.md`), writeText(before, form));
          }
          const bytes = () => names.map((name) => readFileSync(scratch.at("notes", name)));
          const was = bytes();
          const made = files.map(({ after }, i) => patchOf(scratch, `f${i}.md`, after));
          const patch = readPatch(writePatch(made)) ?? [];
          expect(patch).toEqual(made);
          const disk = watchedDisk((_step, step) => {
            if (step === fails_at) throw Object.assign(new Error("EIO"), { code: "EIO" });
          });
          const access = editable(scratch);
          const applied = await applier(scratch, disk)
            .apply(id, patch, access)
            .catch((error: unknown) => {
              if (error instanceof AppError) return undefined;
              throw error;
            });
          await applier(scratch).recover();
          expect(temporaries(scratch)).toEqual([]);
          if (applied === undefined) {
            expect(bytes()).toEqual(was);
            return;
          }
          expect(bytes()).toEqual(files.map(({ after, form }) => writeText(after, form)));
          await applier(scratch).undo(id, patch, access);
          expect(bytes()).toEqual(was);
          for (const name of names) rmSync(scratch.at("notes", name));
        },
      ),
      { numRuns: 60 },
    );
  }, 120_000);
});
