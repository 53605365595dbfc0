import { inHeadingWords, useZh } from "#lib/language/heading-words";
import { contentTerms } from "#lib/language/words";
import type { Compose, QuoteInput } from "./quote.ts";

/**
 * When, and for what, a thing is meant to be used: manuals of components have a section of that name on the page of each,
 * "何时使用" or "When to use". Other sections of the page name the thing as well, and say nothing of it.
 */
export function asksUse(question: string): boolean {
  return use.test(question);
}

/** Whether a text says it, or stands under a heading that does. */
export function saysUse(text: string): boolean {
  return said.test(text);
}

const use =
  /\bwhen (?:should|do|would|must|to|is|are)\b.*\buse[ds]?\b|什[么麼][时時]候(?:该|應該|应该|适合|適合|要|会|需要)?(?:使?用|选)|何[时時](?:该|应该)?(?:使?用|选)|用在(?:什[么麼]|哪)|(?:适合|適合|用于|用於)什[么麼](?:场景|場景|情况|地方)/i;
const heading =
  /^\W*(?:when (?:should (?:I|you) use|to use)|use cases?|何[时時]使用|什[么麼][时時]候使?用|(?:使用|适用|適用)(?:场景|場景|时机))/i;
const said =
  /\bwhen to use\b|\bused? (?:for|to|when|in)\b|何[时時]使用|什[么麼][时時]候(?:使?用)|(?:使用|适用)场景|用于|用在|用来|适[用合]于?|使用|当.{1,30}时/i;

/** How a thing is used is not when. */
const saysWhen =
  /\bwhen\b|\bused? for\b|用于|用在|适[用合]|適[用合]|(?:使用|适用)场景|[当在].{1,30}时/i;

/**
 * By that section of the page of what is asked about, where it was found; else by the section that is named after it,
 * where what is quoted of it says when; else by all that was found.
 */
export function composeAtUse(compose: Compose): Compose {
  return async (input) => {
    if (!asksUse(input.question)) return compose(input);
    const asked = { ...input, question: inHeadingWords(input.question) };
    const atUse = kept(asked, isOfUse);
    const composed = atUse && (await compose(atUse));
    if (composed?.answered) return composed;
    const named = kept(asked, isNamedAfter);
    const said = named && (await compose(named));
    return said?.answered && said.claims.some(({ text }) => saysWhen.test(text))
      ? said
      : compose(input);
  };
}

type Place = QuoteInput["citations"][number];

function isOfUse({ breadcrumb, title, relative_path }: Place, asked: ReadonlySet<string>): boolean {
  const page = contentTerms(`${title} ${relative_path.replace(/[/\\._-]+/g, " ")}`);
  return heading.test(breadcrumb.at(-1) ?? "") && page.some((term) => asked.has(term));
}

const isNamedAfter = ({ breadcrumb }: Place, asked: ReadonlySet<string>): boolean => {
  const named = new Set(contentTerms(breadcrumb.at(-1) ?? ""));
  return asked.size > 0 && [...asked].every((term) => named.has(term));
};

/** The evidence of the places that fit what is asked about. */
function kept(
  input: QuoteInput,
  fits: (place: Place, asked: ReadonlySet<string>) => boolean,
): QuoteInput | undefined {
  const about = input.question.replace(useZh, " ").replace(useEn, " ").replace("何时使用", " ");
  const asked = new Set(contentTerms(about));
  const citations = input.citations.filter((place) => fits(place, asked));
  const ids = new Set(citations.map(({ id }) => id));
  const passages = input.passages.filter(({ citation_id }) => ids.has(citation_id));
  return citations.length === 0 ? undefined : { ...input, citations, passages };
}

const useEn = /\bwhen\b|\b(?:should|do|would|must|to|is|are) (?:I|we|you|one)\b|\buse[ds]?\b/gi;
