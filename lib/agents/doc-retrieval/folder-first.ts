import type { DocsSearchOutput } from "#lib/contracts/docs-tools";
import type { QuestionAnalysis } from "#lib/contracts/question";
import type { DocsCalls, DocsOutcome } from "../docs-calls.ts";

/**
 * Where the question names one of the folders that it may search, that folder is searched alone, and what it holds stands before
 * what the others hold. A folder that holds nothing of it is no answer: then all are searched as if none was named.
 */
export async function searchFolderFirst(
  docs: Pick<DocsCalls, "search">,
  input: Parameters<DocsCalls["search"]>[0],
  analysis: QuestionAnalysis | undefined,
): Promise<DocsOutcome<DocsSearchOutput>> {
  const { roots = [] } = input;
  const folder = analysis?.folder;
  const among = folder !== undefined && (roots.length === 0 || roots.includes(folder));
  if (!among || roots.length === 1) return docs.search(input);
  const [own, all] = await Promise.all([
    docs.search({ ...input, roots: [folder] }),
    docs.search(input),
  ]);
  if (!own.ok || !all.ok || own.output.hits.length === 0) return all;
  const others = all.output.hits.filter(({ root_id }) => root_id !== folder);
  const { coverage } = all.output;
  return { ok: true, output: { ...own.output, coverage, hits: [...own.output.hits, ...others] } };
}
