import { decodeText } from "../charset.ts";
import { isData, isHtml } from "../media-type.ts";
import { type Article, readArticle } from "./read-article.ts";
import { fenced } from "./to-markdown.ts";

/** A body as it came, with what its server said of it. */
export type FetchedBody = {
  body: Uint8Array;
  media_type: string;
  content_type: string | undefined;
  url: string;
};

/** Markdown that is kept of one page. */
const mostCharacters = 2_000_000;
const titleCharacters = 300;

/**
 * The Markdown of a body: of HTML its article, Markdown and plain text as they are, data in a block of code. No more of it
 * than is kept leaves the worker that this runs in.
 */
export function readBody({ body, media_type, content_type, url }: FetchedBody): Article & {
  cut: boolean;
} {
  const { text } = decodeText(body, content_type);
  const article = isHtml(media_type)
    ? readArticle(text, url)
    : plainArticle(media_type, text.replace(/\r\n?/g, "\n").trim());
  const markdown = article.markdown.replace(unseen, "");
  const cut = markdown.length > mostCharacters;
  const title = article.title.replace(unseen, "");
  return { ...article, title, markdown: markdown.slice(0, mostCharacters).toWellFormed(), cut };
}

/** What nobody sees and what makes a text look like another: control characters, and marks that turn its direction over. */
const unseen = /(?![\t\n])[\p{Cc}\u202d\u202e]/gu;

function plainArticle(media_type: string, text: string): Article {
  const said = { byline: null, published: null };
  if (isData(media_type)) {
    const language = media_type.endsWith("json") ? "json" : "xml";
    return { title: "", ...said, markdown: text === "" ? "" : fenced(text, language) };
  }
  // A page that brings front matter of its own has ours in front, so that the fences of its own are text.
  const own = frontMatterOf(text);
  const markdown =
    own === "" ? text : `${fenced(own.trim(), "yaml")}\n\n${text.slice(own.length).trim()}`;
  return { title: headingOf(markdown), ...said, markdown };
}

function frontMatterOf(text: string): string {
  const end = text.startsWith("---\n") ? text.indexOf("\n---\n", 4) : -1;
  return end === -1 ? "" : text.slice(0, end + "\n---\n".length);
}

/** The first heading of the first level, without its marks. */
function headingOf(markdown: string): string {
  const at = /^#[ \t]/.test(markdown) ? 0 : markdown.search(/(?<=\n)#[ \t]/);
  if (at === -1) return "";
  const [line = ""] = markdown.slice(at + 1, at + 2 * titleCharacters).split("\n", 1);
  let words = line.trim();
  while (words.endsWith("#")) words = words.slice(0, -1);
  return words.trim().slice(0, titleCharacters);
}
