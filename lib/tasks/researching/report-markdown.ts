import { hostOf } from "#lib/agents/web-calls";
import { oneLine } from "#lib/platform/one-line";
import { type MessageKey, say } from "#lib/platform/say";
import type { Cited, Report } from "./report.ts";
import { dayOf, leadOf, leftOut } from "./report-words.ts";
import { asMarkdown, fenced, inMarkdown, rowsOf, webLink } from "./words.ts";

/** The report as a page of Markdown; words of sources are words in it, never markup. */
export function reportMarkdown(report: Report): string {
  const { lang, sections, sources } = report;
  const tell = (key: MessageKey, params: Record<string, string | number> = {}) =>
    say(lang, key, params);
  const parts = [`# ${asMarkdown(report.query)}`, ...leadOf(report).map(asMarkdown)];
  for (const [i, section] of sections.entries()) {
    const { question, statements, contradictions, gaps } = section;
    parts.push(`## ${i + 1}. ${asMarkdown(question)}`);
    parts.push(...statements.map(statement));
    if (contradictions.length > 0) {
      parts.push(`### ${tell("research.contradictions")}`, tell("research.contradictions_said"));
      for (const { kind, one, other } of contradictions) {
        parts.push(
          `- **${tell(`research.contradiction.${kind}`)}**\n  - ${inline(one)}\n  - ${inline(other)}`,
        );
      }
    }
    if (statements.length === 0 && contradictions.length === 0) {
      parts.push(`*${tell("research.nothing")}*`);
    }
    if (gaps.length > 0) {
      parts.push(
        `### ${tell("research.gaps")}`,
        gaps.map((gap) => `- ${asMarkdown(gap)}`).join("\n"),
      );
    }
  }
  const said = leftOut(report).map((line) => `- ${asMarkdown(line)}`);
  if (said.length > 0) parts.push(`## ${tell("research.notices")}`, said.join("\n"));
  if (report.failed.length > 0) {
    const rows = report.failed.map(
      ({ url, rule, message }) => `- ${address(url)}: ${asMarkdown(message)} (\`${rule}\`)`,
    );
    parts.push(`## ${tell("research.not_read", { count: report.failed.length })}`, rows.join("\n"));
  }
  if (sources.length > 0) {
    const rows = sources.map(({ index, title, url, fetched_at, root_id, path }) => {
      const link = webLink(url);
      if (link === undefined)
        return `${index}. ${asMarkdown(title)} — ${code(`${root_id}/${path}`)}`;
      const when = tell("research.saved", { when: dayOf(fetched_at), host: hostOf(link) });
      return `${index}. ${asMarkdown(title)} — ${address(link)} (${asMarkdown(when)})`;
    });
    parts.push(`## ${tell("research.sources")}`, rows.join("\n"));
  }
  return `${parts.join("\n\n")}\n`;

  function statement(one: Cited): string {
    if (one.kind === "code" || one.kind === "table") {
      const rows = one.kind === "table" ? rowsOf(one.text) : undefined;
      const block = rows === undefined ? fenced(one.text, one.info) : table(rows);
      return `${block}\n\n${marks(one)}`;
    }
    return `- ${inline(one)}`;
  }
  function inline(one: Cited): string {
    return `${inMarkdown(one.text)} ${marks(one)}`;
  }
  function marks({ at }: Cited): string {
    const shown = at.map(({ source, line_start, line_end }) => {
      const lines = line_start === line_end ? `${line_start}` : `${line_start}-${line_end}`;
      return `\\[${source}, ${tell("research.lines", { lines })}\\]`;
    });
    return [...new Set(shown)].join(" ");
  }
}

function table([head = [], ...rows]: string[][]): string {
  // A bar within code would end its cell.
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => inMarkdown(cell).replace(/(?<!\\)\|/g, "\\|")).join(" | ")} |`;
  return [line(head), `|${" --- |".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** An address as text that no reader of Markdown makes more of; a link where it is one of the web. */
function address(url: string): string {
  const link = webLink(url);
  return link === undefined ? code(url) : `<${link.replace(/[<>\s]/g, encodeURIComponent)}>`;
}

const code = (text: string): string => `\`${oneLine(text).replaceAll("`", "'")}\``;
