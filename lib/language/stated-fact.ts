import type { ConceptReading } from "#lib/contracts/memory";
import { atFirstUse, readLexicon } from "./lexicon.ts";
import { createPhraseBook, type Form, readForms } from "./phrases.ts";
import type { Folder } from "./reading/named-folder.ts";

/**
 * What a sentence states, as far as a question can be completed by it: that a term stands for something, that what a term
 * names is in a folder, in which language answers come. Everything else is a note.
 *
 *   "our cluster means prod-eu"            -> means, term "our cluster", value "prod-eu"
 *   "the API docs are in folder api"       -> folder, term "the API docs", value the id of that folder
 *   用中文回答                              -> language, value "zh-CN"
 */
export function readStatedFact(text: string, folders: readonly Folder[]): ConceptReading {
  const forms = readForms(text);
  const found = phrases().find(forms);
  const language = found.find(
    ({ entry, from, to }) =>
      (entry.part === "english" || entry.part === "chinese") && wholly(forms, from, to),
  );
  if (language !== undefined)
    return { kind: "language", value: language.entry.part === "english" ? "en" : "zh-CN" };
  const inFolder = folderStated(text, forms, folders);
  if (inFolder !== undefined) return inFolder;
  return meaningStated(text, forms) ?? { kind: "note" };
}

/** "Remember that …", 请记住：…: the sentence behind it. Undefined for a message that begins otherwise, or asks something. */
export function statementOf(message: string): string | undefined {
  const forms = readForms(message);
  if (forms.some(({ form }) => form === "?")) return undefined;
  const opener = phrases()
    .find(forms)
    .filter(({ entry, from }) => entry.part === "remember" && from === 0)
    .reduce((longest, { to }) => Math.max(longest, to), 0);
  if (opener === 0) return undefined;
  const begin = forms.findIndex(({ kind }, i) => i >= opener && kind !== "mark");
  const first = forms[begin];
  if (begin === -1 || first === undefined || forms.some(({ form }) => form === "\n"))
    return undefined;
  return withoutEnd(message.slice(first.start), readForms(message.slice(first.start)));
}

function meaningStated(text: string, forms: readonly Form[]): ConceptReading | undefined {
  const found = phrases().find(forms);
  const [means] = found
    .filter(({ entry, from, to }) => entry.part === "means" && from > 0 && to < forms.length)
    .sort((a, b) => a.from - b.from || b.to - a.to);
  if (means === undefined) return undefined;
  const by = found.find(
    ({ entry, from, to }) => entry.part === "by" && from === 0 && to < means.from,
  );
  const term = piece(text, forms, by?.to ?? 0, means.from);
  const value = piece(text, forms, means.to, forms.length);
  return term === "" || value === "" ? undefined : { kind: "means", term, value };
}

function folderStated(
  text: string,
  forms: readonly Form[],
  folders: readonly Folder[],
): ConceptReading | undefined {
  const found = phrases().find(forms);
  const last = (part: string) => found.filter(({ entry }) => entry.part === part);
  const ends = (named: string) => {
    const name = named.toLowerCase();
    return folders.find(({ id, label }) => [id, label].some((one) => one.toLowerCase() === name));
  };
  for (const { from, to } of last("in_folder")) {
    const folder = ends(piece(text, forms, to, forms.length));
    const term = piece(text, forms, 0, from);
    if (folder !== undefined && term !== "") return { kind: "folder", term, value: folder.id };
  }
  // 接口文档在 api 文件夹里
  for (const at of last("at"))
    for (const inside of last("inside")) {
      if (inside.from <= at.to) continue;
      const folder = ends(piece(text, forms, at.to, inside.from));
      const term = piece(text, forms, 0, at.from);
      if (folder !== undefined && term !== "") return { kind: "folder", term, value: folder.id };
    }
  return undefined;
}

/** From one form to before another, as it is written, without marks around it. */
function piece(text: string, forms: readonly Form[], from: number, to: number): string {
  let begin = from;
  let end = to;
  while (begin < end && forms[begin]?.kind === "mark") begin += 1;
  while (end > begin && forms[end - 1]?.kind === "mark") end -= 1;
  return begin === end ? "" : text.slice(forms[begin]?.start, forms[end - 1]?.end);
}

const withoutEnd = (text: string, forms: readonly Form[]): string =>
  piece(text, forms, 0, forms.length);

const wholly = (forms: readonly Form[], from: number, to: number): boolean =>
  forms.every(({ kind }, i) => (i >= from && i < to) || kind === "mark");

const phrases = atFirstUse(() =>
  createPhraseBook(readLexicon("remember", ["lang", "part", "phrase"])),
);
