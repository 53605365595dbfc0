import { isQuotable } from "#lib/answering/unit-text";
import { type Rendered, renderAnswer } from "#lib/citations/render";
import type { FileListing, Lang, SaidListing } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { DraftAnswer, DraftBlock } from "#lib/contracts/draft";
import type { Passage } from "#lib/contracts/envelope";
import { contentTerms, tokenize } from "#lib/language/words";
import { quotableUnits, type Unit } from "#lib/markdown/units";
import { say } from "#lib/platform/say";

/**
 * An answer to a question about the collection: one counted sentence with its coverage, the files, and from each of the
 * first files the words that put it on the list. The count is the program's own; every quoted word is the file's.
 */
export function composeListing(
  listing: FileListing,
  citations: readonly Citation[],
  passages: readonly Passage[],
): DraftAnswer {
  const wanted = new Set(contentTerms(listing.about ?? ""));
  const blocks = citations.flatMap((citation): DraftBlock[] => {
    const passage = passages.find((p) => p.citation_id === citation.id);
    const { locator, inside_fence } = citation;
    const units = quotableUnits(passage?.text ?? "", locator.line_start, inside_fence);
    const unit = bestUnit(units, wanted);
    if (unit === undefined || unit.kind === "heading") return [];
    const claim = {
      id: `c${citation.id}`,
      kind: unit.kind,
      text: unit.text,
      citations: [citation.id],
      spans: unit.spans.map((span) => ({ citation: citation.id, ...span })),
      ...(unit.info === undefined ? {} : { info: unit.info }),
    };
    return [{ kind: "answer", claims: [claim] }];
  });
  return { outcome: "sure", confidence: 1, blocks, missing: [] };
}

/** The first unit that holds the whole wording, else the one that holds most of it; headings only lead to others. */
function bestUnit(units: readonly Unit[], wanted: ReadonlySet<string>): Unit | undefined {
  let best: { unit: Unit; held: number } | undefined;
  for (const unit of units) {
    if (unit.kind === "heading" || !isQuotable(unit)) continue;
    const terms = new Set(tokenize(unit.text).map((token) => token.term));
    const held = [...wanted].filter((term) => terms.has(term)).length;
    if (best === undefined || held > best.held) best = { unit, held };
  }
  return best?.unit;
}

export function listingSentence(listing: FileListing, lang: Lang): string {
  const said = countSentence(listing, lang);
  const count = listing.files.length;
  if (count >= listing.total) return said;
  const gap = lang === "en" ? " " : "";
  return `${said}${gap}${say(lang, "listing.first", { count })}`;
}

function countSentence(listing: FileListing, lang: Lang): string {
  const { kind, about = "", since, total, searched } = listing;
  switch (kind) {
    case "files":
      return say(lang, "listing.files", { total });
    case "mentions":
      return say(lang, "listing.mentions", { total, searched, about });
    case "changed":
      return say(lang, "listing.changed", { total, searched, since: dayOf(since, lang) });
  }
}

/** The day a list begins with, with its hour where it does not begin at midnight. */
function dayOf(since: string | undefined, lang: Lang): string {
  if (since === undefined) return "";
  const at = new Date(since);
  const midnight = at.getHours() === 0 && at.getMinutes() === 0;
  return new Intl.DateTimeFormat(lang, {
    dateStyle: "long",
    ...(midnight ? {} : { timeStyle: "short" }),
  }).format(at);
}

/** Each list with its sentence, then what is quoted from the files. */
export function renderListings(
  listings: readonly SaidListing[],
  quoted: Rendered,
  lang: Lang,
): string {
  const lists = listings.flatMap(({ sentence, files }) => [
    sentence,
    files
      .map(({ display_path, citation }) => {
        const marker = citation === undefined ? "" : ` [${citation}]`;
        return `- ${codeSpan(display_path)}${marker}`;
      })
      .join("\n"),
  ]);
  return [...lists, renderAnswer(quoted, lang)].filter((part) => part !== "").join("\n\n");
}

/** A file's name as code: it may hold any character, backticks too. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}
