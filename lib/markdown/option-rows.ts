/**
 * Code that is a table: what a command prints of its options and commands, and lists of commands with a comment behind
 * each. A row is a name and what is said of it, on its line or further in on those below.
 */
export type LineRange = { start: number; end: number };

/** `--port <n>    the port`, with as many words for its value; or with its text on the next line. */
const option =
  /^(\s*)(?!-[rwx-]{9})-{1,2}[A-Za-z?@][^\s\\]*(?:,? (?!\\)\S+){0,6}?(?:(?:\s{2,}|\t+)(\S.*)|\s*)$/;
/** `  clean    Clear the cache`, beside options. */
const command = /^\s+[a-z][\w:-]*(?:, [a-z][\w-]*)?(?:\s{2,}|\t+)([\p{Lu}\p{Script=Han}].*)$/u;
/** `helm lint <chart>   # Run tests`. */
const commented = /^[a-z][\w./-]*(?: [^\s#]\S*){0,9}\s+# ?(\S.*)$/;
const letters = /\p{L}{2}|\p{Script=Han}/u;
const leastRows = 3;

/** The rows of a block of code by its lines, from 0, `end` exclusive; none where it is no such table. */
export function optionRows(lines: readonly string[], info: string): LineRange[] {
  if (!shown.test(info)) return [];
  const filled = lines.filter((line) => line.trim() !== "").length;
  const rows = optionsIn(lines);
  const found = rows.length >= leastRows ? rows : commentsIn(lines);
  const covered = found.reduce((sum, { start, end }) => sum + end - start, 0);
  return found.length >= leastRows && covered >= filled * mostOfIt ? found : [];
}

const mostOfIt = 0.5;
/** What is printed or typed, and no program. */
const shown =
  /^(?:|text|txt|plain(?:text)?|console|(?:ba|z|fi)?sh|shell|cmd|bat|terminal|help|usage|output|powershell)$/i;

function optionsIn(lines: readonly string[]): LineRange[] {
  const rows: LineRange[] = [];
  lines.forEach((line, start) => {
    const own = option.exec(line);
    const said = own === null ? command.exec(line)?.[1] : own[2];
    if (own === null && (said === undefined || rows.at(-1)?.end === start + 1)) return;
    const indent = line.length - line.trimStart().length;
    let end = start + 1;
    while (isFurtherIn(lines[end], indent)) end++;
    if (letters.test(said ?? lines.slice(start + 1, end).join(" "))) rows.push({ start, end });
  });
  return rows.filter(({ start }, i) => start >= (rows[i - 1]?.end ?? 0));
}

const isFurtherIn = (line: string | undefined, indent: number): boolean =>
  line !== undefined &&
  line.trim() !== "" &&
  line.length - line.trimStart().length >= indent + 4 &&
  !option.test(line) &&
  !command.test(line);

const commentsIn = (lines: readonly string[]): LineRange[] =>
  lines.flatMap((line, start) =>
    letters.test(commented.exec(line)?.[1] ?? "") ? [{ start, end: start + 1 }] : [],
  );
