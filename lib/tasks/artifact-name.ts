import type { AppError } from "#lib/contracts/errors";
import { nameProblem } from "#lib/platform/portable-name";
import { saidError } from "#lib/platform/said-error";
import { NAME_BYTES } from "./limits.ts";

/**
 * Whether a file of a task may be called so: a plain name that is one on every system, whatever this one allows.
 * Undefined where it may, else `validation` with the reason.
 */
export function refuseName(name: string): AppError | undefined {
  const why = nameProblem(name);
  if (why === undefined) return undefined;
  const shown = name.slice(0, 80);
  const params: Record<string, string | number> =
    why === "empty" || why === "sign"
      ? {}
      : why === "long"
        ? { name: `${shown}…`, most: NAME_BYTES }
        : { name: shown };
  return saidError("validation", `artifact.name_${why}`, params);
}
