/**
 * Glob patterns that match in time proportional to pattern times path, whatever they hold. Patterns also come from MCP
 * clients, and libraries turn them into regular expressions, where a pattern of ten characters against a long name can
 * run for seconds.
 *
 *   `*` any characters of one name · `?` one character · `[a-z]` `[!a-z]` one of these · `**` any folders, also none
 *   `{md,mdx}` either · `\*` the character itself · everything else is itself, without regard to case
 *
 * A name that starts with a dot is matched by wildcards only with `dot`. A pattern with more than 256 alternatives is
 * taken literally.
 */
export type Glob = (path: string) => boolean;

type Character = { kind: "star" } | { kind: "one"; matches(char: string): boolean };
type Segment = { kind: "folders" } | { kind: "name"; characters: Character[]; dotted: boolean };

const maxAlternatives = 256;

export function compileGlob(pattern: string, options: { dot: boolean }): Glob {
  const compiled = readAlternatives(pattern);
  const matches: Glob = (path) => {
    const names = readNames(path);
    return compiled.some((segments) => matchSegments(segments, names, options.dot));
  };
  const [, ending] = /^\*\*\/\*(\.[\w-]+)$/.exec(pattern.toLowerCase()) ?? [];
  if (ending === undefined) return matches;
  // Every file of every walk is asked of such patterns, and the end of its path tells.
  return (path) => {
    if (emptyName.test(path)) return matches(path);
    return path.toLowerCase().endsWith(ending) && (options.dot || !dottedName.test(path));
  };
}

const emptyName = /(?:^|\/)\.?(?:\/|$)/;
const dottedName = /(?:^|\/)\./;

/** Whether a path below a folder may match: false only where none can, so that a walk need not enter it. */
export function compileGlobFolders(pattern: string): Glob {
  const compiled = readAlternatives(pattern);
  return (folder) => {
    const names = readNames(folder);
    return compiled.some((segments) => leadsBelow(segments, names));
  };
}

function leadsBelow(segments: readonly Segment[], names: readonly string[][]): boolean {
  for (const [i, name] of names.entries()) {
    const segment = segments[i];
    if (segment?.kind === "folders") return true;
    if (segment === undefined || !matchName(segment, name, true)) return false;
  }
  return segments.length > names.length;
}

function readAlternatives(pattern: string): Segment[][] {
  const alternatives = expandBraces(pattern.toLowerCase()) ?? [escapeAll(pattern.toLowerCase())];
  // What ends in `**` is everything below, so one name must follow.
  return alternatives.map((alternative) =>
    splitNames(alternative.replace(/(?<=^|\/)\*\*\/*$/, "**/*")).map(readSegment),
  );
}

/** The last one read: one path is asked of pattern after pattern. */
let lately: { path: string; names: string[][] } = { path: "", names: [] };

function readNames(path: string): readonly string[][] {
  if (lately.path !== path) {
    lately = { path, names: splitNames(path.toLowerCase()).map((name) => [...name]) };
  }
  return lately.names;
}

function splitNames(path: string): string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

/**
 * Left to right; where it fails, the last `**` takes one more folder and it goes on from there. Going back to an earlier
 * one cannot help, since the last one can take up whatever that would.
 */
function matchSegments(segments: Segment[], names: readonly string[][], dot: boolean): boolean {
  return matchSequence(
    segments,
    names,
    (segment) => segment.kind === "folders",
    (_, name) => dot || name[0] !== ".",
    (segment, name) => segment.kind === "name" && matchName(segment, name, dot),
  );
}

function matchName(segment: Segment & { kind: "name" }, name: string[], dot: boolean): boolean {
  if (name[0] === "." && !dot && !segment.dotted) return false;
  return matchSequence(
    segment.characters,
    name,
    (character) => character.kind === "star",
    () => true,
    (character, char) => character.kind === "one" && character.matches(char),
  );
}

function matchSequence<P, I>(
  pattern: readonly P[],
  items: readonly I[],
  isWild: (part: P) => boolean,
  mayTake: (part: P, item: I) => boolean,
  matches: (part: P, item: I) => boolean,
): boolean {
  let at = 0;
  let part = 0;
  let wild = -1;
  let taken = 0;
  while (at < items.length) {
    // Both are inside their arrays: `at` by the loop, `part` because it is looked at before it is used.
    const item = items[at] as I;
    const current = pattern[part];
    if (current !== undefined && isWild(current)) {
      wild = part;
      taken = at;
      part += 1;
    } else if (current !== undefined && matches(current, item)) {
      part += 1;
      at += 1;
    } else if (wild >= 0 && mayTake(pattern[wild] as P, items[taken] as I)) {
      taken += 1;
      at = taken;
      part = wild + 1;
    } else return false;
  }
  return pattern.slice(part).every(isWild);
}

function readSegment(text: string): Segment {
  if (text === "**") return { kind: "folders" };
  const characters: Character[] = [];
  const chars = [...text];
  for (let i = 0; i < chars.length; i += 1) {
    const char = chars[i] ?? "";
    const set = char === "[" ? readSet(chars, i) : undefined;
    if (char === "*") {
      if (characters.at(-1)?.kind !== "star") characters.push({ kind: "star" });
    } else if (char === "?") characters.push({ kind: "one", matches: () => true });
    else if (set !== undefined) {
      characters.push({ kind: "one", matches: set.matches });
      i = set.end;
    } else {
      if (char === "\\" && i + 1 < chars.length) i += 1;
      const literal = chars[i] ?? "";
      characters.push({ kind: "one", matches: (other) => other === literal });
    }
  }
  return { kind: "name", characters, dotted: chars[0] === "." || text.startsWith("\\.") };
}

/** `[abc]`, `[a-z]`, `[!a]`, `[^a]`; undefined when it is not closed, so that the bracket is a character. */
function readSet(chars: readonly string[], open: number) {
  const negated = chars[open + 1] === "!" || chars[open + 1] === "^";
  const first = open + (negated ? 2 : 1);
  const end = chars.indexOf("]", first + 1);
  if (end === -1) return undefined;
  const ranges: [string, string][] = [];
  for (let i = first; i < end; i += 1) {
    const from = chars[i] ?? "";
    const to = chars[i + 1] === "-" && i + 2 < end ? (chars[i + 2] ?? "") : from;
    if (to !== from) i += 2;
    ranges.push([from, to]);
  }
  const holds = (char: string) => ranges.some(([from, to]) => from <= char && char <= to);
  return { end, matches: (char: string) => holds(char) !== negated };
}

/** `a{b,c{d,e}}` as `ab`, `acd`, `ace`; undefined when there are too many. A brace without a comma is a character. */
function expandBraces(pattern: string): string[] | undefined {
  let pending = [pattern];
  const done: string[] = [];
  while (pending.length > 0) {
    if (pending.length + done.length > maxAlternatives) return undefined;
    const [current = "", ...rest] = pending;
    const choice = firstChoice(current);
    if (choice === undefined) {
      done.push(current);
      pending = rest;
    } else {
      pending = [...choice.options.map((o) => choice.before + o + choice.after), ...rest];
    }
  }
  return done;
}

function firstChoice(pattern: string) {
  for (let open = nextBrace(pattern, 0); open !== -1; open = nextBrace(pattern, open + 1)) {
    const options: string[] = [];
    let depth = 0;
    let start = open + 1;
    for (let i = open; i < pattern.length; i += 1) {
      const char = pattern[i];
      if (char === "\\") i += 1;
      else if (char === "{") depth += 1;
      else if (char === "," && depth === 1) {
        options.push(pattern.slice(start, i));
        start = i + 1;
      } else if (char === "}" && --depth === 0) {
        if (options.length === 0) break;
        options.push(pattern.slice(start, i));
        return { before: pattern.slice(0, open), options, after: pattern.slice(i + 1) };
      }
    }
  }
  return undefined;
}

function nextBrace(pattern: string, from: number): number {
  for (let i = from; i < pattern.length; i += 1) {
    if (pattern[i] === "\\") i += 1;
    else if (pattern[i] === "{") return i;
  }
  return -1;
}

function escapeAll(text: string): string {
  return text.replace(/[\\*?[\]{}]/g, "\\$&");
}
