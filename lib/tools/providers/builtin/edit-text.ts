import { endedBy, type LineEnd, nextEnd, usualEnd, withLf } from "#lib/platform/line-ends";
import { indexIn } from "./find-text.ts";

/**
 * Finds and replaces, letter for letter: nothing in either text has a meaning of its own. A line end in `find` stands for
 * any line end of the file, and one in `replace` becomes the file's own, unless one of the two names CR: then both are
 * taken as they are. One occurrence is wanted, or `all`; two that overlap are two.
 */
export type Edit = { find: string; replace: string; all: boolean };

export type Edited =
  | { kind: "edited"; text: string; count: number }
  | { kind: "missing" }
  /** `lines`: where each begins, the first few. `more`: there are more than were counted. */
  | { kind: "ambiguous"; count: number; more: boolean; lines: number[] }
  | { kind: "too_large" }
  | { kind: "too_many"; most: number };

const MOST_COUNTED = 100;
const MOST_LINES = 10;
const MOST_REPLACED = 100_000;

export function editText(text: string, edit: Edit, mostLetters: number): Edited {
  const { find, replace, all } = edit;
  const asGiven = namesCr(edit);
  const { view, placeOf } = asGiven ? { view: text, placeOf: (at: number) => at } : withLf(text);
  const first = indexIn(view, find);
  if (first < 0) return { kind: "missing" };
  if (!all && indexIn(view, find, first + 1) >= 0) return ambiguous(view, find, first);

  const wording = asGiven || !replace.includes("\n") ? () => replace : replacer(text, replace);
  const pieces: string[] = [];
  let letters = text.length;
  let count = 0;
  let done = 0;
  for (let at = first; at >= 0; at = all ? indexIn(view, find, at + find.length) : -1) {
    const start = placeOf(at);
    const end = placeOf(at + find.length);
    const come = wording(start);
    pieces.push(text.slice(done, start), come);
    letters += come.length - (end - start);
    if (letters > mostLetters) return { kind: "too_large" };
    if (count === MOST_REPLACED) return { kind: "too_many", most: MOST_REPLACED };
    done = end;
    count += 1;
  }
  pieces.push(text.slice(done));
  return { kind: "edited", text: pieces.join(""), count };
}

export const namesCr = ({ find, replace }: Edit): boolean =>
  find.includes("\r") || replace.includes("\r");

function ambiguous(view: string, find: string, first: number): Edited {
  const lines: number[] = [];
  let count = 0;
  let line = 1;
  let next = nextEnd(view, 0);
  let at = first;
  for (; at >= 0 && count < MOST_COUNTED; at = indexIn(view, find, at + 1)) {
    for (; next.start < at; next = nextEnd(view, next.start + next.end.length)) line += 1;
    count += 1;
    if (lines.length < MOST_LINES) lines.push(line);
  }
  return { kind: "ambiguous", count, more: at >= 0, lines };
}

/** The replacement with the line end of the place it goes to: of that line, or what the file usually has. */
function replacer(text: string, replace: string): (at: number) => string {
  const usual = usualEnd(text);
  const forms = new Map<LineEnd, string>();
  let known: ReturnType<typeof nextEnd> = { start: -1, end: "" };
  return (at) => {
    // Asked in ascending order, so that each line is looked through once.
    if (known.start < at) known = nextEnd(text, at);
    const end = known.end === "" ? usual : known.end;
    const form = forms.get(end) ?? endedBy(replace, end);
    forms.set(end, form);
    return form;
  };
}
