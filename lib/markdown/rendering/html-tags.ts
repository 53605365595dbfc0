import type { MarkdownIt, Token } from "markdown-it";

/**
 * HTML between Markdown is shown by what it means, and is never HTML of the page: a heading is a heading, a link a link, a
 * picture a picture, a key a key, each written anew without any attribute but its address; tags that only lay text out are
 * left out. A tag of another name stays text, for `<your-token>` says something, and so does `<script>`.
 */
export function readHtmlTags(md: MarkdownIt): void {
  md.set({ html: true }).disable("html_block");
  const asText = (tokens: Token[], at: number) => md.utils.escapeHtml(tokens[at]?.content ?? "");
  md.renderer.rules.html_inline = asText;
  md.renderer.rules.html_block = asText;
  md.core.ruler.after("inline", "docent_html", ({ tokens, Token }) => {
    for (const [at, inline] of tokens.entries()) {
      if (inline.children?.some(({ type }) => type === "html_inline") !== true) continue;
      for (const child of inline.children) {
        // Addresses and words in attributes are written with entities.
        if (child.type === "html_inline")
          child.meta = { tag: readTag(child.content, md.utils.unescapeAll) };
      }
      readHeading(tokens[at - 1], inline.children, tokens[at + 1]);
      inline.children = shown(inline.children, Token);
    }
  });
}

/** A paragraph that is one heading of HTML and nothing else. */
function readHeading(open: Token | undefined, children: Token[], close: Token | undefined): void {
  const first = tagOf(children[0]);
  const last = tagOf(children.at(-1));
  if (open?.type !== "paragraph_open" || close === undefined) return;
  if (first === undefined || first.closes || !/^h[1-6]$/.test(first.name)) return;
  if (last?.closes !== true || last.name !== first.name) return;
  open.type = "heading_open";
  close.type = "heading_close";
  open.tag = first.name;
  close.tag = first.name;
}

/** Those that say something of the words between them. */
const marking = new Set(
  "b code del em i ins kbd mark s samp small strong sub sup u var".split(" "),
);
/** Those after whose words the next ones stand on a line of their own. */
const ending = new Set(
  "blockquote br center dd details div dt figcaption li p summary tr".split(" "),
);
const parting = new Set(["td", "th"]);
const layout = new Set(
  "a abbr big center cite col colgroup dfn dl figure font h1 h2 h3 h4 h5 h6 hr img ol picture pre q section source span strike table tbody tfoot thead tt ul wbr".split(
    " ",
  ),
);

type MakeToken = new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;

function shown(children: readonly Token[], Token: MakeToken): Token[] {
  const pairs = pairsIn(children);
  const made: Token[] = [];
  const breakLine = () => {
    if (made.some(({ type }) => type !== "softbreak")) made.push(new Token("hardbreak", "br", 0));
  };
  for (const [at, child] of children.entries()) {
    const tag = tagOf(child);
    if (tag === undefined) {
      made.push(child);
      continue;
    }
    const { name, closes, attributes } = tag;
    const nesting = closes ? -1 : 1;
    if (pairs.has(at)) {
      const link = name === "a";
      const token = new Token(
        link ? `link_${closes ? "close" : "open"}` : "html_mark",
        name,
        nesting,
      );
      if (link && !closes) token.attrs = [["href", attributes.get("href") ?? ""]];
      made.push(token);
    } else if (name === "img") {
      made.push(picture(attributes, Token));
    } else if (name === "br" || (closes && ending.has(name))) {
      breakLine();
    } else if (closes && parting.has(name)) {
      made.push(textOf(" ", Token));
    } else if (!isKnown(name)) {
      made.push(textOf(child.content, Token));
    }
  }
  while (made.at(-1)?.type === "hardbreak" || made.at(-1)?.type === "softbreak") made.pop();
  return made;
}

const isKnown = (name: string): boolean =>
  [marking, ending, parting, layout].some((set) => set.has(name)) || name === "!--";

/** Of tags that are written anew, those that have their other one at the same depth; no link stands within another. */
function pairsIn(children: readonly Token[]): ReadonlySet<number> {
  const pairs = new Set<number>();
  const open: { name: string; level: number; at: number }[] = [];
  let links = 0;
  for (const [at, child] of children.entries()) {
    if (child.type === "link_open") {
      links += 1;
      const around = open.findIndex(({ name }) => name === "a");
      if (around !== -1) open.splice(around, 1);
    }
    if (child.type === "link_close") links -= 1;
    const { name, closes, attributes } = tagOf(child) ?? {};
    if (name === undefined || !(marking.has(name) || name === "a")) continue;
    if (closes !== true) {
      const isLink = name === "a";
      const within = isLink && (links > 0 || open.some((one) => one.name === "a"));
      if (!isLink || (attributes?.has("href") === true && !within))
        open.push({ name, level: child.level, at });
      if (open.length > mostOpen) open.shift();
      continue;
    }
    const last = open.findLastIndex((one) => one.name === name && one.level === child.level);
    const [begin] = last === -1 ? [] : open.splice(last);
    if (begin === undefined) continue;
    pairs.add(begin.at);
    pairs.add(at);
  }
  return pairs;
}

/** So many wait for their other one, so that a text of tags alone is read once. */
const mostOpen = 100;

type Tag = { name: string; closes: boolean; attributes: ReadonlyMap<string, string> };

const tagOf = (token: Token | undefined): Tag | undefined =>
  token?.type === "html_inline" ? (token.meta?.tag as Tag | undefined) : undefined; // written above

/** Undefined where it is no tag and no comment. */
function readTag(content: string, plain: (text: string) => string): Tag | undefined {
  if (content.startsWith("<!--")) return { name: "!--", closes: false, attributes: new Map() };
  const [whole = "", slash, name] = /^<(\/?)([a-z][\w-]*)/i.exec(content) ?? [];
  if (name === undefined) return undefined;
  const written = content.slice(whole.length, longestTag).matchAll(attribute);
  const attributes = new Map(
    [...written].map(([, key = "", double, single, bare]) => [
      key.toLowerCase(),
      plain(double ?? single ?? bare ?? ""),
    ]),
  );
  return { name: name.toLowerCase(), closes: slash === "/", attributes };
}

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g;
/** Of a longer one the rest is not looked at. */
const longestTag = 4_000;

function picture(attributes: ReadonlyMap<string, string>, Token: MakeToken): Token {
  const token = new Token("image", "img", 0);
  token.attrs = [["src", attributes.get("src") ?? ""]];
  token.content = attributes.get("alt") ?? "";
  token.children = [];
  return token;
}

function textOf(content: string, Token: MakeToken): Token {
  const token = new Token("text", "", 0);
  token.content = content;
  return token;
}
