import { diffArrays } from "diff";
import type { DiffHunk } from "#lib/contracts/patches";

/**
 * Changes of texts as hunks, written and read as a unified diff that `patch -p1` and `git apply` take too. A line ends at
 * LF and nothing else, so that CRLF, CR and a missing end at the end of the file are part of what is compared and kept:
 *
 *   # docent {"root":"notes","path":"a.md","sha256":"9f86…"}
 *   --- a/a.md
 *   +++ b/a.md
 *   @@ -1,2 +1,2 @@
 *    # Fruit
 *   -The aple.
 *   +The apple.
 *
 * The line `# docent` says which folder and which bytes are meant; other programs pass over it.
 */
export type FilePatch = { root_id: string; path: string; base_sha256: string; hunks: DiffHunk[] };

const CONTEXT = 3;
/** Further apart than this, what differs is one stretch in the place of another. */
const MOST_EDITS = 1000;

type Step = DiffHunk["lines"][number] & { old: number; new: number };

/** None where the texts are the same. */
export function hunksBetween(before: string, after: string): DiffHunk[] {
  const from = linesOf(before);
  const to = linesOf(after);
  const most = Math.min(from.length, to.length);
  let head = 0;
  while (head < most && from[head] === to[head]) head += 1;
  let tail = 0;
  while (tail < most - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail += 1;
  if (head === from.length && head === to.length) return [];

  const steps: Step[] = [];
  const at = { old: head, new: head };
  const take = (kind: Step["kind"], raw: string) => {
    if (kind !== "come") at.old += 1;
    if (kind !== "gone") at.new += 1;
    const bare = !raw.endsWith("\n");
    const text = bare ? raw : raw.slice(0, -1);
    steps.push({ kind, text, ...(bare ? { bare } : {}), old: at.old, new: at.new });
  };
  const first = Math.max(0, head - CONTEXT);
  at.old = first;
  at.new = first;
  for (const raw of from.slice(first, head)) take("same", raw);
  const middle = {
    from: from.slice(head, from.length - tail),
    to: to.slice(head, to.length - tail),
  };
  for (const part of partsBetween(middle.from, middle.to)) {
    for (const raw of part.lines) take(part.kind, raw);
  }
  for (const raw of from.slice(from.length - tail, from.length - tail + CONTEXT)) take("same", raw);
  return hunksOf(steps);
}

type Part = { kind: Step["kind"]; lines: readonly string[] };

function partsBetween(from: readonly string[], to: readonly string[]): Part[] {
  const changes = diffArrays([...from], [...to], { maxEditLength: MOST_EDITS });
  if (changes !== undefined) {
    return changes.map(({ added, removed, value }) => ({
      kind: added ? "come" : removed ? "gone" : "same",
      lines: value,
    }));
  }
  if (from.length !== to.length) {
    return [
      { kind: "gone", lines: from },
      { kind: "come", lines: to },
    ];
  }
  // As many lines as before: each stands in the place of its own.
  return from.flatMap((line, i): Part[] => {
    const other = to[i] ?? "";
    if (line === other) return [{ kind: "same", lines: [line] }];
    return [
      { kind: "gone", lines: [line] },
      { kind: "come", lines: [other] },
    ];
  });
}

/** Stretches that change, with the lines around them; two that are near to one another are one hunk. */
function hunksOf(steps: readonly Step[]): DiffHunk[] {
  const near = new Set<number>();
  for (const [i, { kind }] of steps.entries()) {
    if (kind === "same") continue;
    for (let j = i - CONTEXT; j <= i + CONTEXT; j++) near.add(j);
  }
  const hunks: DiffHunk[] = [];
  let open: Step[] = [];
  const close = () => {
    const [first] = open;
    if (first === undefined) return;
    const olds = open.filter(({ kind }) => kind !== "come").length;
    const news = open.filter(({ kind }) => kind !== "gone").length;
    // Of an empty side the line before it is named.
    const old_start = first.kind === "come" ? first.old + (olds === 0 ? 0 : 1) : first.old;
    const new_start = first.kind === "gone" ? first.new + (news === 0 ? 0 : 1) : first.new;
    const lines = open.map(({ old: _, new: __, ...line }) => line);
    hunks.push({ old_start, new_start, lines });
    open = [];
  };
  for (const [i, step] of steps.entries()) {
    if (near.has(i)) open.push(step);
    else close();
  }
  close();
  return hunks;
}

/** Undefined where the text is not the one that the hunks were made from. */
export function applyHunks(text: string, hunks: readonly DiffHunk[]): string | undefined {
  const lines = linesOf(text);
  const out: string[] = [];
  let next = 0;
  for (const { old_start, lines: steps } of hunks) {
    const takes = steps.some(({ kind }) => kind !== "come");
    const start = takes ? old_start - 1 : old_start;
    if (start < next || start > lines.length) return undefined;
    while (next < start) out.push(lines[next++] ?? "");
    for (const { kind, text: own, bare } of steps) {
      const raw = bare ? own : `${own}\n`;
      if (kind !== "come" && lines[next++] !== raw) return undefined;
      if (kind !== "gone") out.push(raw);
    }
  }
  while (next < lines.length) out.push(lines[next++] ?? "");
  // A line without an end is the last one.
  return out.slice(0, -1).every((line) => line.endsWith("\n")) ? out.join("") : undefined;
}

/** The hunks that lead back. */
export function reversed(hunks: readonly DiffHunk[]): DiffHunk[] {
  return hunks.map(({ old_start, new_start, lines }) => ({
    old_start: new_start,
    new_start: old_start,
    lines: lines.map((line) => ({ ...line, kind: opposite[line.kind] })),
  }));
}

const opposite = { same: "same", gone: "come", come: "gone" } as const;

export function writePatch(files: readonly FilePatch[]): string {
  return files.map(writeFile).join("");
}

function writeFile({ root_id, path, base_sha256, hunks }: FilePatch): string {
  const own = JSON.stringify({ root: root_id, path, sha256: base_sha256 });
  const heads = [
    `# docent ${own}`,
    `--- ${shownName(`a/${path}`)}`,
    `+++ ${shownName(`b/${path}`)}`,
  ];
  const lines = hunks.flatMap((hunk) => [headOf(hunk), ...hunk.lines.flatMap(writeLine)]);
  return `${[...heads, ...lines].join("\n")}\n`;
}

/** As git writes a name that holds signs which would end it. */
function shownName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names may hold them, and a line may not
  return /[\x00-\x1f"\\\x7f]/.test(name) ? JSON.stringify(name) : name;
}

function headOf({ old_start, new_start, lines }: DiffHunk): string {
  const olds = lines.filter(({ kind }) => kind !== "come").length;
  const news = lines.filter(({ kind }) => kind !== "gone").length;
  return `@@ -${old_start},${olds} +${new_start},${news} @@`;
}

const signs = { same: " ", gone: "-", come: "+" } as const;
const noEnd = "\\ No newline at end of file";

function writeLine({ kind, text, bare }: DiffHunk["lines"][number]): string[] {
  return bare ? [signs[kind] + text, noEnd] : [signs[kind] + text];
}

/** What `writePatch` wrote; undefined for anything else. */
export function readPatch(text: string): FilePatch[] | undefined {
  const lines = text.split("\n");
  if (lines.pop() !== "") return undefined;
  const files: FilePatch[] = [];
  let at = 0;
  while (at < lines.length) {
    const own = readOwn(lines[at]);
    if (own === undefined || !lines[at + 1]?.startsWith("--- ")) return undefined;
    if (!lines[at + 2]?.startsWith("+++ ")) return undefined;
    at += 3;
    const hunks: DiffHunk[] = [];
    for (; at < lines.length && !lines[at]?.startsWith("# docent "); ) {
      const read = readHunk(lines, at);
      if (read === undefined) return undefined;
      hunks.push(read.hunk);
      at = read.next;
    }
    if (hunks.length === 0) return undefined;
    files.push({ ...own, hunks });
  }
  return files.length === 0 ? undefined : files;
}

function readOwn(line: string | undefined): Omit<FilePatch, "hunks"> | undefined {
  if (!line?.startsWith("# docent ")) return undefined;
  try {
    const own: unknown = JSON.parse(line.slice("# docent ".length));
    const text = (key: string): string | undefined => {
      const value: unknown = own !== null && typeof own === "object" && Reflect.get(own, key);
      return typeof value === "string" && value !== "" ? value : undefined;
    };
    const [root_id, path, base_sha256] = [text("root"), text("path"), text("sha256")];
    if (root_id === undefined || path === undefined || base_sha256 === undefined) return undefined;
    return /^[0-9a-f]{64}$/.test(base_sha256) ? { root_id, path, base_sha256 } : undefined;
  } catch {
    return undefined;
  }
}

const headForm = /^@@ -(\d{1,9}),(\d{1,9}) \+(\d{1,9}),(\d{1,9}) @@$/;

function readHunk(
  lines: readonly string[],
  start: number,
): { hunk: DiffHunk; next: number } | undefined {
  const head = headForm.exec(lines[start] ?? "");
  if (head === null) return undefined;
  const [old_start = 0, olds = 0, new_start = 0, news = 0] = head.slice(1).map(Number);
  const left = { old: olds, new: news };
  const hunk: DiffHunk = { old_start, new_start, lines: [] };
  let at = start + 1;
  while (left.old > 0 || left.new > 0) {
    const line = lines[at++];
    const kind = line === undefined ? undefined : kinds.get(line[0]);
    if (line === undefined || kind === undefined) return undefined;
    if (kind !== "come") left.old -= 1;
    if (kind !== "gone") left.new -= 1;
    const bare = lines[at] === noEnd;
    if (bare) at += 1;
    hunk.lines.push({ kind, text: line.slice(1), ...(bare ? { bare } : {}) });
  }
  return left.old === 0 && left.new === 0 ? { hunk, next: at } : undefined;
}

const kinds = new Map<string | undefined, Step["kind"]>([
  [" ", "same"],
  ["-", "gone"],
  ["+", "come"],
]);

/** With their ends: all of them joined are the text. */
function linesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => `${line}\n`);
  const last = (lines.pop() ?? "\n").slice(0, -1);
  return last === "" ? lines : [...lines, last];
}
