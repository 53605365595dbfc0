import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { toMarkdown } from "./to-markdown.ts";

/** The readable part of a page as Markdown, and what the page says of itself. */
export type Article = {
  title: string;
  byline: string | null;
  /** As the page has it, when it is a date. */
  published: string | null;
  markdown: string;
};

/**
 * What a person would read of an HTML page: its article as readability finds it, or its main part where there is none or
 * where that is much more. Links are absolute, pictures are left out, nothing of it is run. An empty text is what a page
 * shows that is made by scripts alone. Runs in a worker that can be killed: a page may be as deep and long as it likes.
 */
export function readArticle(html: string, url: string): Article {
  if (nestedDeeperThan(deepest, html)) throw new Error(`nested more than ${deepest} deep`);
  const document = openDocument(html);
  const said = pageFacts(document);
  const base = baseOf(document, url);
  for (const element of document.querySelectorAll(unread)) element.remove();
  for (const element of document.querySelectorAll("[style]")) {
    if (/display\s*:\s*none|visibility\s*:\s*hidden/i.test(element.getAttribute("style") ?? "")) {
      element.remove();
    }
  }
  const main = mainPart(document);
  // Readability takes the document apart.
  const article = new Readability(openDocument(document.toString()) as never, {
    charThreshold: 200,
    keepClasses: true,
  }).parse();
  const found = article?.content
    ? openDocument(`<html><body>${article.content}</body></html>`).body
    : null;
  const chosen = isBetter(main, found) ? main.part : found;
  const title = said.title || (article?.title ?? "").trim();
  return {
    title: oneLine(title, 300),
    byline: orNull(oneLine(article?.byline ?? said.author, 200)),
    published: dateOf(said.published || (article?.publishedTime ?? "")),
    markdown: chosen === null ? "" : toMarkdown(chosen.innerHTML, base),
  };
}

/** No page that people read is nearly so deep, and what reads it takes its time with each level. */
const deepest = 1000;

/** By its tags as they stand there; those whose end is left out by custom do not count. */
function nestedDeeperThan(most: number, html: string): boolean {
  let depth = 0;
  for (const [, end, name = ""] of html.matchAll(/<(\/?)([a-z][a-z\d-]*)/gi)) {
    if (shallow.has(name.toLowerCase())) continue;
    depth = end === "/" ? Math.max(0, depth - 1) : depth + 1;
    if (depth > most) return true;
  }
  return false;
}
const shallow = new Set(
  "area base br col embed hr img input link meta param source track wbr p li dt dd td th tr tbody thead tfoot colgroup option optgroup rt rp path g use circle rect line polygon".split(
    " ",
  ),
);

type Page = ReturnType<typeof openDocument>;
type Part = NonNullable<ReturnType<Page["querySelector"]>>;

function openDocument(html: string) {
  const whole = /<(?:html|body)[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`;
  return parseHTML(whole).document;
}

/** What nobody reads, or what would be run or loaded. */
const unread = [
  "script, style, noscript, template, iframe, frame, object, embed, applet, canvas, video, audio, svg, math annotation",
  "form, button, input, select, textarea, dialog",
  "[hidden], [aria-hidden=true]:not(a):not(code):not(span)",
  "[role=navigation], [role=banner], [role=search], [role=alertdialog]",
].join(", ");
const around = "nav, aside, footer, header, menu, [role=contentinfo], [role=complementary]";

/** The part that the page itself calls its main one, or all of it without what stands around it. */
function mainPart(document: Page): { part: Part; named: boolean } {
  const main = document.querySelector("main, [role=main]");
  const articles = [...(main ?? document).querySelectorAll("article")];
  const [article] = articles;
  // Beside the one article of its main part a page has links to further ones, and ways to share it.
  const alone = articles.length === 1 && article !== undefined;
  const holds = alone && (main === null || lettersOf(article) >= 0.5 * lettersOf(main));
  const own = holds ? article : main;
  const part = (own ?? document.body).cloneNode(true) as Part; // a clone is of its own kind
  for (const element of part.querySelectorAll(around)) {
    if (!holdsTitle(element)) element.remove();
  }
  return { part, named: own !== null };
}

/** Many pages put the heading of their article into a header. */
const holdsTitle = (element: Part): boolean =>
  element.tagName === "HEADER" && element.querySelector("h1, h2") !== null;

const lettersOf = (part: Part | null): number =>
  (part?.textContent ?? "").replace(/\s+/g, "").length;

/**
 * What a page itself calls its main part is that, unless it is less than readability finds. Where it calls nothing so,
 * readability knows better, which looks for articles: of pages of reference, lists and tables it may leave most away.
 */
function isBetter({ part, named }: ReturnType<typeof mainPart>, found: Part | null): boolean {
  return lettersOf(found) < (named ? 1.1 : 0.6) * lettersOf(part);
}

function pageFacts(document: Page) {
  const meta = (...names: string[]) => {
    for (const name of names) {
      const found = document.querySelector(`meta[property="${name}"], meta[name="${name}"]`);
      const content = found?.getAttribute("content")?.trim();
      if (content) return content;
    }
    return "";
  };
  const heading = document.querySelectorAll("h1");
  return {
    title:
      meta("og:title", "twitter:title") ||
      (document.querySelector("title")?.textContent ?? "").trim() ||
      (heading.length === 1 ? (heading[0]?.textContent ?? "").trim() : ""),
    author: meta("author", "article:author"),
    published:
      meta("article:published_time", "date", "dc.date", "DC.date.issued", "datePublished") ||
      (document.querySelector("time[datetime]")?.getAttribute("datetime") ?? ""),
  };
}

function baseOf(document: Page, url: string): string {
  const href = document.querySelector("base[href]")?.getAttribute("href") ?? "";
  return URL.canParse(href, url) ? new URL(href, url).href : url;
}

const oneLine = (text: string, most: number) => text.replace(/\s+/g, " ").trim().slice(0, most);
const orNull = (text: string) => (text === "" ? null : text);

function dateOf(text: string): string | null {
  const at = Date.parse(text);
  return /^\d{4}/.test(text.trim()) && !Number.isNaN(at) ? text.trim().slice(0, 40) : null;
}
