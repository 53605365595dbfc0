import { tokenize } from "#lib/language/words";
import type { EngineMention } from "./engine.ts";
import type { InvertedIndex } from "./inverted-index.ts";
import { countOf, countsIn, postingsOf, type Segment } from "./segment.ts";
import { gapsIn, placeOf, termAt } from "./sequence.ts";

/**
 * The documents that hold a wording: its content words side by side and in order, in any inflection, with
 * function words or a pause between them only where the wording has them. Headings and titles
 * count as one mention where the text itself has none. Nothing is ranked; the order is that of the index.
 *
 *   wording "access token"     -> access · token
 *   "an access token for the"  -> access · token ...   one mention
 *   "token access"             -> none
 */
export function findMentions(index: Mentioned, wording: string): EngineMention[] {
  const phrase = readWording(index, wording);
  if (phrase === undefined) return [];
  const found = new Map<string, EngineMention>();
  for (const segment of index.segments()) {
    for (const passage of passagesWithRarest(segment, phrase.ids)) {
      const count = occurrences(segment, passage, phrase);
      const headed = count === 0 && inHeading(segment, passage, phrase.ids);
      if (count === 0 && !headed) continue;
      const document = segment.documents[segment.document[passage] ?? 0];
      if (document === undefined) continue;
      const own = passage - document.first;
      const known = found.get(document.key);
      if (known === undefined) {
        found.set(document.key, { key: document.key, passage: own, count, headed: count === 0 });
      } else if (count > 0) {
        if (known.headed) known.passage = own;
        known.count += count;
        known.headed = false;
      }
    }
  }
  return [...found.values()].map((mention) => ({ ...mention, count: Math.max(1, mention.count) }));
}

type Mentioned = Pick<InvertedIndex, "termId" | "segments">;

/** A single Han character is no part of any sequence, so it has no `places`; its counts alone say how often it stands. */
type Phrase = { ids: number[]; places: number[] };

/** Undefined when the wording has no content word, or one that no document holds. */
function readWording(index: Mentioned, wording: string): Phrase | undefined {
  const tokens = tokenize(wording);
  const gapBefore = gapsIn(wording, { code: false });
  const words = tokens.flatMap((token) => {
    const gap = gapBefore(token, token.start, token.end);
    return gap === undefined ? [] : [{ token, gap }];
  });
  const used = words.length > 0 ? words.map((w) => w.token) : tokens.filter((t) => !t.stop);
  const ids = used.flatMap((token) => index.termId(token.term) ?? []);
  if (ids.length === 0 || ids.length < used.length) return undefined;
  return { ids, places: words.map(({ gap }, i) => placeOf(ids[i] ?? 0, gap)) };
}

/** Passages that hold the word of the wording that fewest passages hold; ascending, the struck-out ones left out. */
function* passagesWithRarest(segment: Segment, ids: readonly number[]): Generator<number> {
  let rarest = { from: 0, to: Number.POSITIVE_INFINITY };
  for (const id of ids) {
    const postings = postingsOf(segment, id);
    if (postings.to - postings.from < rarest.to - rarest.from) rarest = postings;
  }
  for (let at = rarest.from; at < rarest.to; at++) {
    const passage = segment.passages[at] ?? 0;
    if (segment.alive[passage] === 1) yield passage;
  }
}

function occurrences(segment: Segment, passage: number, { ids, places }: Phrase): number {
  if (places.length < 2) {
    const counts = ids.map((id) => countsIn(segment, id, passage));
    return Math.min(...counts.map((packed) => countOf(packed, "body") + countOf(packed, "code")));
  }
  const [first = 0, ...others] = places.map((place, i) => (i === 0 ? termAt(place) : place));
  const end = (segment.sequenceStarts[passage + 1] ?? 0) - places.length;
  let count = 0;
  for (let at = segment.sequenceStarts[passage] ?? 0; at <= end; at++) {
    if (termAt(segment.sequence[at] ?? 0) !== first) continue;
    if (others.every((place, i) => segment.sequence[at + 1 + i] === place)) count += 1;
  }
  return count;
}

function inHeading(segment: Segment, passage: number, ids: readonly number[]): boolean {
  const counts = ids.map((id) => countsIn(segment, id, passage));
  const all = (field: "heading" | "title") => counts.every((packed) => countOf(packed, field) > 0);
  return all("heading") || all("title");
}
