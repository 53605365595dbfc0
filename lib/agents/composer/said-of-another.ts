import { isIdentifier } from "#lib/language/identifier";
import { isEveryday } from "#lib/language/talk-words";
import { tokenize } from "#lib/language/words";
import type { Asked } from "./asked.ts";
import type { Candidate, Source } from "./candidates.ts";

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
 * The question names something ("React", "Admin API") that some folders are called or speak of in a title or in two passages:
 * what another folder says tells nothing of it, however near its words come. Says of a passage whether it may be what is
 * quoted; all may where nothing is named, several things are compared, or each folder names it, or none. A name that one of
 * the folders that were searched is called by (`called`) counts alone, also where no passage of that folder was found.
 */
export function ofNamedFolder(
  asked: Asked,
  all: readonly Source[],
  called: readonly string[] = [],
): (one: Source) => boolean {
  const byFolder = Map.groupBy(all, ({ citation }) => citation.root_id);
  if (Math.max(byFolder.size, called.length) < 2 || asked.kind === "comparison") return () => true;
  const labels = new Set(called.flatMap((label) => [...telling(label)]));
  const told = new Set(tokenize(withoutMessages(asked.question)).map(({ term }) => term));
  const labelled = [...asked.names].flatMap((i) => {
    const term = asked.terms[i]?.term ?? "";
    return labels.has(term) && told.has(term) ? [term] : [];
  });
  const names = labelled.length > 0 ? new Set(labelled) : namedIn(asked);
  if (names.size === 0) return () => true;
  const naming = [...byFolder].filter(
    ([, own]) =>
      own.some((one) => [...labelOf(one)].some((term) => names.has(term))) ||
      own.some(({ citation }) => saysAny([citation.title, ...citation.breadcrumb], names)) ||
      own.filter(({ units }) =>
        saysAny(
          units.map(({ text }) => text),
          names,
        ),
      ).length > 1,
  );
  const folders = new Set(naming.map(([id]) => id));
  const none = folders.size === 0 && labelled.length === 0;
  return ({ citation }) => none || folders.has(citation.root_id);
}

const withoutMessages = (question: string): string =>
  question.replace(/"[^"]*"|“[^”]*”|「[^」]*」/g, (q) => " ".repeat(q.length));

/** Of each name the word that tells most ("admin" of "Admin API"); a message, of more words, names nothing. */
function namedIn({ question, terms, names }: Asked): Set<string> {
  const said = withoutMessages(question);
  const places = new Map([...names].map((i) => [terms[i]?.term, i]));
  const runs: { end: number; words: number; places: number[] }[] = [];
  for (const { term, start, end, kind } of tokenize(said)) {
    if (kind !== "word") continue;
    const last = runs.at(-1);
    const place = places.get(term);
    if (last !== undefined && /^[ .,:;'`()/-]{1,3}$/.test(said.slice(last.end, start))) {
      last.end = end;
      last.words++;
      if (place !== undefined) last.places.push(place);
    } else if (place !== undefined) runs.push({ end, words: 1, places: [place] });
  }
  const han = /\p{Script=Han}/u.test(question);
  const weight = (i: number) => terms[i]?.weight ?? 0;
  return new Set(
    runs
      .filter(({ words }) => !han || words <= longestNamed)
      .flatMap((run) => {
        const [rarest] = run.places.sort((a, b) => weight(b) - weight(a));
        return rarest === undefined ? [] : (terms[rarest]?.term ?? []);
      }),
  );
}
const longestNamed = 3;

const saysAny = (texts: readonly string[], terms: ReadonlySet<string>): boolean =>
  tokenize(texts.join("\n")).some(({ term }) => terms.has(term));

/** The words of a folder's name that tell it apart. */
export function labelOf({ citation }: Source): Set<string> {
  return telling(citation.display_path.slice(0, -citation.relative_path.length - 1));
}

function telling(label: string): Set<string> {
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
  /^(?:doc|document|note|wiki|guid|handbook|manual|page|file|project|team|work|home|main|english|chines|compani)$/;
