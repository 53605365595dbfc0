import { type Answer, type Gap, modelAsked } from "#lib/contracts/answer";
import { nearestTo } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import { say } from "#lib/platform/say";
import { leaveOutSecrets } from "./leave-out-secrets.ts";
import { renderNearest } from "./render.ts";

/**
 * A whole answer as text, for a terminal or a client that shows text alone: the sentences with their markers, what is
 * missing and what comes nearest, then `[1] path:12-14` for each marker. `nameOf` says how a file is named. Lines beside the
 * answer that look like a secret are left out; its own sentences are as they stand in `given`.
 */
export function answerText(given: Answer, nameOf: (citation: Citation) => string): string {
  const { gaps, blocks } = leaveOutSecrets(given).answer;
  const answer = { ...given, gaps };
  const { lang } = answer;
  const model = modelAsked(answer);
  const words = answer.claims.length > 0 || answer.status === "chat";
  const sources = answer.citations.map((one) => `[${one.id}] ${placed(one, nameOf)}`);
  return [
    words ? answer.markdown : "",
    ...gaps.map((gap) => gapText(gap, { ...answer, blocks }, nameOf)),
    section(say(lang, "ask.sources"), sources),
    section(
      "",
      answer.notices.map((notice) => notice.message),
    ),
    model === undefined || answer.mode !== "model" ? "" : say(lang, "export.written_by", { model }),
  ]
    .filter((part) => part.trim() !== "")
    .join("\n\n");
}

function gapText(gap: Gap, answer: Answer, nameOf: (citation: Citation) => string): string {
  const { lang } = answer;
  const near = nearestTo(gap, answer.blocks);
  const read = new Set(near.flatMap(({ lines }) => lines.map(({ citation }) => citation)));
  const others = gap.nearest.filter(({ id }) => !read.has(id));
  return [
    gap.message,
    renderNearest(near, answer, lang),
    section(
      others.length > 0 ? say(lang, "ask.nearest") : "",
      others.map((one) => `  ${placed(one, nameOf)}`),
    ),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function placed(citation: Citation, nameOf: (citation: Citation) => string): string {
  const { line_start, line_end } = citation.locator;
  return `${nameOf(citation)}:${line_start}${line_end === line_start ? "" : `-${line_end}`}`;
}

function section(heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return [...(heading === "" ? [] : [heading]), ...lines].join("\n");
}
