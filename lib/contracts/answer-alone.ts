import type { Beside, Claim } from "./answer.ts";
import type { Citation } from "./citation.ts";

type Standing = Pick<Claim, "beside" | "context">;

/** Whether a claim is of the answer itself: not beside it, and not only what it is read in. */
export const answers = ({ beside, context }: Standing): boolean =>
  beside === undefined && context === undefined;

/** The claims that answer, and what these cite: without what only stands beside or around them. Their numbers stay. */
export function answerAlone<C extends Standing & Pick<Claim, "citations">>(shown: {
  claims: readonly C[];
  citations: readonly Citation[];
}): { claims: C[]; citations: Citation[] } {
  return citing(shown.claims.filter(answers), shown);
}

function citing<C extends Pick<Claim, "citations">>(
  claims: C[],
  shown: { claims: readonly C[]; citations: readonly Citation[] },
): { claims: C[]; citations: Citation[] } {
  if (claims.length === shown.claims.length) return { claims, citations: [...shown.citations] };
  const cited = new Set(claims.flatMap((claim) => claim.citations));
  return { claims, citations: shown.citations.filter(({ id }) => cited.has(id)) };
}

/** Of claims that rest on one source those that answer; of one that only stands beside or around an answer, all of them. */
export function answeringFirst(claims: readonly Claim[]): readonly Claim[] {
  const own = claims.filter(answers);
  return own.length > 0 ? own : claims;
}

/** The answer with what its quotations are read in, and what these cite. */
export function withoutBeside<C extends Standing & Pick<Claim, "citations">>(shown: {
  claims: readonly C[];
  citations: readonly Citation[];
}): { claims: C[]; citations: Citation[] } {
  return citing(
    shown.claims.filter((one) => one.beside === undefined),
    shown,
  );
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
