import MiniSearch from "minisearch";
import { picturePlaces } from "#lib/access/picture-places";
import type { Allowed } from "#lib/access/verdict";
import { pictureTerms } from "#lib/language/picture-question";
import { type PictureReference, readPictures } from "#lib/markdown/pictures";
import { decode } from "#lib/platform/decode";
import { splitLines } from "#lib/platform/lines";
import type { Entry, Place } from "./inventory.ts";
import type { Shelves } from "./shelves.ts";
import { openTurns } from "./turns.ts";

/**
 * The pictures that documents refer to, found by what is said of them: alternative text, title, caption, file name, the text
 * inside a drawing, the paragraphs around, the headings above. Made when pictures are first looked for, and brought to the
 * documents as they are now at each look; only documents that may refer to pictures are read. Words alone are kept.
 */
export type PictureShelf = {
  /** Best first, with the share of the words that each meets. `complete`: all documents have been looked through. */
  find(
    terms: readonly string[],
    how: { isAsked(entry: Entry): boolean; at_once: boolean; signal: AbortSignal },
  ): Promise<{ found: ShelvedPicture[]; complete: boolean }>;
  /** A line that refers to this picture. */
  refersTo(root_id: string, relative_path: string): Promise<ReferringLine | undefined>;
};

/** Which of a document's references it is, from 0. */
export type ShelvedPicture = { key: string; number: number; words_met: number };
export type ReferringLine = { path: string; line: number };

/** Where a picture that a document refers to lies; undefined where none of its places may be shown. */
export function pictureAt(
  { access }: Pick<Shelves, "access">,
  { root_id, relative_path }: Place,
  { target }: Pick<PictureReference, "target">,
): Allowed | { rule: string } | undefined {
  let refused: { rule: string } | undefined;
  for (const path of picturePlaces(target, relative_path)) {
    const verdict = access.judgePicture(path, root_id);
    if (verdict.kind === "allowed") return verdict;
    if (!verdict.missing) refused ??= { rule: verdict.rule };
  }
  return refused;
}

/** Whether a line of a document refers to this picture. */
export function refersOn(
  access: Shelves["access"],
  { lines, line, ...place }: Place & { lines: readonly string[]; line: number },
  { real_path }: Allowed,
): boolean {
  return readPictures(lines, line).some((reference) => {
    const found = pictureAt({ access }, place, reference);
    return found !== undefined && "kind" in found && found.real_path === real_path;
  });
}

const fields = ["said", "name", "drawing", "heading", "near"] as const;
type Fields = Record<(typeof fields)[number], string>;
type Item = Fields & { id: string };
type Held = {
  key: string;
  ids: string[];
  terms: string[][];
  places: Place[];
  /** The names of the files, by which it is told whether it is worth a look. */
  names: Set<string>;
};

const boost: Record<(typeof fields)[number], number> = {
  said: 3,
  name: 2,
  drawing: 1.5,
  heading: 1.2,
  near: 1,
};
/** So long one question waits for documents that have not been looked through; the next goes on from there. */
const CATCH_UP_MS = 6_000;

export function createPictureShelf({ shelves }: { shelves: Shelves }): PictureShelf {
  const index = new MiniSearch<Item>({
    fields: [...fields],
    tokenize: pictureTerms,
    processTerm: (term) => term,
    searchOptions: { processTerm: (term) => term, boost },
  });
  const held = new Map<string, Held>();
  /** In how many pictures a word stands. */
  const standing = new Map<string, number>();
  let catching: Promise<boolean> | undefined;

  function drop(real_path: string): void {
    const known = held.get(real_path);
    if (known === undefined) return;
    held.delete(real_path);
    for (const id of known.ids) index.discard(id);
    for (const term of known.terms.flat()) standing.set(term, (standing.get(term) ?? 1) - 1);
  }

  async function take(entry: Entry): Promise<void> {
    drop(entry.real_path);
    const [place] = entry.places;
    if (place === undefined) return;
    const references = await referencesOf(shelves, place);
    const items: Item[] = [];
    const turns = openTurns();
    const wordsInside = drawnWords(shelves);
    for (const [i, reference] of references.entries()) {
      await turns.take();
      const { breadcrumb, near } = reference;
      items.push({
        id: `${entry.key}#${i}`,
        said: [reference.alt, reference.title, reference.caption].join("\n"),
        name: nameOf(reference.target),
        drawing: wordsInside(place, reference),
        heading: [entry.facts.title, ...breadcrumb].join("\n"),
        near,
      });
    }
    index.addAll(items);
    const terms = items.map((item) => pictureTerms(fields.map((name) => item[name]).join("\n")));
    for (const term of terms.flat()) standing.set(term, (standing.get(term) ?? 0) + 1);
    held.set(entry.real_path, {
      ...{ key: entry.key, ids: items.map(({ id }) => id), terms, places: entry.places },
      names: new Set(references.map(({ target }) => fileNameOf(target))),
    });
  }

  /** One look at a time; whoever comes meanwhile waits for it. */
  function catchUp(): Promise<boolean> {
    catching ??= lookThrough()
      .catch(() => false) // what could not be looked through now is at the next look
      .finally(() => {
        catching = undefined;
      });
    return catching;
  }

  async function lookThrough(): Promise<boolean> {
    const turns = openTurns();
    const begun = performance.now();
    for (const [real_path, { key }] of held) {
      if (shelves.inventory.byKey(key) === undefined) drop(real_path);
    }
    for (const entry of [...shelves.inventory.entries()]) {
      if (entry.facts.pictures !== true || held.get(entry.real_path)?.key === entry.key) continue;
      if (performance.now() - begun > CATCH_UP_MS) return false;
      await turns.take();
      await take(entry);
    }
    return true;
  }

  const isComplete = () =>
    [...shelves.inventory.entries()].every(
      ({ facts, real_path, key }) => facts.pictures !== true || held.get(real_path)?.key === key,
    );

  /** What is rare among pictures tells more; a word that none of them has counts as the rarest. */
  const weightOf = (term: string): number =>
    Math.log(1 + index.documentCount / (1 + (standing.get(term) ?? 0)));

  return {
    async find(terms, { isAsked, at_once, signal }) {
      const looking = catchUp();
      const complete = at_once ? isComplete() : await looking;
      signal.throwIfAborted();
      if (terms.length === 0 || index.documentCount === 0) return { found: [], complete };
      const all = terms.reduce((sum, term) => sum + weightOf(term), 0);
      const found = index
        .search(terms.join("\n"), { tokenize: (text) => text.split("\n") })
        .flatMap(({ id, score, queryTerms }) => {
          const [key = "", number = ""] = String(id).split("#");
          const entry = shelves.inventory.byKey(key);
          if (entry === undefined || !isAsked(entry)) return [];
          const met = queryTerms.reduce((sum, term) => sum + weightOf(term), 0);
          const words_met = all === 0 ? 0 : Math.min(1, met / all);
          return [{ key, number: Number(number), words_met, score: score * (0.3 + words_met) }];
        })
        .sort((a, b) => b.score - a.score)
        .map(({ score: _, ...picture }) => picture);
      return { found, complete };
    },
    async refersTo(root_id, relative_path) {
      await catchUp();
      const name = fileNameOf(relative_path);
      for (const { places, names } of held.values()) {
        const place = places.find((one) => one.root_id === root_id);
        if (place === undefined || !names.has(name)) continue;
        const references = await referencesOf(shelves, place);
        const reference = references.find((one) => {
          const verdict = pictureAt(shelves, place, one);
          return verdict !== undefined && "kind" in verdict
            ? verdict.relative_path === relative_path
            : false;
        });
        if (reference !== undefined) return { path: place.relative_path, line: reference.line };
      }
      return undefined;
    },
  };
}

/** As the document stands now; none where it cannot be read. */
async function referencesOf({ access }: Shelves, place: Place): Promise<PictureReference[]> {
  const verdict = await access.judge(place.relative_path, place.root_id);
  if (verdict.kind === "refused") return [];
  const opened = await access.open(verdict).catch(() => undefined);
  const decoded = opened === undefined ? undefined : decode(opened.bytes);
  return decoded?.kind === "text" ? readPictures(splitLines(decoded.text)) : [];
}

/** Of the address that a document writes, or of a path, the last name as the disk has it. */
function fileNameOf(target: string): string {
  const [path = ""] = target.split(/[?#]/, 1);
  const name = path.slice(path.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** `img/login-page_2x.png` is "login page 2x" of "img". */
function nameOf(target: string): string {
  const [path = ""] = target.split(/[?#]/, 1);
  const names = path.split("/").slice(-2);
  return names
    .map((name) => name.replace(/\.\w{2,4}$/, "").replace(/%[0-9a-f]{2}|[-_.+]+/gi, " "))
    .join("\n");
}

/** The texts inside a drawing, which is read once however often it is referred to. */
function drawnWords(shelves: Shelves): (place: Place, reference: PictureReference) => string {
  const known = new Map<string, string>();
  return (place, reference) => {
    if (!/\.svg(?:[?#]|$)/i.test(reference.target)) return "";
    const verdict = pictureAt(shelves, place, reference);
    if (verdict === undefined || !("kind" in verdict)) return "";
    const words = known.get(verdict.real_path) ?? wordsOf(shelves, verdict);
    known.set(verdict.real_path, words);
    return words;
  };
}

function wordsOf({ access }: Shelves, verdict: Allowed): string {
  try {
    return access.openPicture(verdict).words;
  } catch {
    return ""; // it may not be shown, so nothing in it is found either
  }
}
