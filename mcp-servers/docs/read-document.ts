import type { Access } from "#lib/access/access";
import type { Allowed, Verdict } from "#lib/access/verdict";
import type { FileVersion } from "#lib/contracts/citation";
import { AppError } from "#lib/contracts/errors";
import { decode } from "#lib/platform/decode";
import { sha256 } from "#lib/platform/hash";
import { splitLines } from "#lib/platform/lines";
import { say } from "#lib/platform/say";

export type ReadDocument = { verdict: Allowed; lines: string[]; file: FileVersion };

/**
 * A document's lines as they stand on disk at this moment. A file that is replaced between verdict and opening, as
 * editors do when they save, is judged once more; then the refusal stands. Throws AppError with the rule.
 */
export async function readDocument(
  access: Access,
  path: string,
  root_id: string | undefined,
): Promise<ReadDocument> {
  const verdict = await access.judge(path, root_id);
  if (verdict.kind === "refused") throw refusalError(verdict);
  try {
    return await readJudged(access, verdict);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "path_changed") throw error;
    const again = await access.judge(path, root_id);
    if (again.kind === "refused") throw refusalError(again);
    return await readJudged(access, again);
  }
}

async function readJudged(access: Access, verdict: Allowed): Promise<ReadDocument> {
  const { bytes, stat } = await access.open(verdict);
  const decoded = decode(bytes);
  if (decoded.kind === "not_text") {
    throw new AppError("not_text", say("en", "docs.not_text", { reason: decoded.reason }));
  }
  return {
    verdict,
    lines: splitLines(decoded.text),
    file: {
      bytes: stat.size,
      mtime_ms: stat.mtime_ms,
      sha256: sha256(bytes),
      encoding: decoded.encoding,
    },
  };
}

/** `details.missing` tells a file that is not there from one that may not be read. */
export function refusalError(refused: Extract<Verdict, { kind: "refused" }>): AppError {
  return new AppError(refused.rule, refused.message, { details: { missing: refused.missing } });
}
