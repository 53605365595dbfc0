import { sentenceRanges } from "#lib/markdown/sentences";
import { columnsOf } from "#lib/markdown/table-rows";
import type { Carrier } from "../carriers.ts";
import { type Spoken, spoken } from "../facts/spoken.ts";
import { entailmentLimits } from "../limits.ts";
import { negations } from "../negations.ts";
import { copula, pastAny, pastLead, sameStatement, sameWords } from "./same-statement.ts";

/** Words of the telling before the first cell, and between the cells. */
const kinds = new Set([
  ..."an a the for of entry such as option setting flag parameter field property key value name command code error status you get".split(
    " ",
  ),
  ..."字段参数选项设置值的命令属性变量状态码错误",
]);

/** Is a sentence a row from its first cell on, cell by cell: each whole, or its first sentences? */
export function saidInRow(said: readonly Spoken[], { unit }: Carrier): boolean {
  const [first, ...columns] = columnsOf(unit.text);
  if (first === undefined) return false;
  const name = spoken(first.cell);
  const before = pastAny(said, 0, new Set([...kinds, ...titleOf(first)]));
  const named =
    sameWords(said, Math.min(before, entailmentLimits.kind_words), name) ??
    sameWords(said, 0, name);
  if (named === undefined) return false;
  let at = named;
  let told = 0;
  for (const column of columns) {
    if (at === said.length) break;
    const end = sayCell(said, at, column, told === 0);
    if (end === undefined || (end < said.length && said[end]?.border !== true)) continue;
    at = end;
    told += 1;
  }
  return told > 0 && at === said.length;
}

type Column = { header: string; cell: string };

const titleOf = ({ header }: Column): string[] => spoken(header).map(({ word }) => word);

/** Where the first sentences of a cell end that are said from `from` on. */
function sayCell(
  said: readonly Spoken[],
  from: number,
  column: Column,
  opens: boolean,
): number | undefined {
  const title = titleOf(column);
  const entered = pastAny(said, from, new Set([...copula, ...title, "的"]));
  const lead = pastLead(said, entered);
  // That one cell follows from another says no row.
  if (lead.adds && !opens) return undefined;
  const begins = lead.at;
  const titled = said.slice(from, begins).some(({ word }) => title.includes(word));
  const { cell } = column;
  if (negations(column.header) > 0) return undefined;
  if (!titled && spoken(cell).length < entailmentLimits.cell_words) return undefined;
  let at = begins;
  for (const { start, end } of sentenceRanges(cell)) {
    const told = sameStatement(said, at, spoken(cell.slice(start, end)), at === begins);
    if (told === undefined) break;
    at = told.end;
  }
  return at === begins ? undefined : at;
}
