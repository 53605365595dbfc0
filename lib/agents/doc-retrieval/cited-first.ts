import type { DocumentPlace } from "#lib/contracts/citation";
import type { DocsHit, DocsSearchOutput } from "#lib/contracts/docs-tools";
import { LONGEST_PATTERN } from "#lib/contracts/limits";
import type { DocsCalls, DocsOutcome } from "../docs-calls.ts";

/** Of each page that was cited before so many passages are looked at first. */
const passagesOfPage = 3;

type Input = Parameters<DocsCalls["search"]>[0];

/**
 * What the pages that a conversation cited hold of a follow-up, in their order. A page that cannot be searched any more, or that
 * lies in a folder that is not searched this time, holds nothing.
 */
export async function searchCited(
  docs: Pick<DocsCalls, "search">,
  input: Input,
  pages: readonly DocumentPlace[],
): Promise<DocsHit[]> {
  const { roots = [] } = input;
  const searched = pages
    .filter(({ root_id }) => roots.length === 0 || roots.includes(root_id))
    .map(({ root_id, relative_path }) => ({ root_id, pattern: literalPattern(relative_path) }))
    .filter(({ pattern }) => pattern.length <= LONGEST_PATTERN);
  const found = await Promise.all(
    searched.map(({ root_id, pattern }) =>
      docs.search({
        ...{ ...input, roots: [root_id], doc_file_patterns: [pattern] },
        limit: passagesOfPage,
      }),
    ),
  );
  return found.flatMap((one) => (one.ok ? one.output.hits : []));
}

/** These hits before the others; where there are no others, nothing is changed. */
export function citedFirst(
  cited: readonly DocsHit[],
  found: DocsOutcome<DocsSearchOutput>,
): DocsOutcome<DocsSearchOutput> {
  if (!found.ok || found.output.hits.length === 0 || cited.length === 0) return found;
  const known = new Set(cited.map(placeOf));
  const others = found.output.hits.filter((hit) => !known.has(placeOf(hit)));
  return { ok: true, output: { ...found.output, hits: [...cited, ...others] } };
}

const placeOf = ({ root_id, relative_path, locator }: DocsHit): string =>
  JSON.stringify([root_id, relative_path, locator.line_start]);

/** A pattern that one path matches and no other, case aside. */
const literalPattern = (path: string): string => path.replace(/[*?{}[\],!\\]/g, "\\$&");
