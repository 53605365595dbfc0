import type { MarkdownIt, Token } from "markdown-it";

/**
 * HTML between Markdown is shown by what it means, and is never HTML of the page: a heading is a heading, a link a link, a
 * picture a picture, a key a key, each written anew without any attribute but its address; tags that only lay text out are
 * left out. A tag of another name stays text, for `<your-token>` says something, and so does `<script>`. The only reader of
 * HTML that the worker and the page have: a mark is a pair of tokens `html_mark`, whose tag is one of `marking`, and a break
 * that is no line of the file a `new_line`. `place`: a page, whose pictures in HTML are shown as well, or an answer.
 */
export function readHtmlTags(md: MarkdownIt, place: Place): void {
  md.set({ html: true }).disable("html_block");
  const asText = (tokens: Token[], at: number) => md.utils.escapeHtml(tokens[at]?.content ?? "");
  md.renderer.rules.html_inline = asText;
  md.renderer.rules.html_block = asText;
  md.renderer.rules.new_line = () => "<br>\n";
  // Entities alone: a backslash in an attribute of HTML is one.
  const plain = (text: string) => md.utils.unescapeAll(text.replaceAll("\\", "\\\\"));
  md.core.ruler.after("inline", "docent_html", ({ tokens, Token }) => {
    for (const [at, inline] of tokens.entries()) {
      if (inline.children?.some(({ type }) => type === "html_inline") !== true) continue;
      for (const child of inline.children) {
        // Addresses and words in attributes are written with entities.
        if (child.type === "html_inline") child.meta = { tag: readTag(child.content, plain) };
      }
      readHeading(tokens[at - 1], inline.children, tokens[at + 1]);
      inline.children = shown(inline.children, Token, place);
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
  "blockquote center dd details div dt figcaption h1 h2 h3 h4 h5 h6 li p summary tr".split(" "),
);
const parting = new Set(["td", "th"]);
const others = new Set(
  "a abbr big cite col colgroup dfn dl figure font ol picture pre q section source span strike table tbody tfoot thead tt ul".split(
    " ",
  ),
);
/** They have no other one, and are no words of a text. */
const alone = new Set(["!--", "br", "hr", "img", "wbr"]);

/** Where the text is shown. */
type Place = "page" | "answer";
type MakeToken = new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;

function shown(children: readonly Token[], Token: MakeToken, place: Place): Token[] {
  const pairs = pairsIn(children);
  const spoken = spokenOf(children, place);
  const made: Token[] = [];
  let said = false;
  let code = 0;
  for (const [at, child] of children.entries()) {
    const tag = tagOf(child);
    if (tag === undefined || spoken.has(at)) {
      // In code what would be emphasis is what is written.
      const literal = code > 0 && /^(?:em|s|strong)_/.test(child.type) ? child.markup : undefined;
      const words = literal ?? (tag === undefined ? undefined : child.content);
      made.push(words === undefined ? child : textOf(words, Token));
      said ||= child.type !== "softbreak";
      continue;
    }
    const { name, closes, attributes } = tag;
    if (pairs.has(at)) {
      const type = name === "a" ? `link_${closes ? "close" : "open"}` : "html_mark";
      const token = new Token(type, name, closes ? -1 : 1);
      if (type === "link_open") token.attrs = [["href", attributes.get("href") ?? ""]];
      // Without the mark 2<sup>64</sup> would be 264 where only words are shown.
      if (!closes) token.content = name === "sup" ? "^" : name === "sub" ? "_" : "";
      if (name === "code") code += closes ? -1 : 1;
      made.push(token);
    } else if (name === "img" && place === "page") {
      made.push(picture(tag, Token));
      said = true;
    } else if (said && (name === "br" || (closes && ending.has(name)))) {
      const token = new Token("new_line", "br", 0);
      token.content = " ";
      made.push(token);
    } else if (closes && parting.has(name)) {
      made.push(textOf(" ", Token));
    }
  }
  while (/^(?:new_line|softbreak|hardbreak)$/.test(made.at(-1)?.type ?? "")) made.pop();
  return made;
}

/**
 * Tags that are words: those of a name that HTML does not have here, and "the <p> element", which has no attribute and no
 * other one and stands in the middle of a line. In an answer, whose every word was judged, so is one at the edge of a
 * line; only what has a line of its own is layout.
 */
function spokenOf(children: readonly Token[], place: Place): ReadonlySet<number> {
  const names = { open: new Set<string>(), close: new Set<string>() };
  for (const child of children) {
    const { name = "", closes } = tagOf(child) ?? {};
    names[closes === true ? "close" : "open"].add(name);
  }
  const isBreak = (token: Token | undefined) =>
    token === undefined || token.type === "softbreak" || token.type === "hardbreak";
  const spoken = new Set<number>();
  let begins = true;
  for (const [at, child] of children.entries()) {
    const tag = tagOf(child);
    if (tag !== undefined && !alone.has(tag.name)) {
      const { name, attributes } = tag;
      const known = [marking, ending, parting, others].some((set) => set.has(name));
      const paired = names.open.has(name) && names.close.has(name);
      const next = children[at + 1];
      const edge =
        place === "answer"
          ? begins && isBreak(next)
          : begins || isBreak(next) || tagOf(next) !== undefined;
      if (!known || (!paired && attributes.size === 0 && !edge)) spoken.add(at);
    }
    begins = isBreak(child) || (begins && (tag !== undefined || child.content.trim() === ""));
  }
  return spoken;
}

/** Of tags that are written anew, those that have their other one at the same depth. */
function pairsIn(children: readonly Token[]): ReadonlySet<number> {
  const pairs = new Set<number>();
  const open: { name: string; level: number; at: number }[] = [];
  for (const [at, child] of children.entries()) {
    const { name, closes, attributes } = tagOf(child) ?? {};
    if (name === undefined || !(marking.has(name) || name === "a")) continue;
    if (closes !== true) {
      if (name !== "a" || attributes?.has("href")) open.push({ name, level: child.level, at });
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

type Tag = {
  name: string;
  closes: boolean;
  attributes: ReadonlyMap<string, string>;
  /** The address of a picture as the document writes it, which is how it is known. */
  written?: string;
};

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
  const src = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i.exec(content);
  const address = src?.[1] ?? src?.[2] ?? src?.[3];
  return {
    ...{ name: name.toLowerCase(), closes: slash === "/", attributes },
    ...(address === undefined ? {} : { written: address }),
  };
}

const attribute = /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g;
/** Of a longer one the rest is not looked at. */
const longestTag = 4_000;

function picture({ attributes, written }: Tag, Token: MakeToken): Token {
  const token = new Token("image", "img", 0);
  if (written !== undefined) token.meta = { written };
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
