import { asks, type Lang, questionOf } from "./asks.ts";
import { bodyStart, type Heading, type Page, type Range, sectionEnd, trim } from "./page.ts";

/** A place of a page that asks, with the lines that answer. */
export type Asking = {
  kind: "heading" | "faq";
  question: string;
  page: Page;
  /** The lines that hold the question and are rewritten. */
  at: Range;
  answer: Range;
  heading?: Heading;
  /** The same on page and translation: ordinal of the heading, its anchor. */
  rewrite(label: string): void;
};

/** Longest page or part that one question may have as its answer. */
const longest = 150;

export function askingsOf(page: Page, lang: Lang): Asking[] {
  const found = [
    ...titleAsking(page, lang),
    ...headingAskings(page, lang),
    ...entryAskings(page, lang),
  ];
  return found.filter(
    ({ answer }) => answer.end - answer.start <= longest && !exercises(page, answer),
  );
}

/** A quiz, or a question for the reader that is answered with more questions. */
function exercises(page: Page, { start, end }: Range): boolean {
  const text = page.lines
    .slice(start, end)
    .map((line) => line.text)
    .join("\n");
  const signs = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const asked = signs(/[?？](?=\s|$)/g);
  return /^\s*<(?:Question|Quiz)\b/.test(text) || (asked > 1 && asked >= signs(/[.。](?=\s|$)/g));
}

function setText(page: Page, { start, end }: Range, text: string): void {
  for (let at = start; at < end; at += 1) {
    const line = page.lines[at];
    if (line) Object.assign(line, at === start ? { text } : { dropped: true });
  }
}

/** A page whose title in the front matter asks: its body is the answer. */
function titleAsking(page: Page, lang: Lang): Asking[] {
  const start = bodyStart(page);
  const at = page.lines.slice(0, start).findIndex(({ text }) => /^title\s*[:=]/i.test(text));
  const title = /^title\s*[:=]\s*(["']?)(.*)\1\s*$/i.exec(page.lines[at]?.text ?? "")?.[2];
  if (title === undefined || page.headings.some((heading) => heading.level === 1)) return [];
  const question = questionOf(title);
  const answer = trim(page, start, page.lines.length);
  if (answer === undefined || !asks(question, lang) || saidByPath(page, question)) return [];
  const rewrite = (label: string) => setText(page, { start: at, end: at + 1 }, `title: ${label}`);
  return [{ kind: "heading", question, page, at: { start: at, end: at + 1 }, answer, rewrite }];
}

/** A page that is named as its title asks would be found by its name. */
function saidByPath(page: Page, question: string): boolean {
  const name =
    page.path
      .toLowerCase()
      .replace(/\/(?:_?index|readme)\.[^/]*$/, "")
      .split("/")
      .at(-1) ?? "";
  const words = question.toLowerCase().match(/[a-z0-9\u4e00-\u9fff]{3,}/g) ?? [];
  return words.filter((word) => name.includes(word)).length * 2 >= words.length && words.length > 0;
}

function headingAskings(page: Page, lang: Lang): Asking[] {
  return page.headings.flatMap((heading) => {
    const question = questionOf(heading.text);
    if (!asks(question, lang)) return [];
    if (heading.level === 1 && saidByPath(page, question)) return [];
    const answer = trim(page, heading.until, sectionEnd(page, heading));
    if (answer === undefined) return [];
    const at = { start: heading.at, end: heading.until };
    const rewrite = (label: string) => setText(page, at, `${"#".repeat(heading.level)} ${label}`);
    return [{ kind: "heading" as const, question, page, at, answer, heading, rewrite }];
  });
}

type Entry = {
  start: number;
  /** First line of what answers. */
  body: number;
  text: string;
  /** How far the answer reaches. */
  ends: "next" | "close" | "dedent";
  close?: RegExp;
  indent: number;
  write(label: string): string;
};

const shapes: readonly {
  pattern: RegExp;
  ends: Entry["ends"];
  close?: RegExp;
  /** Asking must be visible by its sign, as the shape alone says little. */
  sign?: boolean;
}[] = [
  {
    pattern: /^(\s*<summary[^>]*>\s*)(.+?)(\s*<\/summary>.*)$/i,
    ends: "close",
    close: /<\/details>/i,
  },
  {
    pattern: /^(\s*<details[^>]*>\s*<summary[^>]*>\s*)(.+?)(\s*<\/summary>.*)$/i,
    ends: "close",
    close: /<\/details>/i,
  },
  {
    pattern:
      /^(\s*<(?:Accordion\w*|Details|FAQ\w*|Faq\w*|Expand\w*|Collaps\w*)\b[^>]*\b(?:title|question|summary|label|header)=["'])([^"']+)(["'].*)$/,
    ends: "close",
    close: /<\/(?:Accordion\w*|Details|FAQ\w*|Faq\w*|Expand\w*|Collaps\w*)>/,
  },
  { pattern: /^(\s*(?:\?\?\?\+?|!!!)\s+[\w-]+(?:\s+\w+)*\s+")([^"]+)("\s*)$/, ends: "dedent" },
  {
    pattern: /^(\s*:{3,}\s*(?:details|tip|question|faq)\s+)(.+?)(\s*)$/i,
    ends: "close",
    close: /^\s*:{3,}\s*$/,
  },
  {
    pattern:
      /^(\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\*\*|__))([^*_].*?)((?:\*\*|__)\s*[:：]?\s*(?:<br\s*\/?>|\\)?\s*)$/,
    ends: "next",
  },
  {
    pattern:
      /^(\s*(?:\*\*|__)?(?:Q\d*|问|Question\s*\d*)\s*[:：.](?:\*\*|__)?\s*)(.+?)((?:\*\*|__)?\s*)$/,
    ends: "next",
  },
  {
    pattern: /^(\s{0,3}(?:[-*+]|\d+[.)])\s+)([^\s[*_`].*?[?？])(\s*)$/,
    ends: "dedent",
    sign: true,
  },
];

function entryAskings(page: Page, lang: Lang): Asking[] {
  const entries: Entry[] = [];
  for (let at = bodyStart(page); at < page.lines.length; at += 1) {
    const line = page.lines[at];
    if (line === undefined || line.code) continue;
    const entry = entryAt(page, at) ?? definitionAt(page, at);
    if (entry) entries.push(entry);
  }
  return entries.flatMap((entry, index) => {
    const question = questionOf(entry.text);
    if (!asks(question, lang) || !signed(question)) return [];
    if (page.headings.some((heading) => heading.at <= entry.start && entry.start < heading.until))
      return [];
    const answer = answerOf(page, entry, entries[index + 1]);
    if (answer === undefined) return [];
    const at = { start: entry.start, end: entry.start + 1 };
    const rewrite = (label: string) => setText(page, at, entry.write(label));
    return [{ kind: "faq" as const, question, page, at, answer, rewrite }];
  });
}

/** An entry has no level that says what it is, so it must ask beyond doubt. */
const signed = (question: string) =>
  /[?？吗呢]$/.test(question) ||
  /^(?:how|why)\b/i.test(question) ||
  /如何|怎么|为什么|为何/.test(question);

function entryAt(page: Page, at: number): Entry | undefined {
  const { text = "" } = page.lines[at] ?? {};
  for (const { pattern, ends, close, sign } of shapes) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const [, before = "", said = "", after = ""] = found;
    const indent = /^\s*/.exec(text)?.[0].length ?? 0;
    if (sign && !indentedBelow(page, at, indent)) continue;
    if (ends === "close" && close?.test(text.slice(before.length))) return undefined;
    const write = (label: string) => `${before}${label}${after}`;
    return {
      start: at,
      body: at + 1,
      text: said,
      ends,
      indent,
      write,
      ...(close ? { close } : {}),
    };
  }
  return undefined;
}

/** Is the next line with something to read part of the item, and not a list itself? */
function indentedBelow(page: Page, at: number, indent: number): boolean {
  const next = page.lines.slice(at + 1).find((line) => line.text.trim() !== "")?.text ?? "";
  const deeper = (/^\s*/.exec(next)?.[0].length ?? 0) >= indent + 2;
  return deeper && !/^\s*(?:[-*+]|\d+[.)])\s/.test(next);
}

function definitionAt(page: Page, at: number): Entry | undefined {
  const { text = "" } = page.lines[at] ?? {};
  const below = page.lines[at + 1]?.text.trim() === "" ? at + 2 : at + 1;
  if (!/^:\s+\S/.test(page.lines[below]?.text ?? "") || !/^\S/.test(text) || text.startsWith(":"))
    return undefined;
  return { start: at, body: below, text, ends: "dedent", indent: 0, write: (label) => label };
}

function answerOf(page: Page, entry: Entry, next: Entry | undefined): Range | undefined {
  const heading = page.headings.find(({ at }) => at > entry.start)?.at ?? page.lines.length;
  let end = heading;
  if (entry.ends === "close") {
    const close = page.lines.findIndex(
      ({ text }, at) => at > entry.start && entry.close?.test(text) === true,
    );
    if (close < 0) return undefined;
    end = close;
  } else {
    end = Math.min(end, next?.start ?? end);
    // A rule between entries, or the next item of the list that the entry stands in.
    for (let at = entry.body; at < end; at += 1) {
      const { text = "", code } = page.lines[at] ?? {};
      if (text.trim() === "" || code) continue;
      const indent = /^\s*/.exec(text)?.[0].length ?? 0;
      const left = entry.ends === "dedent" && indent <= entry.indent && !/^:\s/.test(text);
      if (
        left ||
        /^\s{0,3}(?:-{3,}|\*{3,})\s*$/.test(text) ||
        (/^\s*(?:\*\*|__).{3,}(?:\*\*|__)\s*$/.test(text) && indent <= entry.indent)
      )
        end = at;
    }
  }
  return trim(page, entry.body, end);
}
