import { atFirstUse, readLexicon } from "./lexicon.ts";
import { pathLimits } from "./limits.ts";
import { createPhraseBook, type Form, readForms } from "./phrases.ts";
import { classAt, digit, han, isSmallLetters, letter } from "./words/characters.ts";

/**
 * The paths that a question asks to have read: "Show me /etc/passwd", "What does ../plans.md say?", a path and nothing
 * else. A path that a question merely speaks of ("How do I edit /etc/hosts?", "What does GET /api/health answer?") is a
 * word like any other, for the documents may speak of it too. Pure; whether one may be read is not decided here.
 */
export function askedPaths(question: string): string[] {
  const howTo = asksHow(question);
  const paths = pathsIn(question)
    .filter(({ path }) => namesFile(path))
    .filter(({ start, end }) => {
      const [front, behind] = [question.slice(0, start), question.slice(end)];
      const [before, after] = [readForms(front), readForms(behind)];
      if (![...before, ...after].some(({ kind }) => kind !== "mark")) return true;
      return !howTo && (asksBefore(front, before) || asksAfter(before, after));
    })
    .map(({ path }) => path);
  return [...new Set(paths)].slice(0, pathLimits.paths);
}

type Place = { path: string; start: number; end: number };

const openers = new Set("“\"`'‘「");
const closers = new Set("”\"`'’」");
const isQuote = (char: string): boolean => openers.has(char) || closers.has(char);
const ends = new Set("“”\"`'‘’「」<>|?*，。；：！？、（）()");
const isSlash = (char: string | undefined): boolean => char === "/" || char === "\\";
const isPlain = (char: string | undefined): boolean => {
  const code = char?.charCodeAt(0) ?? 0;
  const kind = char === undefined ? 0 : classAt(char, 0);
  return code < pathLimits.ascii && (kind === letter || kind === digit);
};
const isBlank = (char: string): boolean => char.trim() === "";

/**
 * In quotation marks or backticks a path may hold blanks; else it ends at a blank or a mark of punctuation. What opens a
 * quotation ends the one before it, so that a question of nothing but such marks is read once; within a word it opens none.
 */
function pathsIn(question: string): Place[] {
  const inMarks: Place[] = [];
  for (let at = 0; at < question.length; at++) {
    if (!openers.has(question[at] ?? "") || isPlain(question[at - 1])) continue;
    const start = at + 1;
    let end = start;
    while (end < question.length && !isQuote(question[end] ?? "") && question[end] !== "\n")
      end += 1;
    const path = question.slice(start, end);
    if (path === "" || !closers.has(question[end] ?? "")) continue;
    if ([...path].some(isSlash)) inMarks.push({ path, start, end });
    at = end;
  }
  const bare: Place[] = [];
  for (let from = 0; from < question.length; from++) {
    let to = from;
    while (to < question.length && !isBlank(question[to] ?? "") && !ends.has(question[to] ?? ""))
      to += 1;
    const start = beginning(question, from, to);
    if (start !== undefined) {
      const path = ended(question.slice(start, to));
      const place = { path, start, end: start + path.length };
      if (!inMarks.some((one) => start < one.end && place.end > one.start)) bare.push(place);
    }
    from = to;
  }
  return [...inMarks, ...bare];
}

const joints = new Set("/\\.~_:-");

/** Where a path begins in a run without blanks: "~/", "../", "C:\\", "/", or "name/", behind no part of another word. */
function beginning(text: string, from: number, to: number): number | undefined {
  for (let start = from; start < to; start++) {
    const before = text[start - 1];
    if (isPlain(before) || (before !== undefined && joints.has(before))) continue;
    const drive = isPlain(text[start]) && text[start + 1] === ":" ? 2 : 0;
    const dots = text.startsWith("..", start) ? 2 : ["~", "."].includes(text[start] ?? "") ? 1 : 0;
    const root = start + Math.max(drive, dots);
    if (isSlash(text[root]) && root + 1 < to) return start;
    let name = start;
    while (name < to && (isPlain(text[name]) || "._-".includes(text[name] ?? " "))) name += 1;
    if (name > start && text[name] === "/" && name + 1 < to) return start;
  }
  return undefined;
}

/** Without the full stop of the sentence, and without the Chinese words that follow with no blank between. */
function ended(path: string): string {
  const borders = [...path].flatMap((_char, at) => (classAt(path, at) === han ? [at] : []));
  const cut =
    borders.findLast((at) => hasEnding(path.slice(0, at))) ??
    borders.findLast((at) => endsPlainly(path.slice(0, at)));
  let end = cut ?? path.length;
  while (end > 0 && ".,;:!".includes(path[end - 1] ?? " ")) end -= 1;
  return path.slice(0, end);
}

/** "….md" */
function hasEnding(path: string): boolean {
  const ending = path.slice(path.lastIndexOf(".") + 1);
  const isShort = ending !== "" && ending.length <= pathLimits.ending_chars;
  return path.includes(".") && isShort && [...ending].every(isPlain);
}

/** A slash with printable ASCII behind it. */
function endsPlainly(path: string): boolean {
  let from = path.length;
  while (from > 0 && path.charCodeAt(from - 1) < pathLimits.ascii) from -= 1;
  return [...path.slice(from, -1)].some(isSlash);
}

const lists = atFirstUse(() => {
  const rows = readLexicon("asked-paths", ["lang", "part", "phrase"]);
  const of = (part: string) => rows.filter((row) => row.part === part);
  const book = (part: string) => createPhraseBook(of(part));
  const roots = new Set(of("system_place").map(({ phrase }) => phrase));
  const phrases = {
    how: book("how"),
    opens: book("opens"),
    open: book("open"),
    unable: book("unable"),
    content: book("content"),
  };
  const more = {
    asks: book("asks"),
    inside: book("inside"),
    says: book("says"),
    no: book("says_not"),
  };
  return { ...phrases, ...more, roots };
});

/** Where systems keep what is theirs: what begins like this is no address of a web page or of a program's own routes. */
function namesFile(path: string): boolean {
  const parts = path.replaceAll("\\", "/").split("/");
  const [root = "", first = ""] = parts;
  const last = parts.at(-1) ?? "";
  const isDrive =
    root.length === 2 && root.endsWith(":") && isSmallLetters(root[0]?.toLowerCase() ?? "");
  const isOther = root === "~" || root === ".." || isDrive;
  if (isOther || path.startsWith("\\\\")) return parts.length > 1;
  if (root === "" && lists().roots.has(first)) return true;
  if (parts.length > 1 && hasEnding(last)) return true;
  return parts.some((part) => part.startsWith(".") && part.length > 1 && part[1] !== ".");
}

/** How and whether something is done; "can you read …" asks to have it done. */
function asksHow(question: string): boolean {
  const forms = readForms(question);
  if (lists().how.find(forms).length > 0) return true;
  const first = forms.findIndex(({ kind }) => kind !== "mark");
  if (
    lists()
      .opens.find(forms)
      .some(({ from, to }) => from === first && forms[to]?.form !== "you")
  )
    return true;
  for (const [at, { form, start }] of forms.entries()) {
    if (form !== "会" || "你您".includes(forms[at - 1]?.form ?? " ")) continue;
    const near = forms.slice(at + 2, at + pathLimits.asks_within);
    const asks = near.find((one) => one.form === "吗");
    if (asks !== undefined && !holdsAny(question.slice(start, asks.start), hanEnds)) return true;
  }
  return false;
}

const hanEnds = "。？！";
const anyEnds = `.?!${hanEnds}`;
const holdsAny = (text: string, chars: string): boolean =>
  [...text].some((char) => chars.includes(char));
const quotes = new Set("\"“”`'‘’「」");

/** "Show me …", "what is in the file …", "the contents of …". */
function asksBefore(text: string, given: readonly Form[]): boolean {
  const forms = [...given];
  while (quotes.has(forms.at(-1)?.form ?? "")) forms.pop();
  const end = forms.length;
  const { open, unable, content, asks, inside } = lists();
  // "Cannot open /var/log/x": a program's error, and nothing that is asked for.
  const denied = new Set(unable.find(forms).flatMap(({ to }) => [to, to - 1]));
  /** What stands behind a phrase is short and ends no sentence. */
  const isNear = (to: number, most: number, ends: string) => {
    const rest = text.slice(forms[to - 1]?.end ?? 0);
    return rest.length <= most && !holdsAny(rest, ends);
  };
  const opened = open.find(forms).some(({ entry, from, to }) => {
    if (denied.has(from)) return false;
    return entry.lang === "en"
      ? isNear(to, pathLimits.verb_chars, anyEnds)
      : isNear(to, pathLimits.verb_characters, hanEnds);
  });
  if (opened || content.find(forms).some(({ to }) => to === end)) return true;
  const holds = inside.find(forms).find(({ to }) => to === end);
  return (
    holds !== undefined &&
    asks
      .find(forms)
      .some(({ from, to }) => from < holds.from && isNear(to, pathLimits.ask_chars, ""))
  );
}

/** "… say?", "… 里写了什么". */
function asksAfter(before: readonly Form[], given: readonly Form[]): boolean {
  const first = given.findIndex(({ form }) => !quotes.has(form));
  const begins = (book: "says" | "no", lang: string) =>
    lists()
      [book].find(given)
      .some(({ entry, from }) => from === first && entry.lang === lang);
  if (begins("says", "zh") && !begins("no", "zh")) return true;
  return begins("says", "en") && lists().asks.find(before).length > 0;
}
