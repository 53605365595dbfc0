import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashLines } from "#lib/platform/lines";
import { findMovedLines } from "../../mcp-servers/docs/find-moved-lines.ts";

const never = new AbortController().signal;

describe("finding moved lines", () => {
  it("takes the copy nearest to the old place", async () => {
    const lines = ["x", "b", "b2", "y", "z", "b", "b2"];
    const sha256 = hashLines(["b", "b2"]);
    expect(await findMovedLines(lines, { line_start: 3, line_end: 4, sha256 }, never)).toBe(2);
    expect(await findMovedLines(lines, { line_start: 70, line_end: 71, sha256 }, never)).toBe(6);
  });

  it("finds every window wherever it was thought to be, and nothing that is not there", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("a", "b", "", "文"), { minLength: 1, maxLength: 12 }),
        fc.nat(11),
        fc.nat(3),
        fc.nat(30),
        async (lines, from, extra, believed) => {
          const start = from % lines.length;
          const window = lines.slice(start, start + 1 + extra);
          const citation = {
            line_start: believed + 1,
            line_end: believed + window.length,
            sha256: hashLines(window),
          };
          const found = await findMovedLines(lines, citation, never);
          expect(lines.slice((found ?? 0) - 1, (found ?? 0) - 1 + window.length)).toEqual(window);
          const other = { ...citation, sha256: hashLines(["not there"]) };
          expect(await findMovedLines(lines, other, never)).toBeUndefined();
        },
      ),
    );
  });

  it("gives up when it is cancelled", async () => {
    const lines = Array.from({ length: 200 }, () => "x".repeat(20_000));
    const stop = new AbortController();
    const citation = { line_start: 1, line_end: 1, sha256: "0" };
    const finding = findMovedLines(lines, citation, stop.signal);
    stop.abort();
    await expect(finding).rejects.toThrow();
  });
});
