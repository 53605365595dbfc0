import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "#lib/contracts/errors";
import { projectDir } from "#lib/platform/project";

/**
 * The word lists and phrase lists of `lexicon/`: one `.tsv` file a list, UTF-8, read whole when first asked for and kept.
 * The first line begins with "# " and says what the list is for; behind it, parted by tabs, stand the names of its columns.
 * Every other line is a row with as many cells. Throws AppError that names the file and the line where one is missing or
 * damaged: a list that is read in part would change answers without anybody knowing why.
 *
 *   # Units of measure.→lang→word
 *   en→metre
 */
export type LexiconRow<Column extends string> = Readonly<Record<Column, string>>;

export function readLexicon<Column extends string>(
  name: string,
  columns: readonly Column[],
): readonly LexiconRow<Column>[] {
  const file = path.join(folder(), `${name}.tsv`);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new AppError("unknown", `The word list ${shown(name)} cannot be read.`, {
      cause,
      details: { file },
    });
  }
  return parseLexicon(name, text, columns);
}

/** The rows of a list's text; exported for its test. */
export function parseLexicon<Column extends string>(
  name: string,
  text: string,
  columns: readonly Column[],
): readonly LexiconRow<Column>[] {
  const damaged = (line: number, what: string) =>
    new AppError("unknown", `The word list ${shown(name)} is damaged at line ${line}: ${what}.`);
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const [purpose = "", ...named] = (lines[0] ?? "").split("\t");
  if (!purpose.startsWith("# ")) throw damaged(1, "it does not say what the list is for");
  if (named.join() !== columns.join())
    throw damaged(1, `its columns are not ${columns.join(", ")}`);
  const rows: LexiconRow<Column>[] = [];
  for (const [i, line] of lines.entries()) {
    if (i === 0 || line === "") continue;
    const cells = line.split("\t");
    if (cells.length !== columns.length)
      throw damaged(i + 1, `it has ${cells.length} cells, not ${columns.length}`);
    if (line.includes("\ufffd")) throw damaged(i + 1, "it holds bytes that are not UTF-8");
    const row: Partial<Record<Column, string>> = {};
    for (const [at, column] of columns.entries()) row[column] = cells[at] ?? "";
    rows.push(row as Record<Column, string>); // every column was given a cell above
  }
  if (rows.length === 0) throw damaged(1, "it has no rows");
  return rows;
}

/** What is made of a list when it is first needed, and kept. */
export function atFirstUse<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const shown = (name: string) => `lib/language/lexicon/${name}.tsv`;

/** Beside this file; bundled code stands elsewhere and finds it in the project. */
function folder(): string {
  const beside = path.join(path.dirname(fileURLToPath(import.meta.url)), "lexicon");
  return existsSync(beside) ? beside : path.join(projectDir(), "lib/language/lexicon");
}
