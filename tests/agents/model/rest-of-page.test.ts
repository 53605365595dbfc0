import { describe, expect, it } from "vitest";
import type { Citation } from "#lib/contracts/citation";
import { hashLines } from "#lib/platform/lines";
import { withoutOverlaps } from "../../../lib/agents/model/evidence-book.ts";
import { restOfPage } from "../../../lib/agents/model/rest-of-page.ts";
import { sampleCitation } from "../../store/sample-answer.ts";

const page = [
  "## Windows 11",
  "",
  "It starts by itself.",
  "",
  "## Mac",
  "",
  "Start it by hand.",
  "",
  "### Keys",
  "",
  "password: hunter2-Xk29qPz7vLmN",
].join("\n");

const at = (line_start: number, line_end: number): Citation => ({
  ...sampleCitation({ id: 1 }),
  locator: { line_start, line_end },
  sha256: hashLines(page.split("\n").slice(line_start - 1, line_end)),
});

const asked = (text: string, ...citations: Citation[]) =>
  restOfPage([{ result: { output: { citations } } } as never], {
    read: async () =>
      ({
        ok: true,
        output: {
          ...{ path: "p", root_id: "r", relative_path: "p", encoding: "utf-8", sha256: "" },
          ...{ line_start: 1, line_end: text.split("\n").length, total_lines: 11, text },
          file: citations[0]?.file,
        },
      }) as never,
  });

describe("the rest of the best page", () => {
  it("comes in sections under their own headings, without the lines that were found", async () => {
    const found = await asked(page, at(7, 7));
    expect(
      found.map(({ citation: { locator, breadcrumb }, passage }) => [
        locator.line_start,
        locator.line_end,
        breadcrumb,
        passage.text.trim(),
      ]),
    ).toEqual([
      [1, 4, ["Windows 11"], "## Windows 11\n\nIt starts by itself."],
      [5, 6, ["Mac"], "## Mac"],
      [9, 11, ["Mac", "Keys"], "### Keys\n\npassword: hunter2-Xk29qPz7vLmN"],
    ]);
    for (const { citation, passage } of found)
      expect(citation.sha256).toBe(hashLines(passage.text.split("\n")));
  });

  it("says which of its sections hold a secret", async () => {
    const found = await asked(page, at(7, 7));
    expect(found.map(({ citation }) => citation.contains_secret)).toEqual([
      undefined,
      undefined,
      true,
    ]);
  });

  it("is nothing where the page cannot be read", async () => {
    const read = async () => ({ ok: false, error: {} }) as never;
    expect(
      await restOfPage([{ result: { output: { citations: [at(7, 7)] } } } as never], { read }),
    ).toEqual([]);
  });
});

describe("passages without overlaps", () => {
  const found = (from: number, to: number) => ({
    citation: at(from, to),
    passage: { citation_id: 1, text: "", kind: "prose" },
  });
  it("leaves out what stands in another one, and of two alike the second", () => {
    const all = [found(1, 4), found(2, 3), found(1, 4), found(5, 6)];
    expect(withoutOverlaps(all)).toEqual([all[0], all[3]]);
  });
});
