import { isPlaceholder, looksRandom } from "./placeholder.ts";
import type { SecretSpan } from "./span.ts";

/** Cells below a header such as "Password" or 密码: the name stands once, above all of them. */
export function tableSecrets(text: string): SecretSpan[] {
  if (!underHeader.test(text) || !anyHeader.test(text)) return [];
  const spans: SecretSpan[] = [];
  let columns: number[] = [];
  let before = "";
  let at = 0;
  for (const line of text.split("\n")) {
    if (!line.includes("|")) columns = [];
    else if (underHeader.test(line) && before.includes("|")) {
      columns = cellsOf(before).flatMap(({ said }, i) => (header.test(said) ? [i] : []));
    } else if (columns.length > 0) {
      const cells = cellsOf(line);
      for (const column of columns) {
        const cell = cells[column];
        if (cell === undefined || isPlaceholder(cell.said)) continue;
        if (!looksRandom(cell.said, 8) && !/^(?=.*[A-Za-z])\S+[!@#^&*+~?]\S+$/.test(cell.said))
          continue;
        const start = at + cell.start;
        spans.push({ start, end: start + cell.said.length });
      }
    }
    before = line;
    at += line.length + 1;
  }
  return spans;
}

const underHeader = /\|[ \t]*:?-{2,}:?[ \t]*\||^[ \t]*:?-{2,}:?[ \t]*\|/m;
const anyHeader = /pass|secret|token|api.?key|密码|密碼|口令|密钥|令牌/i;
const header =
  /(?:^|[\s_-])(?:passwords?|passwd|passphrase|pwd|secrets?|(?:access|api|auth|bearer)[ _-]?(?:token|key)s?|tokens?)$|(?:密码|密碼|口令|密钥|令牌)$/i;

/** Without blanks, quotes and emphasis around their words; the empty piece before a leading "|" is none. */
function cellsOf(line: string): { said: string; start: number }[] {
  const cells: { said: string; start: number }[] = [];
  let at = 0;
  for (const piece of line.split("|")) {
    const lead = /^[\s*_`"']*/.exec(piece)?.[0].length ?? 0;
    const said = piece.slice(lead).replace(/[\s*_`"']{1,20}$/, "");
    if (at > 0 || piece.trim() !== "") cells.push({ said, start: at + lead });
    at += piece.length + 1;
  }
  return cells;
}
