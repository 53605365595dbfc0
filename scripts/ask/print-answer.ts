import { type Answer, type Gap, modelAsked } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import { say } from "#lib/platform/say";
import { withMarks } from "../terminal/marks.ts";
import { terminalName, terminalText } from "../terminal/terminal-text.ts";

/** An answer for a terminal: claims with their markers, the lines behind each marker, and what was not found. */
export function printAnswer(answer: Answer): void {
  const { lang } = answer;
  const model = modelAsked(answer);
  const words = answer.claims.length > 0 || answer.status === "chat";
  const blocks = [
    words ? answer.markdown : "",
    section(say(lang, "ask.sources"), answer.citations.map(sourceLine)),
    ...answer.gaps.map((gap) => gapBlock(gap, lang)),
    section(
      "",
      answer.notices.map((notice) => notice.message),
    ),
    model === undefined || answer.mode !== "model" ? "" : say(lang, "export.written_by", { model }),
  ];
  const text = terminalText(blocks.filter((block) => block.trim() !== "").join("\n\n"));
  console.log(withMarks(text, new Set(answer.citations.map(({ id }) => id))));
}

function sourceLine({ id, path, locator }: Citation): string {
  const { line_start, line_end } = locator;
  return `[${id}] ${terminalName(path)}:${line_start}${line_end === line_start ? "" : `-${line_end}`}`;
}

function gapBlock(gap: Gap, lang: Answer["lang"]): string {
  return [
    gap.message,
    section(
      gap.nearest.length > 0 ? say(lang, "ask.nearest") : "",
      gap.nearest.map(
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
