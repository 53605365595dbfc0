import { describe, expect, test } from "vitest";
import { readExactly } from "#lib/agents/doc-retrieval/exact-passages";
import type { Selection } from "#lib/agents/doc-retrieval/select-passages";
import type { DocsCalls } from "#lib/agents/docs-calls";
import { type DocsHit, longestQuotedBytes } from "#lib/contracts/docs-tools";
import { hashLines } from "#lib/platform/lines";
import { hit } from "./task-request.ts";

const page = ["# House", "", "To open it:", "", "1. Turn.", "2. Push.", "", "The end.", "", ""];

/** docs_read over one page, as the contract says it reads. */
function docs(options: { version?: string; fails?: boolean; masked?: boolean } = {}) {
  const asked: [number, number][] = [];
  const calls = {
    read: async (input: { line_start?: number; line_end?: number }) => {
      const start = input.line_start ?? 1;
      const end = Math.min(input.line_end ?? page.length, page.length);
      asked.push([start, end]);
      if (options.fails) {
        return { ok: false, error: { code: "path_changed", message: "", retryable: false } };
      }
      const lines = page.slice(start - 1, end);
      return {
        ok: true,
        output: {
          path: "/r/a.md",
          root_id: "notes",
          relative_path: "a.md",
          line_start: start,
          line_end: end,
          text: lines.join("\n").replace("# House", options.masked ? "# •••" : "# House"),
          sha256: hashLines(lines),
          encoding: "utf-8",
          file: { bytes: 1, mtime_ms: 1, sha256: options.version ?? "f", encoding: "utf-8" },
          total_lines: page.length,
        },
      };
    },
  } as unknown as DocsCalls; // only `read` is called here
  return { calls, asked };
}

const at = (start: number, end: number, more: Partial<DocsHit> = {}): DocsHit => {
  const text = page.slice(start - 1, end).join("\n");
  return hit("a.md", start, end, { text, snippet: text, sha256: hashLines([text]), ...more });
};
const select = (best: DocsHit, more: Partial<Selection> = {}): Selection => ({
  best,
  line_start: best.locator.line_start,
  line_end: best.locator.line_end,
  matched: best.matched,
  ...more,
});

describe("reading passages exactly", () => {
  test("leaves a whole passage as it was found, without a read", async () => {
    const { calls, asked } = docs();
    const { citations, passages } = await readExactly([select(at(8, 8))], calls, 700);
    expect(asked).toEqual([]);
    expect(passages).toEqual([{ citation_id: 1, text: "The end.", kind: "prose" }]);
    expect(citations[0]).not.toHaveProperty("text");
  });

  test("grows a passage that promises a list, with text and hash of the new lines", async () => {
    const { calls, asked } = docs();
    const { citations, passages } = await readExactly([select(at(3, 3))], calls, 700);
    expect(asked, "read once, with what is around it").toHaveLength(1);
    expect(citations[0]).toMatchObject({
      locator: { line_start: 3, line_end: 6 },
      sha256: hashLines(page.slice(2, 6)),
      snippet: "To open it:\n\n1. Turn.\n2. Push.",
      truncated: false,
    });
    expect(passages[0]?.text).toBe(citations[0]?.snippet);
  });

  test("reads a grown passage again where what was read around it is not the very lines", async () => {
    const { calls, asked } = docs({ masked: true });
    const { citations } = await readExactly([select(at(3, 3))], calls, 700);
    expect(asked.at(-1)).toEqual([3, 6]);
    expect(citations[0]?.sha256).toBe(hashLines(page.slice(2, 6)));
  });

  test("reads joined passages again and keeps the best snippet when all is too long to show", async () => {
    const { calls } = docs();
    const joined = select(at(8, 8), { line_start: 3, line_end: 8 });
    const { citations } = await readExactly([joined], calls, 20);
    expect(citations[0]).toMatchObject({
      locator: { line_start: 3, line_end: 8 },
      snippet: "The end.",
      truncated: true,
      sha256: hashLines(page.slice(2, 8)),
    });
  });

  test("keeps the hit as it was found when the file is another version or cannot be read", async () => {
    for (const options of [{ version: "other" }, { fails: true }]) {
      const { calls } = docs(options);
      const { citations } = await readExactly([select(at(3, 3))], calls, 700);
      expect(citations[0]).toMatchObject({
        locator: { line_start: 3, line_end: 3 },
        snippet: "To open it:",
      });
    }
  });

  test("fetches the text of a hit that came without it, and leaves out what cannot be fetched", async () => {
    const bare = at(8, 8);
    delete bare.text;
    const fine = await readExactly([select(bare)], docs().calls, 700);
    expect(fine.passages[0]?.text).toBe("The end.");
    const gone = await readExactly(
      [select(bare), select(at(3, 6))],
      docs({ fails: true }).calls,
      700,
    );
    expect(gone.citations.map((c) => c.id)).toEqual([1]);
  });

  test("numbers passages in their ranking and joins those that grew into each other", async () => {
    const { calls } = docs();
    const { citations } = await readExactly(
      [select(at(8, 8)), select(at(5, 5)), select(at(3, 3))],
      calls,
      700,
    );
    expect(citations.map((c) => [c.id, c.locator.line_start, c.locator.line_end])).toEqual([
      [1, 8, 8],
      [2, 3, 6],
    ]);
  });

  test("keeps what is too long to be read back as a place to open, and nothing of it to quote", async () => {
    const of = (length: number) => at(8, 8, { text: "é".repeat(length) });
    const longest = longestQuotedBytes / 2;
    const fits = await readExactly([select(of(longest))], docs().calls, 700);
    expect(fits.passages).toHaveLength(1);
    const over = await readExactly([select(of(longest + 1)), select(at(5, 5))], docs().calls, 700);
    expect(over.citations.map((c) => c.id)).toEqual([1, 2]);
    expect(over.passages.map((p) => p.citation_id)).toEqual([2]);
  });
});
