import { RE2JS, RE2JSException } from "re2js";
import { patchLimits } from "#lib/contracts/patches";
import { endedBy, linesOf, usualEnd, withLf } from "#lib/platform/line-ends";
import { saidError } from "#lib/platform/said-error";
import { inTime } from "#lib/tools/in-time";

/**
 * Search and replace within one text. A plain text is taken letter for letter, and its line ends fit any of the file's. An
 * expression is one of RE2 and is asked of one line at a time, without what ends it; `$1` and `${name}` in the replacement
 * are its groups. A page has a limit of time, of places and of what comes to it, whatever stands in it.
 */
export type Replacement = {
  find: string;
  replace: string;
  whole_word: boolean;
  ignore_case: boolean;
  expression: boolean;
};

/**
 * Throws AppError `validation` for a pattern or a replacement that cannot be used, at once and not at the first page. What
 * it gives back throws `line_limit` for a page that takes longer than `page_ms`, `validation` and `too_large` for one of
 * too many places or of too much that comes.
 */
export function replacer(asked: Replacement, page_ms = LONGEST_MS): Replace {
  const replace =
    asked.expression || asked.ignore_case ? byExpression(asked) : letterForLetter(asked);
  let slow = 0;
  return (text) => {
    // A pattern that is slow on page after page would keep everything else waiting.
    if (slow === MOST_SLOW) throw saidError("line_limit", "edit.slow_pattern");
    const made = inTime(page_ms, () => replace(text));
    if (made !== undefined) return made.value;
    slow += 1;
    throw saidError("line_limit", "edit.slow_page");
  };
}

type Replace = (text: string) => { text: string; count: number };

/** Of one page; of places that are no whole words there may be more. */
const MOST_PLACES = 50_000;
const MOST_PASSED_OVER = 200_000;
const MOST_LETTERS = patchLimits.bytes / 4;
const LARGEST_PATTERN = 2000;
const LONGEST_MS = 1000;
const MOST_SLOW = 20;

/** Counts along within one page, and throws once something of it is too much. */
function createTally() {
  let places = 0;
  let passedOver = 0;
  let letters = 0;
  const tooMany = (most: number) => saidError("validation", "edit.too_many_places", { most });
  return {
    get count() {
      return places;
    },
    place(comes: string): void {
      places += 1;
      letters += comes.length;
      if (places > MOST_PLACES) throw tooMany(MOST_PLACES);
      if (letters > MOST_LETTERS) throw saidError("too_large", "edit.grows");
    },
    passOver(): void {
      passedOver += 1;
      if (passedOver > MOST_PASSED_OVER) throw tooMany(MOST_PASSED_OVER);
    },
  };
}
type Tally = ReturnType<typeof createTally>;

function letterForLetter({ find, replace, whole_word }: Replacement): Replace {
  const sought = find.replace(/\r\n?/g, "\n");
  return (text: string) => {
    const { view, placeOf } = withLf(text);
    const comes = replace.includes("\n")
      ? endedBy(replace.replace(/\r\n?/g, "\n"), usualEnd(text))
      : replace;
    const pieces: string[] = [];
    const tally = createTally();
    let done = 0;
    for (let at = view.indexOf(sought); at !== -1; ) {
      const end = at + sought.length;
      if (whole_word && !isWord(view, at, end)) {
        tally.passOver();
        at = view.indexOf(sought, at + 1);
        continue;
      }
      tally.place(comes);
      const start = placeOf(at);
      pieces.push(text.slice(done, start), comes);
      done = placeOf(end);
      at = view.indexOf(sought, end);
    }
    return { text: pieces.join("") + text.slice(done), count: tally.count };
  };
}

/** Letters of a word do not go on before or behind; Han writing has no spaces between words, so there every place is one. */
function isWord(text: string, start: number, end: number): boolean {
  const goesOn = (a: string | undefined, b: string | undefined) =>
    a !== undefined && b !== undefined && letter.test(a) && letter.test(b) && !han.test(a + b);
  return (
    !goesOn(before(text, start), after(text, start)) && !goesOn(before(text, end), after(text, end))
  );
}
const letter = /[\p{L}\p{M}\p{N}_]/u;
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const before = (text: string, at: number) => [...text.slice(Math.max(0, at - 2), at)].at(-1);
const after = (text: string, at: number) => [...text.slice(at, at + 2)][0];

function byExpression({
  find,
  replace,
  whole_word,
  ignore_case,
  expression,
}: Replacement): Replace {
  const source = expression ? find : RE2JS.quote(find);
  const pattern = compile(source, ignore_case ? RE2JS.CASE_INSENSITIVE : 0);
  if (expression) tryReplacement(pattern, replace);
  const inLine = (line: string, tally: Tally) => {
    const matcher = pattern.matcher(line);
    let out = "";
    let done = 0;
    let changed = false;
    while (matcher.find()) {
      const start = matcher.start();
      const end = matcher.end();
      if (whole_word && !isWord(line, start, end)) {
        tally.passOver();
        continue;
      }
      const comes = expression ? filled(pattern, line, start, replace) : replace;
      tally.place(comes);
      out += line.slice(done, start) + comes;
      done = end;
      changed = true;
    }
    return changed ? out + line.slice(done) : line;
  };
  return (text: string) => {
    const tally = createTally();
    const pieces = linesOf(text).map(({ text: line, end }) => inLine(line, tally) + end);
    return { text: pieces.join(""), count: tally.count };
  };
}

/** The replacement of the match that begins here. */
function filled(pattern: RE2JS, line: string, start: number, replacement: string): string {
  const matcher = pattern.matcher(line);
  if (!matcher.find(start)) return "";
  const buffer: string[] = [];
  let letters = 0;
  const put = (piece: string | null | undefined) => {
    buffer.push(piece ?? "");
    letters += piece?.length ?? 0;
    if (letters > MOST_LETTERS) throw saidError("too_large", "edit.grows");
  };
  const groups = matcher.groupCount();
  // `$$` and `\$` are signs, `$1` and `${name}` groups; what is no group was refused before.
  let at = 0;
  for (const hit of replacement.matchAll(/\\(.)|\$(?:(\d{1,2})|\{(\w+)\}|(\$))/gs)) {
    put(replacement.slice(at, hit.index));
    at = hit.index + hit[0].length;
    const [, escaped, number, name, dollar] = hit;
    if (escaped !== undefined) put(escaped);
    else if (dollar !== undefined) put("$");
    else if (number !== undefined && Number(number) <= groups) put(matcher.group(Number(number)));
    else if (name !== undefined) put(matcher.group(/^\d+$/.test(name) ? Number(name) : name));
  }
  put(replacement.slice(at));
  return buffer.join("");
}

function compile(source: string, flags: number): RE2JS {
  let pattern: RE2JS;
  try {
    pattern = RE2JS.compile(source, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const reason = error.message.replace(/^error parsing regexp: /, "");
    throw saidError("validation", "edit.bad_pattern", { reason }, { cause: error });
  }
  if (pattern.programSize() > LARGEST_PATTERN) throw saidError("validation", "edit.pattern_large");
  return pattern;
}

/** Refuses groups that are not there. */
function tryReplacement(pattern: RE2JS, replacement: string): void {
  const names = new Set(Object.keys(pattern.namedGroups()));
  const most = pattern.groupCount();
  for (const [whole, escaped, number, name] of replacement.matchAll(
    /\\(.)|\$(?:(\d{1,2})|\{(\w+)\}|\$)/gs,
  )) {
    if (escaped !== undefined) continue;
    const group = number ?? (name !== undefined && /^\d+$/.test(name) ? name : undefined);
    const there =
      group !== undefined ? Number(group) <= most : name === undefined || names.has(name);
    if (!there) throw saidError("validation", "edit.bad_replacement", { reason: whole });
  }
}
