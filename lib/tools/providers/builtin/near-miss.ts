import { withLf } from "#lib/platform/line-ends";
import { say } from "#lib/platform/say";
import { type Edit, namesCr } from "./edit-text.ts";
import { indexIn } from "./find-text.ts";

/**
 * Why a text that was to be replaced stands nowhere: the place that differs from it in line ends, white space, case or
 * signs that look alike, or else the line that has the most words in common with it. For whoever wrote the text to mend it.
 */
export type NearMiss = {
  line: number;
  differs: "line_ends" | "white_space" | "look" | "words";
  /** The line as it stands in the file, cut where it is long. */
  text: string;
};

/** Longer texts are not looked through for a likeness. */
const MOST_LETTERS = 2_000_000;
const SHOWN = 120;
/** The share of words in common below which a line is not like another. */
const ALIKE = 0.5;

export function nearMiss(text: string, edit: Edit): NearMiss | undefined {
  if (text.length > MOST_LETTERS) return undefined;
  const lines = withLf(text).view.split("\n");
  const wanted = withLf(edit.find).view.split("\n");
  const found = (differs: NearMiss["differs"], line: number): NearMiss => {
    const whole = (lines[line] ?? "").trim();
    const cut = [...whole.slice(0, SHOWN * 2)].slice(0, SHOWN).join("");
    return { line: line + 1, differs, text: cut === whole ? whole : `${cut}…` };
  };
  const asLines: [NearMiss["differs"], (line: string) => string][] = [
    ...(namesCr(edit) ? [["line_ends", same] satisfies [NearMiss["differs"], typeof same]] : []),
    ["white_space", oneBlank],
    ["look", look],
  ];
  for (const [differs, form] of asLines) {
    const sought = wanted.map(form).join("\n");
    if (sought.trim() === "") continue;
    const whole = lines.map(form).join("\n");
    const at = indexIn(whole, sought);
    if (at >= 0) return found(differs, whole.slice(0, at).split("\n").length - 1);
  }
  const like = likest(lines, wanted);
  return like === undefined ? undefined : found("words", like);
}

/** In one sentence for whoever wrote the text. */
export function nearMissSentence(near: NearMiss | undefined): string {
  if (near === undefined) return say("en", "tool_write.near.none");
  const { line, text, differs } = near;
  return say("en", `tool_write.near.${differs}`, { line: String(line), text });
}

const same = (line: string) => line;
const oneBlank = (line: string) => line.replace(/\s+/gu, " ").trim();

/** As a hasty reader sees it: no case, no width or composition, one kind of quotes and dashes, nothing invisible. */
const look = (line: string) =>
  oneBlank(line.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, ""))
    .toLowerCase()
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, "-");

function likest(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const longest = wanted.reduce((a, b) => (b.trim().length > a.trim().length ? b : a), "");
  const words = new Set(wordsOf(longest));
  if (words.size === 0) return undefined;
  let best: number | undefined;
  let most = ALIKE;
  for (const [i, line] of lines.entries()) {
    const own = new Set(wordsOf(line.slice(0, 2000)));
    let common = 0;
    for (const word of own) if (words.has(word)) common += 1;
    const share = (2 * common) / (words.size + own.size);
    if (share > most || (best === undefined && share === most)) [best, most] = [i, share];
  }
  return best;
}

/** Words, and each letter of a script that has none between blanks. */
const wordsOf = (line: string): string[] =>
  look(line).match(/\p{Script=Han}|[\p{L}\p{N}_]+/gu) ?? [];
