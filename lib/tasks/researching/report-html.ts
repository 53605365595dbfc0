import { hostOf } from "#lib/agents/web-calls";
import { type MessageKey, say } from "#lib/platform/say";
import type { Cited, Report } from "./report.ts";
import { dayOf, leadOf, leftOut } from "./report-words.ts";
import { asHtml, inHtml, rowsOf, webLink } from "./words.ts";

/**
 * The report as one file: no script, nothing that is loaded from anywhere, and every word of a source escaped. Its own policy
 * forbids the rest, wherever it is opened.
 */
export function reportHtml(report: Report): string {
  const { lang, sections, sources, failed } = report;
  const tell = (key: MessageKey, params: Record<string, string | number> = {}) =>
    asHtml(say(lang, key, params));
  const body = [
    `<h1>${asHtml(report.query)}</h1>`,
    ...leadOf(report).map((line) => `<p class="lead">${asHtml(line)}</p>`),
    ...sections.map((section, i) => sectionHtml(section, i + 1)),
    list(tell("research.notices"), leftOut(report).map(asHtml)),
    list(
      tell("research.not_read", { count: failed.length }),
      failed.map(
        ({ url, rule, message }) => `${link(url)}: ${asHtml(message)} <code>${asHtml(rule)}</code>`,
      ),
    ),
    sourcesHtml(),
  ];
  return [
    "<!doctype html>",
    `<html lang="${lang}">`,
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${asHtml(report.query)}</title>`,
    `<style>${style}</style>`,
    "</head>",
    `<body><main>\n${body.filter((part) => part !== "").join("\n")}\n</main></body>`,
    "</html>",
    "",
  ].join("\n");

  function sectionHtml(section: Report["sections"][number], number: number): string {
    const { question, statements, contradictions, gaps } = section;
    const pairs = contradictions.map(
      ({ kind, one, other }) =>
        `<li><strong>${tell(`research.contradiction.${kind}`)}</strong><ul><li>${inline(one)}</li><li>${inline(other)}</li></ul></li>`,
    );
    const nothing = statements.length === 0 && contradictions.length === 0;
    return [
      `<section><h2>${number}. ${asHtml(question)}</h2>`,
      ...statements.map(statement),
      ...(nothing ? [`<p><em>${tell("research.nothing")}</em></p>`] : []),
      ...(pairs.length === 0
        ? []
        : [
            `<h3>${tell("research.contradictions")}</h3><p>${tell("research.contradictions_said")}</p><ul class="pairs">${pairs.join("")}</ul>`,
          ]),
      ...(gaps.length === 0
        ? []
        : [`<h3>${tell("research.gaps")}</h3><ul>${gaps.map(item).join("")}</ul>`]),
      "</section>",
    ].join("\n");
  }

  function statement(one: Cited): string {
    if (one.kind !== "code" && one.kind !== "table") return `<p>${inline(one)}</p>`;
    const [head, ...rows] = (one.kind === "table" ? rowsOf(one.text) : undefined) ?? [];
    if (head !== undefined) {
      const row = (cells: string[], tag: "th" | "td") =>
        `<tr>${cells.map((cell) => `<${tag}>${inHtml(cell)}</${tag}>`).join("")}</tr>`;
      const body = rows.map((cells) => row(cells, "td")).join("");
      return `<div class="wide" tabindex="0"><table><thead>${row(head, "th")}</thead><tbody>${body}</tbody></table></div><p>${marks(one)}</p>`;
    }
    return `<pre tabindex="0"><code>${asHtml(one.text)}</code></pre><p>${marks(one)}</p>`;
  }

  function inline(one: Cited): string {
    return `${inHtml(one.text)} ${marks(one)}`;
  }

  function marks({ at }: Cited): string {
    const shown = at.map(({ source, line_start, line_end }) => {
      const lines = line_start === line_end ? `${line_start}` : `${line_start}-${line_end}`;
      const name = `${source}, ${tell("research.lines", { lines })}`;
      return `<a class="mark" href="#source-${source}">[${name}]</a>`;
    });
    return [...new Set(shown)].join(" ");
  }

  function sourcesHtml(): string {
    if (sources.length === 0) return "";
    const rows = sources.map(({ index, title, url, fetched_at, root_id, path }) => {
      const when =
        url === undefined
          ? `<code>${asHtml(`${root_id}/${path}`)}</code>`
          : `${link(url)} (${tell("research.saved", { when: dayOf(fetched_at), host: hostOf(url) })})`;
      return `<li id="source-${index}">${asHtml(title)} — ${when}</li>`;
    });
    return `<h2>${tell("research.sources")}</h2>\n<ol>${rows.join("\n")}</ol>`;
  }
}

const item = (text: string): string => `<li>${asHtml(text)}</li>`;

const list = (heading: string, rows: readonly string[]): string =>
  rows.length === 0
    ? ""
    : `<h2>${heading}</h2><ul>${rows.map((row) => `<li>${row}</li>`).join("")}</ul>`;

function link(url: string): string {
  const href = webLink(url);
  if (href === undefined) return `<code>${asHtml(url)}</code>`;
  return `<a href="${asHtml(href)}" rel="noopener noreferrer">${asHtml(href)}</a>`;
}

const style = `:root{color-scheme:light dark}body{margin:0;font:16px/1.6 system-ui,sans-serif}main{max-width:46rem;margin:0 auto;padding:2rem 1rem}h1{font-size:1.6rem;line-height:1.25}h2{font-size:1.2rem;margin-top:2rem}h3{font-size:1rem;margin-bottom:.25rem}.lead{opacity:.8;margin:.25rem 0}.mark{font-size:.85em;white-space:nowrap}pre{overflow-x:auto;padding:.75rem;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:.4rem}a,code{overflow-wrap:anywhere}.wide{overflow-x:auto}table{border-collapse:collapse}th,td{border:1px solid color-mix(in srgb,currentColor 25%,transparent);padding:.25rem .5rem;text-align:left}.pairs>li{margin-bottom:.5rem}`;
