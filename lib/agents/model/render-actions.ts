import { callName } from "#lib/citations/call-name";
import { harmless } from "#lib/citations/render";
import type { Lang, ReportLine, ToolAction } from "#lib/contracts/answer";
import { say } from "#lib/platform/say";

/** What was done, below what the documents say: the model's words about it, then the calls as they were made. */
export function renderActions(
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
    const name = callName(action.tool_id, action.arguments).replace(/[`\s]+/g, " ");
    const outcome = say(lang, `action.outcome.${action.outcome}`);
    const why = action.outcome === "refused" && action.rule !== null ? ` (${action.rule})` : "";
    return `${action.number}. \`${name}\`: ${outcome}${why}`;
  });
  return [...said, `${say(lang, "action.heading")}:`, calls.join("\n")].join("\n\n");
}
