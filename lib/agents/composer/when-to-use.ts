import { contentTerms } from "#lib/platform/words";
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

/** Asked in the words of such a heading: "什么时候该用 Switch" as "何时使用 Switch". */
export function inHeadingWords(question: string): string {
  return /\p{Script=Han}/u.test(question) ? question.replace(useZh, "何时使用") : question;
}

const useZh =
  /什[么麼][时時]候(?:该|應該|应该|适合|適合|要|会|需要)?(?:使用|用|选用)(?![过得完到不上的])|何[时時](?:该|应该)?(?:使用|用|选用)(?![过得完到不上的])/;

/** By that section of the page of what is asked about, where it was found; else by all that was found. */
export function composeAtUse(compose: Compose): Compose {
  return async (input) => {
    const section = asksUse(input.question) ? sectionOfUse(input) : undefined;
    if (section === undefined) return compose(input);
    const composed = await compose({ ...section, question: inHeadingWords(input.question) });
    return composed.answered ? composed : compose(input);
  };
}

function sectionOfUse(input: QuoteInput): QuoteInput | undefined {
  const asked = new Set(contentTerms(input.question));
  const citations = input.citations.filter(({ breadcrumb, title, relative_path }) => {
    const page = contentTerms(`${title} ${relative_path.replace(/[/\\._-]+/g, " ")}`);
    return heading.test(breadcrumb.at(-1) ?? "") && page.some((term) => asked.has(term));
  });
  const ids = new Set(citations.map(({ id }) => id));
  const passages = input.passages.filter(({ citation_id }) => ids.has(citation_id));
  return citations.length === 0 ? undefined : { ...input, citations, passages };
}
