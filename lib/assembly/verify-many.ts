import { CitedLines, type Verification } from "#lib/contracts/docs-tools";
import type { Caller, DocsCalls } from "./docs-calls.ts";

/** So many at a time: each may mean that a whole file is searched for text that has moved. */
const atATime = 50;
const PATIENCE_MS = 60_000;

/** In the order they were given; undefined where the files could not be looked at. */
export type VerifyMany = (
  cited: readonly CitedLines[],
  caller: Caller,
) => Promise<(Verification | undefined)[]>;

/** Any number of citations against the files as they are now. What can name no lines at all is refused unasked. */
export function createVerifyMany(docs: DocsCalls): VerifyMany {
  return async function verifyMany(cited, caller) {
    const results: (Verification | undefined)[] = cited.map((one) =>
      CitedLines.safeParse(one).success ? undefined : { state: "denied", rule: "invalid_path" },
    );
    const sound = [...cited.entries()].filter(([i]) => results[i] === undefined);
    for (let from = 0; from < sound.length; from += atATime) {
      const some = sound.slice(from, from + atATime);
      const outcome = await docs.verifyAll(
        some.map(([, one]) => one),
        { ...caller, timeout_ms: PATIENCE_MS },
      );
      if (!outcome.ok) continue;
      for (const [n, [i]] of some.entries()) results[i] = outcome.value[n];
    }
    return results;
  };
}
