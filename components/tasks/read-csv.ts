/** Rows of a file of comma-separated values; a cell in quotation marks may hold commas, line ends and doubled marks. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/g;
  const given = text.replace(/^\uFEFF/, "");
  for (let at = 0; at < given.length; ) {
    cells.lastIndex = at;
    const found = cells.exec(given);
    if (found === null || found.index !== at) {
      row.push(given.slice(at)); // a mark that nothing closes: the rest as it stands
      break;
    }
    row.push((found[1] ?? "").replaceAll('""', '"') || (found[2] ?? ""));
    at = cells.lastIndex;
    if (found[3] === ",") {
      if (at >= given.length) row.push("");
      continue;
    }
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}
