import type { Lang } from "#lib/contracts/answer";
import { type Finding, FindingRule, type Findings } from "#lib/contracts/findings";
import { type MessageKey, say } from "#lib/platform/say";
import type { Unsure } from "./aim.ts";

/** So many of one rule are listed; all of them stand in `findings.json`. */
const MOST_LISTED = 1000;

/**
 * The findings as a page to read: what was looked at, by rule and page with lines, and what could not be judged. A page is a
 * link to `root/path#L12`, each name of it encoded, which whoever shows the report can open.
 */
export function reportOf(findings: Findings, lang: Lang): string {
  const { pages, links, unread, left_out } = findings;
  const count = findings.findings.length + left_out;
  const tell = (key: MessageKey, params?: Record<string, string | number>) =>
    say(lang, key, params);
  const parts = [`# ${tell("check.title")}`, tell("check.read", { pages, links, count })];
  const rules = FindingRule.options.filter((rule) =>
    findings.findings.some((one) => one.rule === rule),
  );
  if (rules.length > 0) {
    const rows = rules.map((rule) => {
      const own = findings.findings.filter((one) => one.rule === rule);
      const fixes = own.filter(({ fix }) => fix !== undefined).length;
      return `| ${tell(`check.rule.${rule}`)} | ${own.length} | ${fixes} |`;
    });
    const head = `| ${tell("check.table.what")} | ${tell("check.table.count")} | ${tell("check.table.fixes")} |`;
    parts.push([head, "| --- | --- | --- |", ...rows].join("\n"));
  } else parts.push(tell("check.nothing"));
  for (const rule of rules) {
    const own = findings.findings.filter((one) => one.rule === rule);
    parts.push(`## ${tell(`check.rule.${rule}`)}`, tell(`check.about.${rule}`));
    parts.push(byPage(own.slice(0, MOST_LISTED), lang));
    if (own.length > MOST_LISTED)
      parts.push(tell("check.more", { count: own.length - MOST_LISTED }));
  }
  const doubts = Object.entries(findings.not_checked).filter(([, n]) => n > 0);
  if (doubts.length > 0) {
    const rows = doubts.map(([reason, n]) => `- ${tell(doubtKey(reason), { count: n })}`);
    parts.push(`## ${tell("check.doubts")}`, tell("check.about.doubts"), rows.join("\n"));
  }
  if (unread.length > 0) {
    const rows = unread.slice(0, MOST_LISTED).map(({ root_id, path, rule }) => {
      const here = `${root_id}/${path}`;
      return `- [${code(here)}](${fileLink(here)}): ${code(rule)}`;
    });
    parts.push(`## ${tell("check.unread", { count: unread.length })}`, rows.join("\n"));
  }
  return `${parts.join("\n\n")}\n`;
}

/** An address as a person reads it; one that is wrongly encoded stays as it is. */
function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

function byPage(findings: readonly Finding[], lang: Lang): string {
  const rows: string[] = [];
  let page = "";
  for (const { root_id, path, line, text, target, rule, fix } of findings) {
    const here = `${root_id}/${path}`;
    if (here !== page) {
      rows.push(`${page === "" ? "" : "\n"}**[${plain(here)}](${fileLink(here)})**`, "");
    }
    page = here;
    const place = `[${say(lang, "check.line", { line })}](${fileLink(here)}#L${line})`;
    const what = rule === "page_unlinked" ? "" : ` ${code(target)}`;
    const line_text = rule === "page_unlinked" || text === "" ? "" : `\n  > ${plain(text)}`;
    const mend =
      fix === undefined ? "" : ` ${say(lang, "check.fix", { to: code(readable(fix.to)) })}`;
    rows.push(`- ${place}${what}${mend}${line_text}`);
  }
  return rows.join("\n");
}

const fileLink = (here: string): string =>
  here
    .split("/")
    .map((name) =>
      encodeURIComponent(name.toWellFormed()).replace(
        /[()]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16)}`,
      ),
    )
    .join("/");

/** Words of a document as words: nothing in them is Markdown here. */
const plain = (text: string): string => text.replace(/[\\`*_{}[\]<>#|!~&$]/g, "\\$&");

function code(text: string): string {
  const runs = text.match(/`+/g)?.map((run) => run.length) ?? [0];
  const fence = "`".repeat(Math.max(...runs) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

const doubtKeys: Record<Unsure | "menu", MessageKey> = {
  template: "check.doubt.template",
  alias: "check.doubt.alias",
  encoding: "check.doubt.encoding",
  absolute: "check.doubt.absolute",
  outside: "check.doubt.outside",
  route: "check.doubt.route",
  copy: "check.doubt.copy",
  anchor: "check.doubt.anchor",
  long: "check.doubt.long",
  unasked: "check.doubt.unasked",
  menu: "check.doubt.menu",
};

function doubtKey(reason: string): MessageKey {
  const known = Object.entries(doubtKeys).find(([name]) => name === reason);
  return known?.[1] ?? "check.doubt.outside";
}
