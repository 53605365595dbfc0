import type { Beside, Claim } from "./answer.ts";
import type { Citation } from "./citation.ts";

/** The claims that answer, and what these cite: without what only stands beside them. Their numbers stay. */
export function answerAlone<C extends Pick<Claim, "beside" | "citations">>(shown: {
  claims: readonly C[];
  citations: readonly Citation[];
}): { claims: C[]; citations: Citation[] } {
  const claims = shown.claims.filter(({ beside }) => beside === undefined);
  if (claims.length === shown.claims.length) return { claims, citations: [...shown.citations] };
  const cited = new Set(claims.flatMap((claim) => claim.citations));
  return { claims, citations: shown.citations.filter(({ id }) => cited.has(id)) };
}

/** Claims in a row that answer, or that stand beside an answer in the same way. */
export type Run = { beside: Beside | undefined; claims: Claim[] };

export function runsOf(claims: readonly Claim[]): Run[] {
  const runs: Run[] = [];
  for (const claim of claims) {
    const last = runs.at(-1);
    if (last !== undefined && last.beside === claim.beside) last.claims.push(claim);
    else runs.push({ beside: claim.beside, claims: [claim] });
  }
  return runs;
}
