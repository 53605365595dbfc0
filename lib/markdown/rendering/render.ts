import MarkdownIt, { type Token } from "markdown-it";
import { imageHost, saysHost, webAddress } from "#lib/contracts/web-address";
import { readContainers } from "../containers.ts";
import { readHtmlTags } from "../html-tags.ts";
import { readShortcodes } from "../shortcodes.ts";

/**
 * Markdown of a stranger as HTML that can do nothing: HTML is read for what it means (`html-tags.ts`), only web and mail links lead anywhere and say
 * their host, and of images those alone are shown that `pictures` has an address for, which the caller has judged; in the
 * place of any other `imageNote` says that it was not loaded. Every block says which lines of the file it stands on (`data-line`, `data-line-end`), each line of a
 * code block for itself. Pure; may take very long on a hostile text, so it runs in the worker only.
 */
export function renderMarkdown(
  lines: readonly string[],
  firstLine: number,
  imageNote: string,
  pictures: ShownPictures = {},
): string {
  const matter = firstLine === 1 ? frontMatterLines(lines) : 0;
  const md = createParser(imageNote, pictures);
  const body = lines.slice(matter);
  const env: Env = { firstLine: firstLine + matter, lines: body };
  const html = md.render(body.join("\n"), env);
  return matter === 0 ? html : `${frontMatter(md, lines.slice(0, matter))}${html}`;
}

/** By the target as the document writes it: where the picture is to be had from this program, and how large it is. */
export type ShownPictures = Record<string, { src: string; width?: number; height?: number }>;

type Env = { firstLine: number; lines: readonly string[] };
type Parser = ReturnType<typeof createParser>;

function createParser(imageNote: string, pictures: ShownPictures) {
  const md = new MarkdownIt("default", { html: false, linkify: false, typographer: false });
  readContainers(md, { shown: true });
  readHtmlTags(md, "page");
  readShortcodes(md);
  md.core.ruler.push("docent_lines", (state) => {
    const env = state.env as Env; // the only caller above passes it
    for (const token of state.tokens) markLines(token, env);
    state.tokens.forEach((token, i) => {
      if (token.type === "heading_open") withoutAttributes(state.tokens[i + 1]);
    });
    for (const token of state.tokens) {
      if (token.children) token.children = tameLinks(token.children, state.Token);
    }
  });
  md.renderer.rules.link_host = (tokens, index) =>
    ` <span class="link-host">${md.utils.escapeHtml(tokens[index]?.content ?? "")}</span>`;
  md.renderer.rules.image = (tokens, index) =>
    shownPicture(md, tokens[index], pictures) ?? imageText(md, tokens[index], imageNote);
  md.renderer.rules.fence = (tokens, index, _options, env) => codeBlock(md, tokens[index], env, 1);
  md.renderer.rules.code_block = (tokens, index, _options, env) =>
    codeBlock(md, tokens[index], env, 0);
  return md;
}

/** "Title {#anchor}" is a title. */
function withoutAttributes(inline: Token | undefined): void {
  const last = inline?.children?.at(-1);
  if (last?.type === "text")
    last.content = last.content.replace(/\s*\\?\{\s*[#.:][^{}]*\}\s*$/, "");
}

/** An item of a list ends, to the parser, after the empty lines behind it; to a reader before them. */
function markLines(token: Token, { firstLine, lines }: Env): void {
  if (!token.map || token.nesting < 0 || token.type === "inline") return;
  const [from, to] = token.map;
  let last = Math.max(from, to - 1);
  while (last > from && lines[last]?.trim() === "") last--;
  token.attrSet("data-line", String(firstLine + from));
  token.attrSet("data-line-end", String(firstLine + last));
}

/**
 * Every link on the web ends with its host, and none stands within another, where it could stand for it; an image inside a
 * link is no link of its own, and what is said of it is no word of the link.
 */
function tameLinks(tokens: readonly Token[], Token: MakeToken): Token[] {
  const tamed: Token[] = [];
  let open: Token | undefined;
  let words = "";
  let within = 0;
  for (const token of tokens) {
    if (token.type === "link_open" && open !== undefined) {
      within += 1;
    } else if (token.type === "link_close" && within > 0) {
      within -= 1;
    } else if (token.type === "link_open") {
      open = token;
      words = "";
      tamed.push(token);
    } else if (token.type === "link_close") {
      const host = open && tameLink(open, words);
      if (host !== undefined) {
        const shown = new Token("link_host", "", 0);
        shown.content = host;
        tamed.push(shown);
      }
      open = undefined;
      tamed.push(token);
    } else {
      if (token.type !== "image") words += token.content;
      else if (open !== undefined) token.meta = { ...token.meta, inside_link: true };
      tamed.push(token);
    }
  }
  return tamed;
}

type MakeToken = new (type: string, tag: string, nesting: 0) => Token;

/**
 * Gives a link its address as a browser writes it; the host that is to stand beside it, unless its words say it. A link
 * within the folder has nowhere to lead on the page: its goal is kept as data, not as an address.
 */
function tameLink(token: Token, words: string): string | undefined {
  const goal = String(token.attrGet("href") ?? "");
  const address = webAddress(goal);
  if (address === undefined) {
    token.attrs = [
      ["class", "doc-link"],
      ["data-href", goal],
      ["title", goal],
    ];
    return undefined;
  }
  token.attrs = [
    ["href", address.href],
    ["target", "_blank"],
    ["rel", "noopener noreferrer"],
    ["title", address.href],
  ];
  return saysHost(words, address) ? undefined : address.host;
}

/** A picture that was judged, with its size, so that nothing jumps when it comes. */
function shownPicture(
  md: Parser,
  token: Token | undefined,
  pictures: ShownPictures,
): string | undefined {
  const { escapeHtml } = md.utils;
  const target = String(token?.attrGet("src") ?? "");
  const names = [target, decodedTarget(target), String(token?.meta?.written ?? "")];
  const found = names.find((name) => Object.hasOwn(pictures, name));
  const picture = found === undefined ? undefined : pictures[found];
  if (token === undefined || picture === undefined) return undefined;
  const { src, width, height } = picture;
  const size =
    width === undefined || height === undefined ? "" : ` width="${width}" height="${height}"`;
  const title = String(token.attrGet("title") ?? "");
  const shown = title === "" ? "" : ` title="${escapeHtml(title)}"`;
  return `<img class="doc-picture" src="${escapeHtml(src)}" alt="${escapeHtml(token.content)}"${shown}${size} loading="lazy" decoding="async">`;
}

/** The parser writes blanks and letters of other scripts in percent signs. */
function decodedTarget(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** An image stands as its words and where it would come from; one on the web as a link that a person may follow. */
function imageText(md: Parser, token: Token | undefined, blocked: string): string {
  const { escapeHtml } = md.utils;
  const source = String(token?.attrGet("src") ?? "");
  const host = imageHost(source);
  const words = token?.content ? `${escapeHtml(token.content)} ` : "";
  const note = host === undefined ? blocked : `${blocked} · ${host}`;
  const text = `${words}<span class="link-host">${escapeHtml(note)}</span>`;
  const address = token?.meta?.inside_link === true ? undefined : webAddress(source);
  if (address !== undefined) {
    const href = escapeHtml(address.href);
    return `<a class="doc-image" data-rule="image_blocked" href="${href}" target="_blank" rel="noopener noreferrer" title="${href}">${text}</a>`;
  }
  // A picture in the text itself is an address of megabytes that tells a reader nothing.
  const title = source.startsWith("data:") ? "" : ` title="${escapeHtml(source)}"`;
  return `<span class="doc-image" data-rule="image_blocked"${title}>${text}</span>`;
}

/** `opening` is 1 for a fence, whose first line is not code. */
function codeBlock(md: Parser, token: Token | undefined, env: unknown, opening: 0 | 1): string {
  if (!token) return "";
  const { escapeHtml } = md.utils;
  const [from, to] = token.map ?? [0, 0];
  const first = (env as Env).firstLine + from; // see createParser
  const language = token.info.trim().split(/\s+/)[0] ?? "";
  const code = token.content.replace(/\n$/, "").split("\n");
  const spans = code.map(
    (line, i) => `<span data-line="${first + opening + i}">${escapeHtml(line)}</span>`,
  );
  const name = language === "" ? "" : ` data-language="${escapeHtml(language)}"`;
  return `<pre data-line="${first}" data-line-end="${first + Math.max(0, to - from - 1)}"${name}><code>${spans.join("\n")}</code></pre>\n`;
}

/** How many lines a front matter takes with both its fences; 0 when there is none. */
function frontMatterLines(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---") return 0;
  const end = lines.findIndex((line, i) => i > 0 && /^(---|\.\.\.)\s*$/.test(line));
  return end === -1 ? 0 : end + 1;
}

function frontMatter(md: Parser, lines: readonly string[]): string {
  const spans = lines.map(
    (line, i) => `<span data-line="${i + 1}">${md.utils.escapeHtml(line)}</span>`,
  );
  return `<pre class="front-matter" data-line="1" data-line-end="${lines.length}"><code>${spans.join("\n")}</code></pre>\n`;
}
