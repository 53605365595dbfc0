import { isEveryday } from "#lib/platform/talk-words";
import { tokenize } from "#lib/platform/words";
import type { Asked } from "./asked.ts";
import type { Candidate, Source } from "./candidates.ts";
import { isIdentifier } from "./named-things.ts";

/**
 * What is asked about stands in what would be quoted, all its words together, and yet it is another's: the web UI of a
 * service that the question does not name, or a thing that somebody else does in passing.
 */

/** "Is there a web UI …" where every web UI that is spoken of is a named other's: "the Harbour web UI". */
export function isOfAnother(asked: Asked, chosen: readonly Source[]): boolean {
  const [compound] = asked.compounds;
  const whether = asked.kind === "yes_no" || /^\W*(?:is|are) there\b/i.test(asked.question);
  if (!whether || compound === undefined || isKnown.test(asked.question)) return false;
  const termsOf = (places: readonly number[]) =>
    new Set(places.map((i) => asked.terms[i]?.term ?? ""));
  const [of, thing] = [termsOf(compound.of), termsOf(compound.thing)];
  const own = new Set(tokenize(asked.question).map((t) => t.term));
  const owners = chosen.flatMap(({ units }) =>
    units.flatMap(({ text }) => {
      const tokens = tokenize(text).filter((t) => t.kind === "word");
      return tokens.flatMap((token, i) => {
        const together = of.has(token.term) && thing.has(tokens[i + 1]?.term ?? "");
        return together ? [{ before: tokens[i - 1], text }] : [];
      });
    }),
  );
  return (
    owners.length > 0 &&
    owners.every(({ before, text }) => {
      if (before === undefined || before.stop || own.has(before.term)) return false;
      const written = text.slice(before.start, before.end);
      return isIdentifier(written) || (before.start > 0 && /^\p{Lu}/u.test(written));
    })
  );
}

/** "Can the Docker container …" speaks of one that there is. */
const isKnown = /^\W*(?:can|does|do|is|are|will|should|may) (?:the|my|your|its) /i;

/** Nearly all of a question; the rest is what every page is about. Pairs across Chinese words have lost their weight to it. */
const leastOfAll = { en: 0.5, "zh-CN": 0.6 };
/** Farther than this from its beginning (characters; of Chinese half as many) a sentence is about something else. */
const opening = 40;

/**
 * How something is done, and what is done stands once, late in a sentence, under no heading that speaks of it: "create a
 * user who may also revoke certificates" tells nobody how to revoke one.
 */
export function isInPassing(
  asked: Asked,
  rarest: number | undefined,
  ranked: readonly Candidate[],
  chosen: readonly Source[],
): boolean {
  const { term, weight } = asked.terms[rarest ?? -1] ?? { term: "", weight: 0 };
  if (rarest === undefined || asked.kind !== "how_to" || asked.things.has(rarest)) return false;
  if (weight < leastOfAll[asked.lang]) return false;
  return !chosen.some((source) => {
    const own = ranked.filter((c) => c.source === source && c.hitsWithHeading.has(rarest));
    const held = own.filter((c) => c.hits.has(rarest));
    if (held.length > 1 || own.length > held.length) return true;
    if (held.length === 0) return false;
    const text = held[0]?.unit.text ?? "";
    const at = tokenize(text).find((t) => t.term === term)?.start ?? 0;
    return at <= (/\p{Script=Han}/u.test(text) ? opening / 2 : opening);
  });
}

/**
 * The question names something ("React", "Admin API") that some folders are called or that only passages of theirs name: what
 * another folder says tells nothing of it, however near its words come. Says of a passage whether it may; all may where nothing
 * is named, or each folder names it, or none.
 */
export function ofNamedFolder(asked: Asked, all: readonly Source[]): (one: Source) => boolean {
  const words = new Set(tokenize(asked.question).map(({ term }) => term));
  const [rarest] = [...asked.names].sort((a, b) => weightOf(asked, b) - weightOf(asked, a));
  const named = rarest === undefined ? [] : [asked.terms[rarest]?.term ?? ""];
  const called = all.flatMap((one) => [...labelOf(one)].filter((term) => words.has(term)));
  const wanted = new Set([...named, ...called]);
  if (wanted.size === 0) return () => true;
  const naming = all.filter(
    (one) => saysAny(one, wanted) || [...labelOf(one)].some((term) => wanted.has(term)),
  );
  const folders = new Set(naming.map(({ citation }) => citation.root_id));
  return ({ citation }) => folders.size === 0 || folders.has(citation.root_id);
}

const weightOf = ({ terms }: Asked, term: number): number => terms[term]?.weight ?? 0;

function saysAny({ citation, units }: Source, terms: ReadonlySet<string>): boolean {
  const { title, breadcrumb, relative_path } = citation;
  const texts = [title, ...breadcrumb, relative_path, ...units.map(({ text }) => text)];
  return tokenize(texts.join("\n")).some(({ term }) => terms.has(term));
}

/** The words of a folder's name that tell it apart. */
export function labelOf({ citation }: Source): Set<string> {
  const label = citation.display_path.slice(0, -citation.relative_path.length - 1);
  return new Set(
    tokenize(label).flatMap(({ term, stop }) =>
      stop || term.length < shortestName || isEveryday(term) || ofAnyFolder.test(term)
        ? []
        : [term],
    ),
  );
}
const shortestName = 3;
const ofAnyFolder =
  /^(?:doc|note|wiki|guid|handbook|manual|page|file|project|team|work|home|main|english|chines)/;
