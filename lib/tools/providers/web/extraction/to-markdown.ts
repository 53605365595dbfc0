import { gfm } from "@joplin/turndown-plugin-gfm";
import TurndownService from "turndown";

/**
 * A part of a page as GitHub's Markdown: headings, lists, tables, code with its language, links as absolute addresses of
 * the web or of mail, the words of pictures in place of them. A character is escaped only where it would be read as a
 * mark, so that what is quoted from it reads as the page does.
 */
export function toMarkdown(html: string, base: string): string {
  const service = new TurndownService({
    headingStyle: "atx",
    hr: "---",
    bulletListMarker: "-",
    codeBlockStyle: "fenced",
    emDelimiter: "*",
  });
  service.use(gfm);
  service.escape = escaped;
  service.addRule("picture", {
    filter: ["img", "picture", "figure"],
    replacement: (content, node) => {
      const element = node as Element; // the filter names elements
      if (element.nodeName !== "IMG") return content;
      return escaped((element.getAttribute("alt") ?? "").replace(/\s+/g, " ").trim());
    },
  });
  service.addRule("link", {
    filter: "a",
    replacement: (content, node) => {
      const href = absolute((node as Element).getAttribute("href") ?? "", base);
      const words = content.trim();
      // The signs that generators put after a heading for a link to it say nothing.
      if (/^[#¶§🔗]?$/u.test(words)) return "";
      if (href === undefined || /\n/.test(words)) return content;
      return `[${words}](${href
        .replace(/[()\s<>]/g, encodeURIComponent)
        .replaceAll("(", "%28")
        .replaceAll(")", "%29")})`;
    },
  });
  service.addRule("list-item", {
    filter: "li",
    replacement: (content, node) => {
      const mark = markOf(node as Element);
      const text = content.trim().replace(/\n(?=.)/g, `\n${" ".repeat(mark.length)}`);
      return `${mark}${text}\n`;
    },
  });
  service.addRule("code-block", {
    filter: (node) => node.nodeName === "PRE",
    replacement: (_, node) => codeBlock(node as Element),
  });
  return tidy(service.turndown(html));
}

/** A link may be no longer than an address that can be asked for: many of them would make a page far more than it is. */
const hrefCharacters = 2048;

function absolute(href: string, base: string): string | undefined {
  const url = URL.parse(href.trim(), base);
  if (url === null || url.href.length > hrefCharacters) return undefined;
  return /^(?:https?|mailto):$/.test(url.protocol) ? url.href : undefined;
}

/** `- `, or the number that the item has on the page. */
function markOf(item: Element): string {
  const list = item.parentElement;
  if (list?.nodeName !== "OL") return "- ";
  const start = Number.parseInt(list.getAttribute("start") ?? "1", 10) || 1;
  const items = Array.from(list.children).filter(({ nodeName }) => nodeName === "LI");
  return `${start + Math.max(0, items.indexOf(item))}. `;
}

function codeBlock(pre: Element): string {
  const text = (pre.textContent ?? "")
    .replace(/\r\n?/g, "\n")
    .replace(/^\n/, "")
    .replace(/\s+$/, "");
  if (text === "") return "";
  return `\n\n${fenced(text, languageOf(pre))}\n\n`;
}

/** A block of code that nothing in it ends. */
export function fenced(text: string, language: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Where highlighters leave the name of the language: on the block, what is in it, or up to three around it. */
function languageOf(pre: Element): string {
  let around: Element | null = pre.parentElement;
  const places: (Element | null)[] = [pre, pre.querySelector("code")];
  for (let i = 0; i < 3 && around !== null; i++) {
    places.push(around);
    around = around.parentElement;
  }
  for (const place of places) {
    const named = place?.getAttribute("data-lang") ?? place?.getAttribute("data-language") ?? "";
    const classed =
      /(?:^|\s)(?:language|lang|highlight-source|highlight|brush:?|sourceCode)[\s:-]+([A-Za-z][\w+#.-]*)/.exec(
        place?.getAttribute("class") ?? "",
      )?.[1] ?? "";
    const language = (named || classed).toLowerCase();
    if (/^[a-z][\w+#.-]{0,30}$/.test(language) && !plainNames.has(language)) return language;
  }
  return "";
}
const plainNames = new Set([
  "text",
  "plain",
  "none",
  "default",
  "source",
  "notranslate",
  "highlight",
]);

function escaped(text: string): string {
  return text
    .replace(/\\(?=[\\`*_{}[\]()#+\-.!<>|~])/g, "\\\\")
    .replace(/`|(?<!\s)\*|\*(?!\s)/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/~~/g, "\\~~")
    .replace(/\[(?=[^\]]*\](?:\(|\[|:))/g, "\\[")
    .replace(/<(?=[A-Za-z/!?])/g, "\\<")
    .replace(/^(\s*)([-+])(?=\s)/, "$1\\$2")
    .replace(/^(\s*)(#{1,6})(?=\s|$)/, "$1\\$2")
    .replace(/^(\s*)>/, "$1\\>")
    .replace(/^(\s*\d{1,9})([.)])(?=\s)/, "$1\\$2")
    .replace(/^(\s*)(=+|-{3,})$/, "$1\\$2");
}

function tidy(markdown: string): string {
  return markdown
    .replace(/[\u200b\u2060\ufeff]/g, "")
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
