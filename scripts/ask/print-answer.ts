import { leaveOutSecrets } from "#lib/citations/leave-out-secrets";
import { renderMarkdown, renderNear } from "#lib/citations/render";
import { type Answer, type Claim, type Gap, modelAsked } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import { laidOutLines, quotedSources } from "#lib/contracts/closest";
import { say } from "#lib/platform/say";
import { styled, withMarks } from "../terminal/marks.ts";
import { terminalName, terminalText } from "../terminal/terminal-text.ts";

/** An answer for a terminal: claims with their markers, the lines behind each marker, and what was not found. */
export function printAnswer(given: Answer): void {
  const answer = { ...given, gaps: leaveOutSecrets(given).answer.gaps };
  const { lang } = answer;
  const sources = quotedSources(answer);
  const model = modelAsked(answer);
  const words = answer.claims.length > 0 || answer.status === "chat";
  const blocks = [
    words ? answer.markdown : "",
    ...answer.gaps.map((gap) => gapBlock(gap, lang)),
    section(say(lang, "ask.sources"), sources.map(sourceLine)),
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
  const dimmed = dimContext(text, [...answer.claims, ...answer.gaps.flatMap(nearLines)], lang);
  console.log(withMarks(dimmed, new Set(sources.map(({ id }) => id))));
}

/** What the sentences are read in, dim: each in its turn, since the same words may stand in the answer, too. */
function dimContext(text: string, shown: readonly Claim[], lang: Answer["lang"]): string {
  let done = "";
  let rest = text;
  for (const { beside: _, left_out: _more, ...one } of shown) {
    const said = terminalText(renderMarkdown([one], lang));
    const at = said === "" ? -1 : rest.indexOf(said);
    if (at < 0) continue; // it is laid out otherwise where it stands, in a list or under a sentence
    done += rest.slice(0, at) + (one.context ? styled("dim", said) : said);
    rest = rest.slice(at + said.length);
  }
  return done + rest;
}

const nearLines = ({ nearest }: Gap) => nearest.flatMap(laidOutLines);

function sourceLine({ id, path, locator }: Citation): string {
  const { line_start, line_end } = locator;
  return `[${id}] ${terminalName(path)}:${line_start}${line_end === line_start ? "" : `-${line_end}`}`;
}

function gapBlock(gap: Gap, lang: Answer["lang"]): string {
  const others = gap.nearest.filter(({ lines }) => lines === undefined);
  return [
    gap.message,
    renderNear(gap, lang),
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
