import { columnsOf } from "#lib/markdown/table-rows";
import { heldBy, wordsHeld } from "../coverage.ts";
import { denialsIn } from "../negations.ts";

/**
 * Does a sentence tell a cell of a row otherwise than it stands? What a column that the sentence names has in the row is
 * said, not what another one has: an empty or denying cell is not affirmed, "never" is not "always", and the number of
 * one column is not given to another.
 */
export function turnsCell(sentence: string, row: string): boolean {
  const columns = columnsOf(row);
  const mine = wordsHeld(sentence);
  const named = columns.filter(({ header }) => header !== "" && heldBy(header, mine).share >= 1);
  const about = columns[0];
  if (named.some((one) => one !== about && affirms(sentence, one))) return true;
  const told = named.length > 0 ? named : columns;
  const turned = exclusive.some(([one, other]) =>
    [
      [one, other],
      [other, one],
    ].some(
      ([says, stands]) =>
        says?.said.test(sentence) === true &&
        !(stands?.said.test(sentence) ?? false) &&
        told.some(({ cell }) => stands?.cell.test(cell)) &&
        !told.some(({ cell }) => says.cell.test(cell)),
    ),
  );
  return turned || crossesNumbers(sentence, columns, named);
}

type Column = { header: string; cell: string };

const denying =
  /^(?:off|never|no|none|false|missing|unsupported|n\/a|[-–—×✗✘❌]|否|不|无|没有|不支持|从不|关|关闭|停用)?$/iu;
const aboutDefault = /default|initial|默认|缺省/i;
const aboutNeed = /required|mandatory|必[填需选须]|必须/i;

function affirms(sentence: string, { header, cell }: Column): boolean {
  if (!denying.test(cell) || aboutDefault.test(header)) return false;
  if (cell !== "" && sentence.toLowerCase().includes(cell.toLowerCase())) return false;
  if (aboutNeed.test(header) && /optional|可选|选填/i.test(sentence)) return false;
  return denialsIn(sentence).most === 0;
}

type State = { said: RegExp; cell: RegExp };
const exclusive: readonly [State, State][] = [
  [
    {
      said: /\b(?:is|are|stays?|default|turned|switched) (?:on|enabled)\b|\bon by default\b|默认(?:开启|启用|打开)/i,
      cell: /^`?(?:on|true|yes|enabled|开启?|启用|是)`?$/i,
    },
    {
      said: /\b(?:off|disabled)\b|默认(?:关闭|停用|禁用)/i,
      cell: /^`?(?:off|false|no|disabled|关闭?|停用|禁用|否)`?$/i,
    },
  ],
  [
    { said: /\balways\b|总是|始终/i, cell: /^(?:always|总是|始终)$/i },
    { said: /\bnever\b|从不|永不/i, cell: /^(?:never|从不|永不)$/i },
  ],
  [
    { said: /\btrue\b/i, cell: /^`?true`?$/i },
    { said: /\bfalse\b/i, cell: /^`?false`?$/i },
  ],
];

const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? [];

/** "The minimum is 16" of a row that has 4 under "Min" and 16 under "Max". */
function crossesNumbers(
  sentence: string,
  columns: readonly Column[],
  named: readonly Column[],
): boolean {
  const own = named.flatMap(({ cell }) => numbersIn(cell));
  const others = columns
    .filter((one) => !named.includes(one))
    .flatMap(({ cell }) => numbersIn(cell));
  const said = numbersIn(sentence);
  if (own.length === 0 || said.some((number) => own.includes(number))) return false;
  return said.some((number) => others.includes(number));
}
