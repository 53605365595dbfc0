import MarkdownIt, { type Token } from "markdown-it";

/**
 * Markdown of a stranger as HTML that can do nothing: raw HTML is text, only web and mail links lead anywhere, and no
 * image is loaded. Every block says which lines of the file it stands on (`data-line`, `data-line-end`), each line of a
 * code block for itself. Pure; may take very long on a hostile text, so it runs in the worker only.
 */
export function renderMarkdown(lines: readonly string[], firstLine: number): string {
  const matter = firstLine === 1 ? frontMatterLines(lines) : 0;
  const md = createParser();
  const body = lines.slice(matter);
  const env: Env = { firstLine: firstLine + matter, lines: body };
  const html = md.render(body.join("\n"), env);
  return matter === 0 ? html : `${frontMatter(md, lines.slice(0, matter))}${html}`;
}

type Env = { firstLine: number; lines: readonly string[] };
type Parser = ReturnType<typeof createParser>;

function createParser() {
  const md = new MarkdownIt("default", { html: false, linkify: false, typographer: false });
  md.core.ruler.push("docent_lines", (state) => {
    const env = state.env as Env; // the only caller above passes it
    for (const token of state.tokens) markLines(token, env);
    for (const token of state.tokens) token.children?.forEach(tameLink);
  });
  md.renderer.rules.image = (tokens, index) => imageText(md, tokens[index]);
  md.renderer.rules.fence = (tokens, index, _options, env) => codeBlock(md, tokens[index], env, 1);
  md.renderer.rules.code_block = (tokens, index, _options, env) =>
    codeBlock(md, tokens[index], env, 0);
  return md;
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

/** A link within the folder has nowhere to lead on the page: its goal is kept as data, not as an address. */
function tameLink(token: Token): void {
  if (token.type !== "link_open") return;
  const href = String(token.attrGet("href") ?? "");
  if (/^(https?:|mailto:)/i.test(href)) {
    token.attrSet("target", "_blank");
    token.attrSet("rel", "noopener noreferrer");
    token.attrSet("title", href);
    return;
  }
  token.attrs = [
    ["class", "doc-link"],
    ["data-href", href],
    ["title", href],
  ];
}

/** An image stands as its words and where it would come from; one on the web as a link that a person may follow. */
function imageText(md: Parser, token: Token | undefined): string {
  const { escapeHtml } = md.utils;
  const src = String(token?.attrGet("src") ?? "");
  const words = token?.content || "";
  if (!/^https?:/i.test(src)) {
    return `<span class="doc-image" title="${escapeHtml(src)}">${escapeHtml(words || src)}</span>`;
  }
  const host = URL.canParse(src) ? new URL(src).host : src;
  const shown = words === "" ? host : `${words} (${host})`;
  return `<a class="doc-image" href="${escapeHtml(src)}" target="_blank" rel="noopener noreferrer" title="${escapeHtml(src)}">${escapeHtml(shown)}</a>`;
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
