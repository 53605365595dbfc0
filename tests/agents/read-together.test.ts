import { describe, expect, test } from "vitest";
import { readTogether } from "#lib/agents/doc-retrieval/read-together";
import type { DocsCalls, DocsOutcome } from "#lib/agents/docs-calls";
import type { DocsReadOutput } from "#lib/contracts/docs-tools";
import { AppError } from "#lib/contracts/errors";
import { hashLines } from "#lib/platform/lines";

const page = Array.from({ length: 100 }, (_, i) => `line ${i + 1}`);
type Input = { path: string; root?: string; line_start?: number; line_end?: number };

/** docs_read over pages that are alike, as the contract says it reads. `most` lines come in one page of an answer. */
function docs(options: { masked?: boolean; most?: number; throws?: boolean } = {}) {
  const asked: string[] = [];
  const read = async (input: Input): Promise<DocsOutcome<DocsReadOutput>> => {
    const { path, line_start: start = 1, line_end = page.length } = input;
    asked.push(`${path} ${start}-${line_end}`);
    if (options.throws) throw new AppError("cancelled", "The question was cancelled.");
    if (start > page.length)
      return { ok: false, error: { code: "validation", message: "beyond", retryable: false } };
    const wanted = Math.min(line_end, page.length);
    const end = Math.min(wanted, start + (options.most ?? page.length) - 1);
    const lines = page.slice(start - 1, end);
    const output = {
      ...{ path, root_id: "notes", relative_path: path, line_start: start, line_end: end },
      text: lines.map((line) => (options.masked && line === "line 5" ? "•••" : line)).join("\n"),
      ...{ sha256: hashLines(lines), encoding: "utf-8", total_lines: page.length },
      file: { bytes: 1, mtime_ms: 1, sha256: "f", encoding: "utf-8" },
      ...(end < wanted ? { next_cursor: `${end + 1}` } : {}),
    };
    return { ok: true, output };
  };
  return { asked, read, calls: { read } as unknown as DocsCalls }; // only `read` is called here
}

const window = (line_start: number, line_end: number, path = "a.md") => ({
  ...{ path, root: "notes", line_start, line_end },
});

/** Each window is given what a call of its own brings. */
async function readAll(windows: ReturnType<typeof window>[], given: ReturnType<typeof docs>) {
  const seen: string[] = [];
  const read = readTogether(given.calls, ({ relative_path, line_start, line_end }) =>
    seen.push(`${relative_path} ${line_start}-${line_end}`),
  );
  const together = await Promise.all(windows.map(read));
  const { asked } = given;
  const calls = [...asked];
  expect(together).toEqual(await Promise.all(windows.map(given.read)));
  return { calls, seen };
}

describe("windows of files that are read at one moment", () => {
  test("are one call where they overlap or touch", async () => {
    const { calls, seen } = await readAll([window(60, 70), window(1, 20), window(11, 59)], docs());
    expect(calls).toEqual(["a.md 1-70"]);
    expect(seen).toEqual(["a.md 1-70"]);
  });

  test("are calls of their own where lines stand between them, or in other files", async () => {
    const { calls } = await readAll([window(1, 20), window(22, 30), window(5, 25, "b.md")], docs());
    expect(calls.sort()).toEqual(["a.md 1-20", "a.md 22-30", "b.md 5-25"]);
  });

  test("end where the file ends", async () => {
    const { calls } = await readAll([window(80, 140), window(90, 200), window(150, 160)], docs());
    expect(calls, "one begins beyond it, and is told so").toEqual(["a.md 80-200", "a.md 150-160"]);
  });

  test("are read one by one where the lines come masked, or do not fit into one page", async () => {
    for (const options of [{ masked: true }, { most: 15 }]) {
      const { calls, seen } = await readAll([window(1, 10), window(8, 20)], docs(options));
      expect(calls).toEqual(["a.md 1-20", "a.md 1-10", "a.md 8-20"]);
      expect(seen).toEqual(options.most === undefined ? [] : ["a.md 1-15"]);
    }
  });

  test("that are asked for later are read later", async () => {
    const { calls, asked } = docs();
    const read = readTogether(calls, () => undefined);
    await read(window(1, 10));
    await read(window(5, 15));
    expect(asked).toEqual(["a.md 1-10", "a.md 5-15"]);
  });

  test("all end when the caller gives up", async () => {
    const { calls, asked } = docs({ throws: true });
    const read = readTogether(calls, () => undefined);
    const ended = await Promise.allSettled([read(window(1, 10)), read(window(5, 15))]);
    expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(asked).toHaveLength(1);
  });
});
