import type { Lang } from "#lib/contracts/answer";
import type { AccessCheck, AccessCheckBody } from "#lib/contracts/http";
import { say } from "#lib/platform/say";
import {
  type Caller,
  type DocsCalls,
  pathVerdict,
  refusalSentence,
  unanswered,
} from "./docs-calls.ts";

/** "May this path be read?", answered by reading its first line the way an agent would: the same verdict, the same audit. */
export async function checkAccess(
  docs: DocsCalls,
  body: AccessCheckBody,
  caller: Caller,
  lang: Lang,
): Promise<AccessCheck> {
  const { path, root } = body;
  // Without a first line: an empty file has none, and may be read all the same.
  const read = await docs.read(
    { path, ...(root === undefined ? {} : { root }), line_end: 1 },
    caller,
  );
  if (read.ok) {
    return {
      allowed: true,
      rule: null,
      message: say(lang, "error.allowed"),
      path,
      root_id: read.value.root_id,
      real_path: read.value.path,
    };
  }
  const rule = pathVerdict(read.failure);
  if (rule === undefined) throw unanswered(read.failure);
  const { setting } = read.failure;
  return {
    allowed: false,
    rule,
    message: refusalSentence(read.failure, lang),
    path,
    ...(setting === undefined ? {} : { setting }),
  };
}
