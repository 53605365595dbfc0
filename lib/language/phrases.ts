import { atFirstUse, readLexicon } from "./lexicon.ts";
import { questionLimits } from "./limits.ts";
import { classAt, digit, han, letter, mark, paired, widthAt } from "./words/characters.ts";
import { simplified } from "./words/han.ts";
import { normalise } from "./words/normalise.ts";

/**
 * Phrases of the lexicon, found in a question. Both are read into the same forms: English words in lower case, contractions
 * written out and spelled the American way (`lexicon/forms.tsv`), Chinese as single characters, simplified; a punctuation
 * mark is a form of its own, and so are phrases that hold one.
 *
 *   "What's up？" -> what, is, up, ?        "數據庫在哪" -> 数, 据, 库, 在, 哪
 *
 * In a phrase `*` stands for up to a few words that are no punctuation, or for none, and `~error` for a word that ends in
 * "error". The matcher walks a trie from each form, so its work grows with the text and not with the number of phrases.
 */
export type Form = {
  form: string;
  /** UTF-16 offsets in the text that was given. */
  start: number;
  end: number;
  kind: "word" | "han" | "mark";
};

const marks = new Map([
  ["\n", "\n"],
  ["…", "."],
  ["。", "."],
  ["、", ","],
  ...[...'`,.;:?!"“”‘’「」『』《》()[]'].map((char): [string, string] => [char, char]),
]);
const joins = new Set("'’_.-/\\");
/** Of these a word keeps its parts together; the others part it. */
const keeps = new Set("_./\\");

export function readForms(given: string): Form[] {
  const { text: s, starts, ends } = normalise(given);
  const forms: Form[] = [];
  const write = (form: string, from: number, to: number, kind: Form["kind"]) =>
    forms.push({
      form,
      start: starts?.[from] ?? from,
      end: ends?.[to - 1] ?? to,
      kind,
    });
  let at = 0;
  while (at < s.length) {
    const kind = classAt(s, at);
    if (kind === letter || kind === digit) {
      const from = at;
      at = endOfWord(s, at);
      for (const form of written(s.slice(from, at).toLowerCase().replaceAll("’", "'")))
        write(form, from, at, "word");
      continue;
    }
    const width = widthAt(s, at);
    const char = s.slice(at, at + width);
    if (kind === han) write(simplified(char), at, at + width, "han");
    else if (kind === paired) write(char, at, at + width, "han");
    else {
      const known = marks.get(char);
      if (known !== undefined) write(known, at, at + width, "mark");
    }
    at += width;
  }
  return forms;
}

function endOfWord(s: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < s.length) {
      const kind = classAt(s, at);
      if (kind !== letter && kind !== digit && kind !== mark) break;
      at += widthAt(s, at);
    }
    const joint = s[at] ?? "";
    if (!joins.has(joint) || at + 1 >= s.length) return at;
    const next = classAt(s, at + 1);
    if (next !== letter && next !== digit) return at;
    if (joint === "-") return at;
    at += 1;
  }
}

const forms = atFirstUse(
  () =>
    new Map(
      readLexicon("forms", ["written", "read"]).map(({ written, read }) => [
        written,
        read.split(" "),
      ]),
    ),
);

/** "what's" is "what is", "Vite's" is "Vite"; an identifier is one form. */
function written(word: string): readonly string[] {
  const known = forms().get(word);
  if (known !== undefined) return known;
  if (word.endsWith("'s")) return [word.slice(0, -"'s".length)];
  return [word];
}

/** A word that stands for several: "doesnt", "what's". */
export const isContraction = (written: string): boolean =>
  (forms().get(written.toLowerCase().replaceAll("’", "'")) ?? []).length > 1;

/** Whether a form is part of an identifier, a path or an address. */
export const isJoined = ({ form }: Form): boolean => [...form].some((char) => keeps.has(char));

export type Found<Entry> = {
  entry: Entry;
  /** The first form of it, and the one behind its last. */
  from: number;
  to: number;
};

type Node<Entry> = {
  next: Map<string, Node<Entry>>;
  gap: Node<Entry> | undefined;
  endings: Map<string, Node<Entry>> | undefined;
  entries: Entry[];
};

export type PhraseBook<Entry> = {
  /** Every phrase at every place, by where it begins. `steps` is told of each look at a form. */
  find(forms: readonly Form[], steps?: () => void): Found<Entry>[];
};

const gapSign = "*";
const endingSign = "~";

export function createPhraseBook<Entry extends { phrase: string }>(
  entries: readonly Entry[],
): PhraseBook<Entry> {
  const root = emptyNode<Entry>();
  for (const entry of entries) {
    let node = root;
    for (const form of formsOfPhrase(entry.phrase)) node = below(node, form);
    node.entries.push(entry);
  }

  function find(given: readonly Form[], steps: () => void = () => {}): Found<Entry>[] {
    const found: Found<Entry>[] = [];
    for (let from = 0; from < given.length; from++) {
      walk(root, from, (entry, to) => found.push({ entry, from, to }));
    }
    return found;

    function walk(node: Node<Entry>, at: number, tell: (entry: Entry, to: number) => void): void {
      steps();
      for (const entry of node.entries) tell(entry, at);
      const form = given[at];
      if (form === undefined) return;
      const next = node.next.get(form.form);
      if (next !== undefined) walk(next, at + 1, tell);
      for (const [ending, other] of node.endings ?? [])
        if (form.kind === "word" && form.form.endsWith(ending)) walk(other, at + 1, tell);
      if (node.gap === undefined) return;
      const longest =
        form.kind === "han" ? questionLimits.gap_characters : questionLimits.gap_words;
      for (let skipped = 0; skipped <= longest; skipped++) {
        const there = given[at + skipped];
        if (there === undefined) return;
        walk(node.gap, at + skipped, tell);
        if (there.kind === "mark") return;
      }
    }
  }

  return { find };
}

function emptyNode<Entry>(): Node<Entry> {
  return { next: new Map(), gap: undefined, endings: undefined, entries: [] };
}

function below<Entry>(node: Node<Entry>, form: string): Node<Entry> {
  if (form === gapSign) {
    node.gap ??= emptyNode();
    return node.gap;
  }
  if (form.startsWith(endingSign)) {
    node.endings ??= new Map();
    return at(node.endings, form.slice(endingSign.length));
  }
  return at(node.next, form);
}

function at<Entry>(nodes: Map<string, Node<Entry>>, form: string): Node<Entry> {
  const known = nodes.get(form);
  if (known !== undefined) return known;
  const made = emptyNode<Entry>();
  nodes.set(form, made);
  return made;
}

/** A phrase is read as a text is, but for its two signs. */
function formsOfPhrase(phrase: string): string[] {
  return phrase.split(" ").flatMap((piece) => {
    if (piece === gapSign || piece.startsWith(endingSign)) return [piece];
    return piece
      .split(gapSign)
      .flatMap((side, i) => [...(i === 0 ? [] : [gapSign]), ...readForms(side).map((f) => f.form)]);
  });
}
