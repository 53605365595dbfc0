import type { Lang } from "#lib/contracts/answer";
import type { DocsHit } from "#lib/contracts/docs-tools";
import { questionKind, wantsCode } from "../composer/question.ts";
import { headsCause, headsRemedy } from "../composer/remedy-headings.ts";

const aRow = /^\s*\|.*\|\s*$/m;
const fence = /^\s*(?:```|~~~)/m;

/**
 * What a question asks for by its kind has a place of its own on a page: what a thing is stands where its page begins, what
 * helps against an error under "Cause" and "Resolution", an example is code, and a value stands in the table of its page; they need not hold a word of the question.
 * Of the best page such a passage becomes evidence however many others of it were found.
 */
export function sectionAsked(
  question: string,
  lang: Lang,
  hits: readonly DocsHit[],
): (hit: DocsHit) => boolean {
  const kind = questionKind(question, lang);
  const [best] = hits;
  const page = hits.filter(
    (hit) => hit.root_id === best?.root_id && hit.relative_path === best.relative_path,
  );
  if (kind === "definition") {
    // The very first may hold nothing but imports.
    const [, second = Number.POSITIVE_INFINITY] = page
      .map(({ locator }) => locator.line_start)
      .sort((a, b) => a - b);
    return (hit) => page.includes(hit) && hit.locator.line_start <= second;
  }
  if (wantsCode(question)) return (hit) => page.includes(hit) && fence.test(hit.text ?? "");
  if (kind === "lookup") return (hit) => page.includes(hit) && aRow.test(hit.text ?? "");
  if (kind !== "troubleshooting") return () => false;
  return (hit) => {
    const heading = hit.breadcrumb.at(-1);
    return page.includes(hit) && (headsRemedy(heading) || headsCause(heading));
  };
}
