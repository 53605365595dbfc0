import type { PictureNow, PictureReference } from "#lib/citations/picture-reference";
import type { Verification } from "#lib/contracts/docs-tools";
import { type Caller, type DocsCalls, pathVerdict } from "./docs-calls.ts";
import type { VerifyMany } from "./verify-many.ts";

/**
 * Pictures that an export names against the files as they are now, in the order they were given: the bytes through the gate
 * of every picture, and the lines that hold each. What they name is looked for only where the docs tools may read, and a
 * picture only where a document refers to it. Undefined where the files could not be looked at.
 */
export type VerifyPictures = (
  pictures: readonly PictureReference[],
  caller: Caller,
) => Promise<(PictureNow | undefined)[]>;

export function createVerifyPictures(deps: {
  docs: Pick<DocsCalls, "picture">;
  verify: VerifyMany;
}): VerifyPictures {
  const { docs, verify } = deps;

  async function look(
    { root_id, relative_path, sha256, held_by }: PictureReference,
    lines: Verification | undefined,
    caller: Caller,
  ): Promise<PictureNow | undefined> {
    if (lines === undefined) return undefined;
    const stands = lines.state === "verified" || lines.state === "moved";
    // Where its lines are gone another document may still show it.
    const from = stands && {
      path: lines.relative_path ?? held_by.relative_path,
      line: lines.line_start ?? held_by.line_start,
    };
    const args = { path: relative_path, root: root_id, ...(from === false ? {} : { from }) };
    const outcome = await docs.picture(args, caller);
    if (!outcome.ok) {
      const rule = pathVerdict(outcome.failure);
      return rule === undefined ? undefined : { state: stateBy(rule), rule };
    }
    if (outcome.value.sha256 !== sha256) return { state: "changed" };
    if (stands) return { state: "verified" };
    // The picture is as it was, and no line says any more what the answer showed it for.
    return lines.rule === undefined ? { state: "changed" } : { state: "denied", rule: lines.rule };
  }

  return async (pictures, caller) => {
    const lines = await verify(
      pictures.map(({ held_by }) => held_by),
      caller,
    );
    const found: (PictureNow | undefined)[] = [];
    // One after the other: each is read whole.
    for (const [i, picture] of pictures.entries()) {
      caller.signal.throwIfAborted();
      found.push(await look(picture, lines[i], caller));
    }
    return found;
  };
}

/** What is there and may not be shown as a picture is not what was shown. */
function stateBy(rule: string): PictureNow["state"] {
  if (rule === "unreadable") return "missing";
  return rule === "not_a_picture" || rule === "too_large" ? "changed" : "denied";
}
