import { describe, expect, it } from "vitest";
import { judgeClaims } from "#lib/citations/gate";
import { placeRow } from "#lib/citations/place-row";
import { claimsOf } from "#lib/citations/written";
import { quotableUnits } from "#lib/markdown/units";
import { cite, verified } from "./sample.ts";

const page = [
  "# Access",
  "",
  "| option | default | max |",
  "| --- | --- | --- |",
  "| retries | 5 | 15 |",
  "| `depth` | 2 | 9 |",
  "",
  "| who | read | write |",
  "| --- | --- | --- |",
  "| guest | allowed | denied |",
  "| owner | allowed | allowed |",
  "",
  "| 角色 | 读取 | 写入 |",
  "| --- | --- | --- |",
  "| 访客 | 允许 | 拒绝 |",
].join("\n");

function supportOf(...rows: string[]): string[] {
  const [header = "", ...others] = rows;
  const dashes = header.replace(/[^|]+/g, " --- ").trim();
  const { passed } = judgeClaims({
    claims: claimsOf([header, dashes, ...others, "", "[1]"].join("\n")),
    citations: [cite(1, page)],
    verifications: new Map([[1, verified(page)]]),
    policy: "require_citations",
  });
  return passed.map(({ support }) => support);
}

describe("a row that was written anew", () => {
  it.each([
    ["under exchanged headers", "| option | max | default |", "| retries | 5 | 15 |"],
    ["with exchanged numbers", "| option | default | max |", "| retries | 15 | 5 |"],
    ["with exchanged words", "| who | read | write |", "| guest | denied | allowed |"],
    ["with exchanged Chinese words", "| 角色 | 读取 | 写入 |", "| 访客 | 拒绝 | 允许 |"],
    ["with another row's cell", "| option | default | max |", "| retries | 2 | 15 |"],
    ["under another table's header", "| who | default | max |", "| retries | 5 | 15 |"],
    ["under a header of its own", "| option | default | upper limit |", "| retries | 5 | 15 |"],
    ["without what it is about", "| default | max |", "| 5 | 15 |"],
    ["with a cell more", "| option | default |", "| retries | 5 | 15 |"],
  ])("is withheld %s", (_how, header, row) => {
    expect(supportOf(header, row)).toEqual([]);
  });

  it.each([
    ["with other blanks and marks", "|option|default|max|", "|retries|**5**|15|"],
    ["with a column left out", "| Option | max |", "| depth | 9 |"],
    ["with columns in another order", "| who | write | read |", "| guest | denied | allowed |"],
    ["in Chinese", "| 角色 | 写入 |", "| 访客 | 拒绝 |"],
  ])("is borne where each cell stands under its own header: %s", (_how, header, row) => {
    expect(supportOf(header, row)).toEqual(["supported"]);
  });

  it("is judged by itself: a wrong one takes no right one with it", () => {
    const header = "| who | read | write |";
    const rows = ["| guest | denied | allowed |", "| owner | allowed | allowed |"];
    expect(supportOf(header, ...rows)).toEqual(["supported"]);
  });

  it("is the source's row, as the source writes it, where no column is missing", () => {
    const [written] = claimsOf("|option|default|max|\n|-|-|-|\n|depth|2|9|");
    const placed = written && placeRow(written, 1, quotableUnits(page, 1));
    expect(placed?.text.split("\n")[2]).toBe("| `depth` | 2 | 9 |");
    expect(placed?.spans.map(({ line }) => line)).toEqual([3, 4, 6]);
  });
});
