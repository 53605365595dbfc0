import type { Access } from "#lib/access/access";
import type { Allowed, Refused } from "#lib/access/verdict";
import { AppError } from "#lib/contracts/errors";
import { type OpenFile, openFile } from "#lib/search/facts";

export type ReadDocument = OpenFile & { verdict: Allowed };

/**
 * A document's lines as they stand on disk at this moment. A file that is replaced between verdict and opening, as
 * editors do when they save, is judged once more; then the refusal stands. Throws AppError with the rule.
 */
export async function readDocument(
  access: Access,
  path: string,
  root_id: string | undefined,
): Promise<ReadDocument> {
  const verdict = await judged(access, path, root_id);
  try {
    return { verdict, ...(await openFile(access, verdict)) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "path_changed") throw error;
    const again = await judged(access, path, root_id);
    return { verdict: again, ...(await openFile(access, again)) };
  }
}

async function judged(access: Access, path: string, root_id: string | undefined): Promise<Allowed> {
  const verdict = await access.judge(path, root_id);
  if (verdict.kind === "refused") throw refusalError(verdict);
  return verdict;
}

/** `details.missing` tells a file that is not there from one that may not be read. */
export function refusalError(refused: Refused): AppError {
  return new AppError(refused.rule, refused.message, { details: { missing: refused.missing } });
}
