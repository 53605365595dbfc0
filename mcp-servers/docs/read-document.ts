import type { Access } from "#lib/access/access";
import type { Allowed, Refused } from "#lib/access/verdict";
import { AppError } from "#lib/contracts/errors";
import { type OpenFile, openFile } from "#lib/search/facts";

export type ReadDocument = OpenFile & { verdict: Allowed };

/** A document's lines as they stand on disk at this moment. Throws AppError with the rule. */
export function readDocument(
  access: Access,
  path: string,
  root_id: string | undefined,
): Promise<ReadDocument> {
  return withJudged(access, path, root_id, async (verdict) => ({
    verdict,
    ...(await openFile(access, verdict)),
  }));
}

/**
 * Judges the path and does the work on what was allowed. A file that is replaced between verdict and opening, as editors
 * do when they save, is judged once more; then the refusal stands. Throws AppError with the rule; its `details.missing`
 * tells a file that is not there from one that may not be read.
 */
export async function withJudged<T>(
  access: Access,
  path: string,
  root_id: string | undefined,
  work: (verdict: Allowed) => Promise<T>,
): Promise<T> {
  const judged = async () => {
    const verdict = await access.judge(path, root_id);
    if (verdict.kind === "refused") throw refusalError(verdict);
    return verdict;
  };
  try {
    return await work(await judged());
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "path_changed") throw error;
    return work(await judged());
  }
}

function refusalError(refused: Refused): AppError {
  return new AppError(refused.rule, refused.message, {
    ...(refused.setting === undefined ? {} : { setting: refused.setting }),
    details: { missing: refused.missing },
  });
}
