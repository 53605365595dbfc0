import { leaveOutSecrets } from "#lib/citations/leave-out-secrets";
import { renderMarkdown, renderNearest } from "#lib/citations/render";
import { type Answer, type Gap, modelAsked } from "#lib/contracts/answer";
import { allWords, nearestTo } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import { say } from "#lib/platform/say";
import { styled, withMarks } from "../terminal/marks.ts";
import { terminalName, terminalText } from "../terminal/terminal-text.ts";

/** An answer for a terminal: claims with their markers, the lines behind each marker, and what was not found. */
export function printAnswer(given: Answer): void {
  const { gaps, blocks: safe } = leaveOutSecrets(given).answer;
  const answer = { ...given, gaps };
  const { lang } = answer;
  const model = modelAsked(answer);
  const words = answer.claims.length > 0 || answer.status === "chat";
  const blocks = [
    words ? answer.markdown : "",
    ...gaps.map((gap) => gapBlock(gap, { ...answer, blocks: safe })),
    section(say(lang, "ask.sources"), answer.citations.map(sourceLine)),
    section(
      "",
      answer.notices.map((notice) => notice.message),
    ),
    model === undefined || answer.mode !== "model" ? "" : say(lang, "export.written_by", { model }),
  ];
  const text = terminalText(blocks.filter((block) => block.trim() !== "").join("\n\n")).replace(
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

function sourceLine({ id, path, locator }: Citation): string {
  const { line_start, line_end } = locator;
  return `[${id}] ${terminalName(path)}:${line_start}${line_end === line_start ? "" : `-${line_end}`}`;
}

function gapBlock(gap: Gap, answer: Answer): string {
  const { lang } = answer;
  const near = nearestTo(gap, answer.blocks);
  const read = new Set(near.flatMap(({ lines }) => lines.map(({ citation }) => citation)));
  const others = gap.nearest.filter(({ id }) => !read.has(id));
  return [
    gap.message,
    renderNearest(near, answer, lang),
    section(
      others.length > 0 ? say(lang, "ask.nearest") : "",
      others.map(
        ({ path, locator }) => `  ${terminalName(path)}:${locator.line_start}-${locator.line_end}`,
      ),
    ),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function section(heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return [...(heading === "" ? [] : [heading]), ...lines].join("\n");
}
