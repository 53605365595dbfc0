import { atFirstUse, readLexicon } from "../lexicon.ts";
import { questionLimits } from "../limits.ts";
import { createPhraseBook, type Form } from "../phrases.ts";
import { longestOf, type Reading, type Span } from "./read-question.ts";

/**
 * Error text that was pasted into a question: what stands between quotation marks, behind "error:" or, in a Chinese
 * question, in English words, and holds a word of errors. Its file names and paths are the asker's own and are set aside.
 *
 *   "I get "ENOENT: no such file, open 'a/b.json'"" -> text "ENOENT: no such file, open", paths ["a/b.json"]
 */
export type ErrorText = { text: string; paths: string[]; span: Span };

const book = atFirstUse(() =>
  createPhraseBook(readLexicon("error-text", ["lang", "part", "phrase"])),
);
const endings = atFirstUse(
  () => new Set(readLexicon("file-endings", ["ending"]).map(({ ending }) => ending)),
);

type Run = { from: number; to: number };

export function errorTextOf(reading: Reading, steps?: () => void): ErrorText | undefined {
  const { forms, text } = reading;
  const found = book().find(forms, steps);
  const signs = new Int32Array(forms.length + 1);
  for (const { entry, from } of found) if (entry.part === "sign") signs[from] = 1;
  const before = new Int32Array(forms.length + 1);
  for (let i = 0; i < forms.length; i++) before[i + 1] = (before[i] ?? 0) + (signs[i] ?? 0);
  const isError = ({ from, to }: Run) => (before[to] ?? 0) > (before[from] ?? 0);
  const opened = new Set<number>();
  const openers = longestOf(
    found.filter(({ entry }) => entry.part === "opener"),
    reading,
    () => "opener",
  );
  for (const { to } of openers) opened.add(to);

  const candidates = [
    ...shownRuns(reading).filter((run) => run.to - run.from > 1),
    ...lines(forms).filter(({ from }) => opened.has(from) || startsAsError(forms, from, opened)),
    ...openedRuns(forms, opened),
    ...foreignRuns(forms),
  ];
  const run = candidates.find(isError);
  const first = run && forms[run.from];
  const last = run && forms[run.to - 1];
  if (run === undefined || first === undefined || last === undefined) return undefined;
  const span = { start: first.start, end: last.end };
  const pasted = text.slice(span.start, span.end).slice(0, questionLimits.error_chars);
  const { rest, paths } = withoutPaths(pasted);
  return rest === "" ? undefined : { text: rest, paths, span };
}

function shownRuns({ shown }: Reading): Run[] {
  const runs: Run[] = [];
  let from = -1;
  for (let i = 0; i <= shown.length; i++) {
    if (shown[i] === true && from < 0) from = i;
    if (shown[i] !== true && from >= 0) {
      runs.push({ from, to: i });
      from = -1;
    }
  }
  return runs;
}

/** Lines of a question of several: a log is pasted below what is asked. */
function lines(forms: readonly Form[]): Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (let i = 0; i <= forms.length; i++) {
    if (i < forms.length && forms[i]?.form !== "\n") continue;
    if (i > from) runs.push({ from, to: i });
    from = i + 1;
  }
  return runs.length > 1 ? runs : [];
}

/** "TypeError: …", "Error: …" */
function startsAsError(forms: readonly Form[], from: number, opened: ReadonlySet<number>): boolean {
  return forms[from]?.kind === "word" && (opened.has(from + 1) || opened.has(from + 2));
}

const stops = new Set(["?", "\n", "!"]);

/** From what opens it to the end of the sentence; what names the error ("TypeError:") belongs to it. */
function openedRuns(forms: readonly Form[], opened: ReadonlySet<number>): Run[] {
  const runs: Run[] = [];
  let until = 0;
  for (let from = 0; from < forms.length; from++) {
    if (from < until || !opened.has(from)) continue;
    const named =
      forms[from - 1]?.form === ":" && (forms[from - 2]?.form ?? "").length > "error".length;
    let to = from;
    while (to < forms.length && !stops.has(forms[to]?.form ?? "") && !endsClause(forms, to))
      to += 1;
    until = to;
    if (to - from > 1) runs.push({ from: named ? from - 2 : from, to });
  }
  return runs;
}

/** A Chinese comma or a full stop with a blank behind it, and Han characters behind Latin ones. */
function endsClause(forms: readonly Form[], at: number): boolean {
  const [form, before, next] = [forms[at], forms[at - 1], forms[at + 1]];
  if (form === undefined) return true;
  if (form.kind === "han") return before?.kind === "word";
  if (form.form === "," && next?.kind === "han") return before?.kind === "word";
  const apart = next === undefined || next.start > form.end;
  return (form.form === "." || form.form === ";") && form.kind === "mark" && apart;
}

/** English words in a row between Chinese ones. */
function foreignRuns(forms: readonly Form[]): Run[] {
  if (!forms.some(({ kind }) => kind === "han")) return [];
  const runs: Run[] = [];
  let from = -1;
  let words = 0;
  for (let i = 0; i <= forms.length; i++) {
    const kind = forms[i]?.kind;
    if (kind === "word" || (kind === "mark" && from >= 0 && !stops.has(forms[i]?.form ?? ""))) {
      if (from < 0) from = i;
      words += kind === "word" ? 1 : 0;
      continue;
    }
    if (from >= 0 && words >= questionLimits.foreign_run_words) runs.push({ from, to: i });
    from = -1;
    words = 0;
  }
  return runs;
}

const around = "\"'`“”‘’()[]<>{},;";

/** Word by word: one that holds a slash, or a dot before a known ending, is a path. */
export function withoutPaths(text: string): { rest: string; paths: string[] } {
  const paths = new Set<string>();
  const kept: string[] = [];
  for (const word of text.replaceAll("\n", " ").replaceAll("\t", " ").split(" ")) {
    const bare = trimmed(word, around);
    const name = trimmed(bare, ".:");
    if (isPath(name)) paths.add(name);
    else kept.push(trimmed(word, '"`“”'));
  }
  return {
    rest: trimmed(kept.join(" ").trim(), " ,;:."),
    paths: [...paths].slice(0, questionLimits.error_paths),
  };
}

function isPath(word: string): boolean {
  if (word.includes("://")) return true;
  const slash = word.includes("/") || word.includes("\\");
  const [name = ""] = word.split(":", 1);
  const dot = name.lastIndexOf(".");
  const file = dot > 0 && endings().has(name.slice(dot + 1).toLowerCase());
  return file || (slash && word.length > 2 && dot !== 0);
}

function trimmed(text: string, signs: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && signs.includes(text[from] ?? "")) from += 1;
  while (to > from && signs.includes(text[to - 1] ?? "")) to -= 1;
  return text.slice(from, to);
}
