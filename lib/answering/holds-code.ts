import type { Candidate } from "./candidates.ts";

/** It is code, or names something in marks of code. */
export const holdsCode = ({ unit, text }: Candidate): boolean =>
  unit.kind === "code" || text.split("`").length > 2;
