import type { Lang } from "#lib/contracts/answer";
import type { DocsPictureOutput } from "#lib/contracts/docs-tools";
import { AppError } from "#lib/contracts/errors";
import type { PictureQuery } from "#lib/contracts/pictures";
import { say } from "#lib/platform/say";
import { type Caller, type DocsCalls, refusalOf } from "./docs-calls.ts";

/**
 * The bytes of a picture that a document refers to, through the docs server's own gate. Throws AppError with the rule by
 * which it may not be shown.
 */
export async function readPicture(
  docs: DocsCalls,
  { path, root, from, line }: PictureQuery,
  caller: Caller,
  lang: Lang,
): Promise<Omit<DocsPictureOutput, "base64" | "bytes"> & { content: Buffer }> {
  if ((from === undefined) !== (line === undefined)) {
    throw new AppError("validation", say(lang, "error.picture_place"));
  }
  const named = from === undefined || line === undefined ? {} : { from: { path: from, line } };
  const outcome = await docs.picture({ path, root, ...named }, caller);
  if (!outcome.ok) throw refusalOf(outcome.failure, lang);
  const { base64, bytes: _, ...picture } = outcome.value;
  return { ...picture, content: Buffer.from(base64, "base64") };
}
