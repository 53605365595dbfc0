import { answerText } from "#lib/citations/answer-text";
import { renderMarkdown } from "#lib/citations/render";
import type { Answer } from "#lib/contracts/answer";
import { allWords } from "#lib/contracts/blocks";
import { styled, withMarks } from "../terminal/marks.ts";
import { terminalName, terminalText } from "../terminal/terminal-text.ts";

/** An answer for a terminal: claims with their markers, the lines behind each marker, and what was not found. */
export function printAnswer(answer: Answer): void {
  const written = answerText(answer, ({ path }) => terminalName(path));
  const text = terminalText(written).replace(
    /^(?:> ?)*\*\S.*\*$/gm, // where the words below come from
    (line) => styled("dim", line),
  );
  const known = new Set(answer.citations.map(({ id }) => id));
  console.log(withMarks(dimAround(text, answer), known));
}

/** What the sentences are read in, dim: each in its turn, since the same words may stand in the answer, too. */
function dimAround(text: string, answer: Answer): string {
  let done = "";
  let rest = text;
  for (const { left_out: _, ...one } of allWords(answer)) {
    const said = terminalText(renderMarkdown([one], answer.lang));
    const at = said === "" ? -1 : rest.indexOf(said);
    if (at < 0) continue; // it is laid out otherwise where it stands, in a list or under a sentence
    done += rest.slice(0, at) + (one.around ? styled("dim", said) : said);
    rest = rest.slice(at + said.length);
  }
  return done + rest;
}
