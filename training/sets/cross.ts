import { flat } from "./asks.ts";
import { type Page, sectionEnd, trim } from "./page.ts";
import { type Draft, ordinal, ownWeight, type ProjectSet } from "./project-set.ts";
import type { Asking } from "./questions.ts";

/** Most questions that one project gives over its pages in the other language. */
const most = 20;

/**
 * Questions of one language over the pages of the other: the section at the same place of a page whose outline is the same, or with
 * the same anchor. `replaced` tells whether that section's own heading was taken out of the page.
 */
export function crossDrafts(from: ProjectSet, over: ProjectSet): (Draft & { replaced: boolean })[] {
  const pages = new Map(over.pages.map((page) => [page.key, page]));
  const replaced = new Set([...over.replaced].map(({ heading }) => heading));
  const seen = new Set<string>();
  const drafts = from.askings.flatMap((asking) => {
    const page = pages.get(asking.page.key);
    const words = flat(asking.question);
    if (asking.heading === undefined || page === undefined || seen.has(words)) return [];
    const heading = sameHeading(asking, page);
    const range = heading && trim(page, heading.until, sectionEnd(page, heading));
    if (range === undefined || range.end - range.start > 150 || ownWeight(page, range) < 40)
      return [];
    seen.add(words);
    const draft = {
      source: asking.kind,
      question: asking.question,
      golds: [{ page, grade: 2 as const, range }],
      without: [],
    };
    return [{ ...draft, replaced: replaced.has(heading) }];
  });
  // Those whose heading is out of the page first: they cannot be found by its translation.
  return [
    ...drafts.filter((draft) => draft.replaced),
    ...drafts.filter((draft) => !draft.replaced),
  ].slice(0, most);
}

function sameHeading(asking: Asking, page: Page) {
  const { heading } = asking;
  const anchor = heading?.anchor;
  const named = page.headings.find((other) => anchor !== undefined && other.anchor === anchor);
  if (named) return named;
  const outline = (one: Page) => one.headings.map(({ level }) => level).join(" ");
  return outline(asking.page) === outline(page) ? page.headings[ordinal(asking)] : undefined;
}
