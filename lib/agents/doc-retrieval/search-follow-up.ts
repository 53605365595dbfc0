import type { DocumentPlace } from "#lib/contracts/citation";
import type { DocsHit, DocsSearchOutput } from "#lib/contracts/docs-tools";
import type { Evidence, FollowUpReadings, SearchReading } from "#lib/contracts/envelope";
import type { QuestionAnalysis, QuestionText } from "#lib/contracts/question";
import { askedAfter } from "#lib/language/asked-after";
import type { DocsCalls, DocsOutcome } from "../docs-calls.ts";
import { citedFirst, searchCited } from "./cited-first.ts";
import { searchFolderFirst } from "./folder-first.ts";
import { inTurn } from "./in-turn.ts";

type Input = Parameters<DocsCalls["search"]>[0];
type Found = DocsOutcome<DocsSearchOutput>;

/** What a search brought, and how it came to it where the question may go on from another. */
export type Searched = {
  found: Found;
  /** Once the evidence is chosen of what was found. */
  readings(evidence: readonly Evidence[]): FollowUpReadings | undefined;
};

/**
 * A question that may go on from the one before it is searched for twice, by itself and together with that one, each time in the
 * pages that the answer before cited as well. Whether it does go on from it is not decided here: both lists are brought, in turn.
 */
export async function searchFollowUp(
  docs: Pick<DocsCalls, "search">,
  input: Input & { query: QuestionText },
  analysis: QuestionAnalysis | undefined,
  {
    follows,
    cited_before = [],
  }: { follows?: QuestionText | undefined; cited_before?: readonly DocumentPlace[] | undefined },
): Promise<Searched> {
  const search = async (one: Input) => {
    const [cited, found] = await Promise.all([
      searchCited(docs, one, cited_before),
      searchFolderFirst(docs, one, analysis),
    ]);
    return { found, withCited: citedFirst(cited, found) };
  };
  if (follows === undefined) return byItself((await search(input)).withCited);
  const both = askedAfter(follows, input.query);
  if (both === undefined) return byItself(await searchFolderFirst(docs, input, analysis));
  const { analysis: _, ...plain } = input;
  const [itself, after] = await Promise.all([search(input), search({ ...plain, query: both })]);
  const [alone, together] = [itself.withCited, after.withCited];
  // Pages cited before are weighed by both readings, and stand in front of none.
  const none = !alone.ok || !together.ok || together.output.hits.length === 0;
  if (none) return byItself(itself.found);
  const hits = inTurn([together.output.hits, alone.output.hits]);
  const status = { status: together.output.status };
  return {
    found: { ok: true, output: { ...alone.output, ...status, hits } },
    readings: (evidence) => {
      const citations = evidence.flatMap((one) => one.citations);
      const reading = (query: QuestionText, { hits, terms }: DocsSearchOutput): SearchReading => ({
        ...{ query, terms },
        found: foundBy(hits, citations),
      });
      return {
        alone: reading(input.query, alone.output),
        together: reading(both, together.output),
        cited_before: [...cited_before],
      };
    },
  };
}

const byItself = (found: Found): Searched => ({ found, readings: () => undefined });

/** The citations that a list of hits came to, each with the score of its best hit. */
function foundBy(
  hits: readonly DocsHit[],
  citations: readonly Evidence["citations"][number][],
): SearchReading["found"] {
  const found = new Map<number, number>();
  for (const { root_id, relative_path, locator, score } of hits) {
    const own = citations.find(
      (one) =>
        one.root_id === root_id &&
        one.relative_path === relative_path &&
        one.locator.line_start <= locator.line_end &&
        locator.line_start <= one.locator.line_end,
    );
    if (own !== undefined && !found.has(own.id)) found.set(own.id, score);
  }
  return [...found].map(([citation_id, score]) => ({ citation_id, score }));
}
