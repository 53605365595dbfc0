import { callName } from "#lib/citations/call-name";
import { harmless, type Rendered, renderAnswer } from "#lib/citations/render";
import type { Answer, Lang, ReportLine, ToolAction } from "#lib/contracts/answer";
import { say } from "#lib/platform/say";
import { isAgentTool } from "#lib/tools/agent-rights";

/** An answer as Markdown, with what was done for it. */
export function renderWritten(
  lang: Lang,
  answer: Rendered & Partial<Pick<Answer, "report" | "actions">>,
): string {
  const { report = [], actions = [] } = answer;
  const parts = [renderAnswer(answer, lang), renderActions(lang, report, actions)];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** What was done, below what the documents say: the model's words about it, then the calls as they were made. */
function renderActions(
  lang: Lang,
  report: readonly ReportLine[],
  actions: readonly ToolAction[],
): string {
  if (actions.length === 0) return "";
  const said = report.map(({ text, kind, info }) => {
    if (kind === "list_item") return `- ${harmless(text)}`;
    return kind === "step" ? `${info ?? "1"}. ${harmless(text)}` : harmless(text);
  });
  const calls = actions.map((action) => {
    const by = action.agent === undefined ? "" : `${action.agent}: `;
    const name = `${by}${callName(action.tool_id, action.arguments)}`.replace(/[`\s]+/g, " ");
    const outcome = say(lang, `action.outcome.${action.outcome}`);
    const why = action.outcome === "refused" && action.rule !== null ? ` (${action.rule})` : "";
    const words = action.outcome === "done" && isAgentTool(action.tool_id) ? action.output : "";
    return `${action.number}. \`${name}\`: ${outcome}${why}${quoted(words)}`;
  });
  return [...said, `${say(lang, "action.heading")}:`, calls.join("\n")].join("\n\n");
}

/** As somebody else's, below the call that brought it. */
function quoted(words: string): string {
  if (words.trim() === "") return "";
  const lines = words.trim().split("\n");
  return `\n\n${lines.map((line) => `   > ${harmless(line)}`).join("\n")}\n`;
}
