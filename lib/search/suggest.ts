import type { Lang } from "#lib/contracts/answer";
import type { DocsSuggestInput, DocsSuggestOutput } from "#lib/contracts/docs-tools";
import { contentTerms, detectLang } from "#lib/language/words";
import type { Catalogue } from "./catalogue.ts";
import type { EngineHit } from "./engines/engine.ts";
import { headingQuestion } from "./heading-question.ts";
import type { Entry, Inventory, Place } from "./inventory.ts";
import { headingsOf, passageAt } from "./packed-outline.ts";

/**
 * What could be asked: titles and headings that begin with what is being typed, wherever in them it stands; before
 * anything is typed, the questions that headings answer, from files all over the folders; and where nothing completes what
 * was typed, headings over passages that say it in other words.
 */
type Suggestion = DocsSuggestOutput["suggestions"][number];

/** A file has many headings; a few of one tell what it is about. */
const mostPerFile = 2;
const longestHeading = 120;

export async function suggest(
  input: DocsSuggestInput,
  from: {
    catalogue: Pick<Catalogue, "complete" | "expectTyping" | "nearest">;
    inventory: Pick<Inventory, "byKey" | "entries">;
    placeOf(entry: Entry): Place | undefined;
    /** Passages that say something like a text, the nearest first. */
    alike(text: string): Promise<readonly Pick<EngineHit, "key" | "passage" | "score">[]>;
  },
): Promise<Omit<DocsSuggestOutput, "index_generation">> {
  const limit = input.limit ?? 8;
  const typed = input.text.trim();
  if (typed === "") {
    from.catalogue.expectTyping();
    return { suggestions: starters(limit, input.lang, from) };
  }
  const suggestions = completions(typed, limit, from);
  if (suggestions.length > 0) return { suggestions };
  const meant = mended(typed, from.catalogue);
  const others = meant === undefined ? [] : completions(meant, limit, from);
  if (meant !== undefined && others.length > 0) return { suggestions: others, did_you_mean: meant };
  return {
    suggestions: await headingsAlike(typed, limit, from),
    ...(meant === undefined ? {} : { did_you_mean: meant }),
  };
}

/** What scores less beside the best is about something else. */
const nearEnough = 0.6;
/** A word that is being typed means nothing yet. */
const fewestWords = 2;

/** Headings over what says it in other words, where none completes what was typed. */
async function headingsAlike(typed: string, limit: number, from: From): Promise<Suggestion[]> {
  if (contentTerms(typed).length < fewestWords) return [];
  const found = new Map<string, Suggestion>();
  const hits = await from.alike(typed);
  const least = nearEnough * (hits[0]?.score ?? 0);
  for (const { key, passage, score } of hits) {
    if (score < least) break;
    const entry = from.inventory.byKey(key);
    const place = entry && from.placeOf(entry);
    if (entry === undefined || place === undefined) continue;
    const text = passageAt(entry.facts.outline, passage)?.breadcrumb.at(-1);
    if (text === undefined || text.length > longestHeading) continue;
    const heading = headingsOf(entry.facts.outline).find((one) => one.text === text);
    if (heading === undefined || found.has(text)) continue;
    found.set(text, { ...place, kind: "heading", text, line: heading.start + 1 });
    if (found.size >= limit) break;
  }
  return [...found.values()];
}

type From = Parameters<typeof suggest>[1];

function completions(typed: string, limit: number, from: From): Suggestion[] {
  const wanted = wordsOf(typed);
  const found = new Map<string, Suggestion>();
  for (const key of from.catalogue.complete(typed)) {
    const entry = from.inventory.byKey(key);
    const place = entry && from.placeOf(entry);
    if (entry === undefined || place === undefined) continue;
    let own = 0;
    for (const offer of offersOf(entry, place)) {
      if (own >= mostPerFile || found.size >= limit) break;
      const id = offer.text.toLowerCase();
      if (found.has(id) || !holdsAll(offer.text, wanted)) continue;
      found.set(id, offer);
      own += 1;
    }
    if (found.size >= limit) break;
  }
  return [...found.values()];
}

function offersOf({ facts }: Entry, place: Place): Suggestion[] {
  const headings = headingsOf(facts.outline)
    .filter(({ text }) => text !== facts.title)
    .map(({ text, start }) => ({ ...place, kind: "heading" as const, text, line: start + 1 }));
  const title = { ...place, kind: "title" as const, text: facts.title, line: 1 };
  return [title, ...headings].filter(({ text }) => text !== "" && text.length <= longestHeading);
}

/** Every word that was typed begins a word of the text; Han words may stand inside. */
function holdsAll(text: string, wanted: readonly string[]): boolean {
  const lower = text.normalize("NFKC").toLowerCase();
  const words = wordsOf(text);
  return wanted.every((word) =>
    /\p{Script=Han}/u.test(word) ? lower.includes(word) : words.some((w) => w.startsWith(word)),
  );
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The typed words with those that stand in no title or heading written as the nearest that does. */
function mended(typed: string, catalogue: Pick<Catalogue, "nearest">): string | undefined {
  let changed = false;
  const text = typed.replace(/[\p{L}\p{N}]+/gu, (word) => {
    const near = catalogue.nearest(word.toLowerCase());
    if (near === undefined || near === word.toLowerCase()) return word;
    changed = true;
    return near;
  });
  return changed ? text : undefined;
}

type Starters = { asked: Suggestion[]; titles: Suggestion[] };

/**
 * Of each folder questions that headings answer, evenly over the files that have one, then titles. The folders take turns,
 * beginning with the newest, so that a folder whose headings ask nothing stands beside one whose all do; one that has
 * little to offer leaves its places to the others.
 */
function starters(limit: number, lang: Lang | undefined, from: From): Suggestion[] {
  const byFolder = new Map<string, Starters>();
  for (const entry of from.inventory.entries()) {
    const place = from.placeOf(entry);
    if (place === undefined) continue;
    const folder = byFolder.get(place.root_id) ?? { asked: [], titles: [] };
    byFolder.set(place.root_id, folder);
    const offers = offersOf(entry, place).filter(
      ({ text }) => lang === undefined || detectLang(text) === lang,
    );
    const question = questionIn(offers);
    if (question !== undefined) folder.asked.push(question);
    else if (offers[0] !== undefined) folder.titles.push(offers[0]);
  }
  const folders = [...byFolder.values()]
    .filter(({ asked, titles }) => asked.length + titles.length > 0)
    .reverse();
  const lists = folders.map(({ asked, titles }, at) => {
    const first = spread(asked, Math.max(0, Math.ceil((limit - at) / folders.length)));
    // What is left of them fills the places that other folders leave.
    const left = asked.filter((one) => !first.includes(one));
    return [...first, ...spread(titles, Math.max(0, limit - first.length)), ...spread(left, limit)];
  });
  return takeTurns(lists, limit);
}

/** One that stands in the file as it is before one that a heading is made into. */
function questionIn(offers: readonly Suggestion[]): Suggestion | undefined {
  let made: Suggestion | undefined;
  for (const offer of offers) {
    if (offer.kind !== "heading") continue;
    const text = headingQuestion(offer.text);
    if (text === offer.text) return offer;
    if (text !== undefined) made ??= { ...offer, text };
  }
  return made;
}

function takeTurns<T>(lists: readonly (readonly T[])[], limit: number): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1)))
    .flat()
    .slice(0, limit);
}

function spread<T>(items: readonly T[], limit: number): T[] {
  if (items.length <= limit) return [...items];
  return Array.from(
    { length: limit },
    (_, i) => items[Math.floor((i * items.length) / limit)],
  ).filter((item) => item !== undefined);
}
