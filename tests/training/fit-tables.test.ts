import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { projectDir } from "#lib/platform/project";
import { withTables } from "../../training/answers/fit-tables.ts";
import { followUpTable } from "../../training/follow-ups/fit.ts";

const held_out: unknown = JSON.parse(
  readFileSync(path.join(projectDir(), "lib/answering/models/held-out.json"), "utf8"),
);
const followUps = followUpTable([
  { kind: "all", questions: 4, first: [1, 2, 3], in_three: [2, 3, 4] },
]);
const page = "# Page\n\n<!-- fit:table -->\nOf another fit.\n<!-- /fit:table -->\n\nThe end.\n";

describe("the tables of a fit", () => {
  it("take the place of what stands between the marks, and stay the same when written again", () => {
    const told = withTables(page, held_out, followUps);
    expect(told.startsWith("# Page\n\n<!-- fit:table -->\n\n")).toBe(true);
    expect(told.endsWith("\n\n<!-- /fit:table -->\n\nThe end.\n")).toBe(true);
    expect(told).not.toContain("Of another fit.");
    expect(withTables(told, held_out, followUps)).toBe(told);
  });

  it("have a row for each set and a value for each feature, in tables whose rows are of one width", () => {
    const told = withTables(page, held_out, followUps);
    expect(told).toMatch(/^\| en heading \| own \|/m);
    expect(told).toContain("| covered-telling-above |");
    expect(told).toContain("| all | 4 | 1 | 2 | 3 | 2 | 3 | 4 |");
    for (const table of told.split("\n\n").filter((part) => part.startsWith("| "))) {
      const widths = table.split("\n").map((row) => row.split("|").length);
      expect(new Set(widths).size).toBe(1);
    }
  });

  it("are refused without their marks, or without a figure", () => {
    expect(() => withTables("# Page\n", held_out, followUps)).toThrow("<!-- fit:table -->");
    expect(() => withTables(page, {}, followUps)).toThrow();
  });
});
