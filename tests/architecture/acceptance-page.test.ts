import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const project = path.resolve(import.meta.dirname, "../..");
const rows = readFileSync(path.join(project, "docs/acceptance.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| [RS]\d\d \|/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, id = "", , where = "", outcome = "", shown = ""]) => ({
    id,
    where,
    outcome,
    tests: [...shown.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? ""),
  }));

/** Reading, page and server, and of the cases of tools those that are shown. */
const cases =
  "S01 S02 S04 S07 S08 S09 S10 S11 S14 S16 S18 S19 S20 S22 S24 S28 S29 S30 S32 S33 S35 S37 S38 S40 S41 S43 S45 S47 S49 S54 S55 S57 S59 S60 S62 S63 S64 R01 R02 R03 R04 R05 R06 R07 R08 R09 R10 R11 R12 R13 R14 R15 R16 R17 R18 R19 R20 R21 R23 R24 R25 R26 R27 R28 R29";

describe("docs/acceptance.md", () => {
  it("has one row for every case", () => {
    expect(rows.map(({ id }) => id)).toEqual(cases.split(" "));
  });

  it.each(rows)("$id says where and what must come of it, and names tests that exist", (row) => {
    expect(row.where).not.toBe("");
    expect(row.outcome).not.toBe("");
    expect(row.tests.length).toBeGreaterThan(0);
    const missing = row.tests.filter((file) => !existsSync(path.join(project, file)));
    expect(missing).toEqual([]);
  });

  it("names every test whose title names a case", () => {
    const files = readdirSync(path.join(project, "tests"), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:test|spec)\.ts$/.test(file))
      .map((file) => `tests/${file}`);
    const unnamed = files.flatMap((file) => {
      const source = readFileSync(path.join(project, file), "utf8");
      const titles = [
        ...source.matchAll(/\b(?:it|test|describe)(?:\.each\([^;]*?\))?\(\s*["'`]([^"'`]*)/g),
      ];
      const ids = new Set(titles.flatMap(([, title = ""]) => title.match(/\b[RS]\d\d\b/g) ?? []));
      return rows
        .filter(({ id, tests }) => ids.has(id) && !tests.includes(file))
        .map(({ id }) => `${id} ${file}`);
    });
    expect(unnamed).toEqual([]);
  });
});
