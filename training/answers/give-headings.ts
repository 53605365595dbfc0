import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { analyseQuestion } from "#lib/language/analyse-question";

/**
 * Copies a question set and gives sections their headings back. Sets hide the heading that a question was taken from; fitted on
 * those alone, a model learns that a heading near to the question stands over the wrong section. Of every three such sections
 * one keeps the hidden heading, one gets the words of it that tell what it is about, and one all of it.
 *
 *   node training/answers/give-headings.ts SET COPY
 */
type Query = {
  id: string;
  question: string;
  source?: string;
  gold?: { path: string; line_start?: number }[];
};

const [set, copy] = process.argv.slice(2);
if (set === undefined || copy === undefined)
  throw new Error("Name the set and the folder of the copy.");
cpSync(set, copy, { recursive: true });
const hidden = /^(#{1,6} +|\*\*|<summary>)(?:Question|问题) \d+/;
const pages = new Map<string, string[]>();
const counts = [0, 0, 0];
const queries = readFileSync(path.join(copy, "queries.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "");
for (const [at, line] of queries.entries()) {
  // Written by training/sets.
  const { question, gold = [] } = JSON.parse(line) as Query;
  const way = at % 3;
  if (way === 0) continue;
  const about = analyseQuestion(question).terms.filter(
    ({ kind, role }) => kind !== "part" && kind !== "han_single" && role !== "talk",
  );
  const joint = /\p{Script=Han}/u.test(question)
    ? hanOf(about)
    : about.map(({ written }) => written).join(" ");
  for (const { path: page, line_start } of gold) {
    if (line_start === undefined) continue;
    const file = path.join(copy, "docs", page);
    const lines = pages.get(file) ?? readFileSync(file, "utf8").split("\n");
    pages.set(file, lines);
    for (let i = line_start - 2; i >= Math.max(0, line_start - 6); i--) {
      const found = hidden.exec(lines[i] ?? "");
      if (found === null) continue;
      const heading = way === 1 ? joint : question;
      lines[i] = (lines[i] ?? "").replace(found[0], `${found[1]}${heading}`);
      counts[way] = (counts[way] ?? 0) + 1;
      break;
    }
  }
}
for (const [file, lines] of pages) writeFileSync(file, lines.join("\n"));
console.log(
  `${path.basename(set)}: ${counts[1]} sections got the words of their heading back, ${counts[2]} all of it`,
);

/** Pairs of characters that follow each other, as the text they were read from. */
function hanOf(
  terms: readonly { written: string; start: number; end: number; crossing?: true | undefined }[],
): string {
  let text = "";
  let end = -1;
  for (const one of terms) {
    if (one.crossing) continue;
    text +=
      one.start >= end
        ? `${text === "" ? "" : " "}${one.written}`
        : one.written.slice(end - one.start);
    end = Math.max(end, one.end);
  }
  return text;
}
