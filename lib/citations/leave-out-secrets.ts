import type { Answer, Claim, Gap, NearPassage } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import { renderAnswer } from "./render.ts";

/**
 * An answer to take along: what shows a secret is left out of it, be it masked or not, and so are the lines of such
 * sources. Where they stand is still said, with the hash by which they are checked. `left_out`: how many sentences.
 */
export function leaveOutSecrets(answer: Answer): { answer: Answer; left_out: number } {
  const claims = answer.claims.filter((claim) => !claim.contains_secret).map(withoutSecretLines);
  const unsaid = count(answer.claims) - count(claims);
  const gaps = answer.gaps.map((gap): Gap => ({ ...gap, nearest: gap.nearest.map(bareNear) }));
  const left_out = unsaid + countNear(answer.gaps) - countNear(gaps);
  const kept = new Set(claims.map(({ id }) => id));
  const whole: Answer = {
    ...answer,
    citations: answer.citations.map(bare),
    also_read: answer.also_read.map(bare),
    gaps,
    ...(unsaid === 0 ? {} : { claims, markdown: renderAnswer({ ...answer, claims }, answer.lang) }),
    ...(answer.parts === undefined
      ? {}
      : {
          parts: answer.parts.map((part) => ({
            ...part,
            claims: part.claims.filter((id) => kept.has(id)),
          })),
        }),
  };
  return { answer: whole, left_out };
}

/** The lines under a claim may say more than the claim. */
function withoutSecretLines(claim: Claim): Claim {
  const { rests_on, ...rest } = claim;
  const kept = rests_on?.filter((one) => !one.contains_secret) ?? [];
  if (kept.length === (rests_on ?? []).length) return claim;
  return kept.length === 0 ? rest : { ...rest, rests_on: kept };
}

const count = (claims: readonly Claim[]): number =>
  claims.reduce((sum, { rests_on = [] }) => sum + 1 + rests_on.length, 0);

const countNear = (gaps: readonly Gap[]): number =>
  gaps.flatMap(({ nearest }) => nearest.flatMap(({ lines = [] }) => lines)).length;

function bareNear({ lines, ...citation }: NearPassage): NearPassage {
  const kept = lines?.filter((one) => !one.contains_secret) ?? [];
  return kept.length === 0 ? bare(citation) : { ...bare(citation), lines: kept };
}

function bare(citation: Citation): Citation {
  if (!citation.contains_secret) return citation;
  return { ...citation, snippet: "", truncated: true, matched: [] };
}
