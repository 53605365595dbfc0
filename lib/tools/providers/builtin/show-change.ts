import { diffArrays } from "diff";
import type { ApprovalShows } from "#lib/contracts/approvals";
import { countLines, type Line, linesOf } from "#lib/platform/line-ends";
import { maskDeep } from "#lib/platform/secrets";
import { shownFairly } from "../../shown-fairly.ts";

/**
 * The change to a file as a person decides by it: a unified diff, in which nothing that changes is invisible. Where line
 * ends are not all alike they stand in it as signs. What is too long to be read is left out, and how much that is is said.
 */
export type Change = { path: string; before: string | undefined; after: string };

type Diff = Extract<ApprovalShows, { kind: "diff" }>;
/** A line of the change: where it stands before and after, from 1. */
type Step = { kind: "same" | "gone" | "come"; old: number; new: number; text: string };

const CONTEXT = 3;
const MOST_SHOWN = { lines: 1000, letters: 60_000 };
/** Of one stretch in which lines go and come: so many of each, so that neither crowds out the other. */
const MOST_IN_STRETCH = 300;
const LONGEST_LINE = 20_000;
/** Longer lines that differ in one place are shown around that place. */
const LONG_LINE = 400;
const AROUND = 80;
/** Further apart than this, texts are shown as one replaced by the other. */
const MOST_EDITS = 500;
/** So many lines of either text are compared; what differs beyond them is counted. */
const MOST_COMPARED = 5000;

export function showChange(change: Change, limits = MOST_SHOWN): Diff {
  const shown = withContext(change, CONTEXT, limits);
  // A secret with blanks in it may hide nothing of what is decided, but the lines around that need not be there.
  const masked = maskDeep(shown).value;
  return shownFairly(shown, masked) ? shown : withContext(change, 0, limits);
}

function withContext(change: Change, context: number, limits: typeof MOST_SHOWN): Diff {
  const { path, before, after } = change;
  const { steps, more } = stepsBetween(before ?? "", after);
  shortenAlike(steps);
  const { kept, cut } = chosen(steps, context, limits);
  cut.come += more.come;
  cut.gone += more.gone;
  const name = JSON.stringify(path).slice(1, -1);
  const heads =
    before === undefined ? ["--- /dev/null", `+++ b/${name}`] : [`--- a/${name}`, `+++ b/${name}`];
  const left = cut.come + cut.gone;
  const says = left === 0 ? [] : [`\\ not shown: ${cut.come} lines that come, ${cut.gone} that go`];
  return {
    kind: "diff",
    path,
    diff: `${[...heads, ...stretches(kept), ...says].join("\n")}\n`,
    created: before === undefined,
    ...(left === 0 ? {} : { cut }),
  };
}

/**
 * The lines around and in what differs, each once and in order; what goes stands before what comes in its place. `more`:
 * how many lines beyond so many nobody looked at.
 */
function stepsBetween(before: string, after: string): { steps: Step[]; more: Counted } {
  const shown = endsMatter(before, after) ? withSign : ({ text }: Line) => text;
  const { head, tail } = alikeAround(before, after);
  const from = differing(before, head, tail);
  const to = differing(after, head, tail);

  const steps: Step[] = [];
  const above = countLines(before.slice(0, head));
  const around = linesOf(before.slice(placeAbove(before, head), head));
  const at = { old: above - around.length, new: above - around.length };
  const same = (lines: readonly Line[]) => {
    for (const line of lines) {
      steps.push({ kind: "same", old: ++at.old, new: ++at.new, text: shown(line) });
    }
  };
  const gone = (lines: readonly Line[]) => {
    for (const line of lines) {
      steps.push({ kind: "gone", old: ++at.old, new: at.new, text: shown(line) });
    }
  };
  const come = (lines: readonly Line[]) => {
    for (const line of lines) {
      steps.push({ kind: "come", old: at.old, new: ++at.new, text: shown(line) });
    }
  };
  same(around);
  const next = { old: 0, new: 0 };
  const take = (lines: readonly Line[], side: "old" | "new", count: number) => {
    next[side] += count;
    return lines.slice(next[side] - count, next[side]);
  };
  for (const part of parts(from.lines.map(whole), to.lines.map(whole))) {
    same(take(from.lines, "old", part.same));
    take(to.lines, "new", part.same);
    gone(take(from.lines, "old", part.gone));
    come(take(to.lines, "new", part.come));
  }
  const more = { gone: from.more, come: to.more };
  if (more.gone + more.come === 0) {
    same(linesOf(after.slice(after.length - tail), CONTEXT));
  }
  return { steps, more };
}

type Counted = { come: number; gone: number };

const whole = ({ text, end }: Line): string => text + end;

/** How many letters both texts begin with, and how many they end with, in whole lines. */
function alikeAround(before: string, after: string): { head: number; tail: number } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  while (head > 0 && !(beginsLine(before, head) && beginsLine(after, head))) head -= 1;
  let tail = 0;
  const left = most - head;
  const fromEnd = (text: string) => text.charCodeAt(text.length - 1 - tail);
  while (tail < left && fromEnd(before) === fromEnd(after)) tail += 1;
  const begins = (text: string) => beginsLine(text, text.length - tail);
  while (tail > 0 && !(begins(before) && begins(after))) tail -= 1;
  return { head, tail };
}

function beginsLine(text: string, at: number): boolean {
  if (at === 0) return true;
  const last = text.charCodeAt(at - 1);
  return last === 10 || (last === 13 && text.charCodeAt(at) !== 10);
}

/** Where the few lines above a place begin. */
function placeAbove(text: string, at: number): number {
  let place = at;
  for (let i = 0; i < CONTEXT && place > 0; i++) {
    place -= 1;
    while (!beginsLine(text, place)) place -= 1;
  }
  return place;
}

function differing(text: string, head: number, tail: number): { lines: Line[]; more: number } {
  const own = text.slice(head, text.length - tail);
  const lines = linesOf(own, MOST_COMPARED);
  const looked = lines.reduce((sum, line) => sum + line.text.length + line.end.length, 0);
  return { lines, more: countLines(own.slice(looked)) };
}

type Part = { same: number; gone: number; come: number };

function parts(from: readonly string[], to: readonly string[]): Part[] {
  const changes = diffArrays([...from], [...to], { maxEditLength: MOST_EDITS });
  const found: Part[] = [];
  if (changes === undefined) {
    if (from.length !== to.length) return [{ same: 0, gone: from.length, come: to.length }];
    // As many lines as before: most likely each stands in the place of its own.
    for (const [i, line] of from.entries()) {
      const alike = line === to[i];
      const last = found.at(-1);
      if (alike) found.push({ same: 1, gone: 0, come: 0 });
      else if (last === undefined) found.push({ same: 0, gone: 1, come: 1 });
      else {
        last.gone += 1;
        last.come += 1;
      }
    }
    return found;
  }
  for (const { added, removed, count } of changes) {
    const last = found.at(-1);
    if (!added && !removed) found.push({ same: count, gone: 0, come: 0 });
    else if (last === undefined) {
      found.push({ same: 0, gone: removed ? count : 0, come: added ? count : 0 });
    } else if (removed) last.gone += count;
    else last.come += count;
  }
  return found;
}

/** In two long lines, one in the other's place, the number of letters stands for those that both begin or end with. */
function shortenAlike(steps: Step[]): void {
  for (let at = 0; at < steps.length; ) {
    const start = at;
    while (steps[at]?.kind === "gone") at += 1;
    const middle = at;
    while (steps[at]?.kind === "come") at += 1;
    for (let i = 0; start + i < middle && middle + i < at; i++) {
      const [was, is] = [steps[start + i], steps[middle + i]];
      if (!was || !is || Math.min(was.text.length, is.text.length) < LONG_LINE) continue;
      const most = Math.min(was.text.length, is.text.length);
      let head = 0;
      while (head < most && was.text[head] === is.text[head]) head += 1;
      let tail = 0;
      while (tail < most - head && was.text.at(-1 - tail) === is.text.at(-1 - tail)) tail += 1;
      for (const step of [was, is]) step.text = elided(step.text, head - AROUND, tail - AROUND);
    }
    if (at === start) at += 1;
  }
}

function elided(text: string, head: number, tail: number): string {
  const begin = head > AROUND ? head : 0;
  const end = tail > AROUND ? tail : 0;
  const left = (count: number) => (count === 0 ? "" : `[… ${count} …]`);
  return left(begin) + text.slice(begin, text.length - end) + left(end);
}

/** Whether two lines that read the same may differ by what ends them. */
function endsMatter(before: string, after: string): boolean {
  const kinds = [/(?<!\r)\n/, /\r\n/, /\r(?!\n)/].filter(
    (kind) => kind.test(before) || kind.test(after),
  );
  const ended = (text: string) => /[\r\n]$/.test(text.slice(-1));
  const lastEndAlone = ended(before) !== ended(after) && trimEnd(before) === trimEnd(after);
  return kinds.length > 1 || lastEndAlone;
}

const trimEnd = (text: string): string =>
  /[\r\n]$/.test(text.slice(-1)) ? text.slice(0, -1) : text;

const signs = { "\n": "␊", "\r\n": "␍␊", "\r": "␍", "": "" } as const;
const withSign = ({ text, end }: Line) => text + signs[end];

/** The steps that are shown: what changes, as far as it can be read, and the lines around it. */
function chosen(steps: readonly Step[], context: number, limits: typeof MOST_SHOWN) {
  const cut = { come: 0, gone: 0 };
  const shown = new Set<number>();
  let letters = 0;
  for (let at = 0; at < steps.length; ) {
    if (steps[at]?.kind === "same") {
      at += 1;
      continue;
    }
    const inStretch = { gone: 0, come: 0 };
    const start = at;
    const most = hasBoth(steps, start) ? MOST_IN_STRETCH : limits.lines;
    let whole = true;
    for (; at < steps.length; at++) {
      const step = steps[at];
      if (step === undefined || step.kind === "same") break;
      const fits =
        inStretch[step.kind] < most &&
        shown.size < limits.lines &&
        step.text.length <= LONGEST_LINE &&
        letters + step.text.length <= limits.letters;
      if (fits) {
        shown.add(at);
        letters += step.text.length + 2;
        inStretch[step.kind] += 1;
      } else {
        cut[step.kind] += 1;
        whole = false;
      }
    }
    if (!whole && shown.size >= limits.lines) continue;
    for (let i = Math.max(0, start - context); i < start; i++) around(i);
    for (let i = at; i < at + context; i++) around(i);
  }
  function around(i: number): void {
    const step = steps[i];
    if (step?.kind !== "same" || shown.has(i) || step.text.length > LONGEST_LINE) return;
    if (letters + step.text.length > limits.letters) return;
    shown.add(i);
    letters += step.text.length + 2;
  }
  const kept = [...shown].sort((a, b) => a - b).flatMap((i) => steps[i] ?? []);
  return { kept, cut };
}

/** Whether lines go and come in the stretch that begins here. */
function hasBoth(steps: readonly Step[], start: number): boolean {
  const first = steps[start]?.kind;
  for (let at = start; at < steps.length; at++) {
    const kind = steps[at]?.kind;
    if (kind === "same") return false;
    if (kind !== first) return true;
  }
  return false;
}

/** Steps that follow one another without a gap stand under one head that says where. */
function stretches(steps: readonly Step[]): string[] {
  const out: string[] = [];
  let open: Step[] = [];
  const close = () => {
    const [first] = open;
    if (first === undefined) return;
    const count = (other: Step["kind"]) => open.filter(({ kind }) => kind !== other).length;
    const olds = count("come");
    const news = count("gone");
    const old = first.kind === "come" ? first.old + (olds === 0 ? 0 : 1) : first.old;
    const now = first.kind === "gone" ? first.new + (news === 0 ? 0 : 1) : first.new;
    out.push(`@@ -${old},${olds} +${now},${news} @@`);
    for (const { kind, text } of open) out.push(letter[kind] + text);
    open = [];
  };
  let last: Step | undefined;
  for (const step of steps) {
    if (last !== undefined && !follows(last, step)) close();
    open.push(step);
    last = step;
  }
  close();
  return out;
}

const letter = { same: " ", gone: "-", come: "+" } as const;

function follows(last: Step, next: Step): boolean {
  const old = next.kind === "come" ? next.old : next.old - 1;
  const now = next.kind === "gone" ? next.new : next.new - 1;
  return old === last.old && now === last.new;
}
