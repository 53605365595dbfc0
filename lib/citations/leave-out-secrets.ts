import type { Answer, AnswerBlock, Claim, Gap } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import { keepClaims } from "./keep-claims.ts";
import { renderAnswer } from "./render.ts";

/**
 * An answer to take along: what shows a secret is left out of it, be it masked or not, and so are the lines of such
 * sources, and pictures of which a secret is said. Where they stand is still said, with the hash by which they are checked. `left_out`: how many sentences.
 */
export function leaveOutSecrets(answer: Answer): { answer: Answer; left_out: number } {
  const claims = keepClaims(answer.claims, (claim) => !claim.contains_secret).map(
    withoutSecretLines,
  );
  const kept = new Set(claims.map(({ id }) => id));
  const blocks = answer.blocks.flatMap((block) => withoutSecrets(block, kept));
  const unsaid = count(answer.claims) - count(claims);
  const unshown = countLines(answer.blocks) - countLines(blocks);
  const shown = { claims, blocks };
  const { pictures: _, ...rest } = answer;
  const pictures = answer.pictures?.filter(({ citation }) => !citation.contains_secret) ?? [];
  const whole: Answer = {
    ...rest,
    ...(pictures.length === 0 ? {} : { pictures }),
    citations: answer.citations.map(bare),
    also_read: answer.also_read.map(bare),
    gaps: answer.gaps.map((gap): Gap => ({ ...gap, nearest: gap.nearest.map(bare) })),
    blocks,
    ...(unsaid + unshown === 0 || answer.claims.length === 0
      ? {}
      : { claims, markdown: renderAnswer({ ...answer, ...shown }, answer.lang) }),
    ...(answer.parts === undefined
      ? {}
      : {
          parts: answer.parts.map((part) => ({
            ...part,
            claims: part.claims.filter((id) => kept.has(id)),
          })),
        }),
  };
  return { answer: whole, left_out: unsaid + unshown };
}

function withoutSecrets(block: AnswerBlock, kept: ReadonlySet<string>): AnswerBlock[] {
  if (block.kind === "answer") {
    const claims = block.claims.filter((id) => kept.has(id));
    return claims.length === 0 ? [] : [{ ...block, claims }];
  }
  const lines = block.lines.filter((line) => !line.contains_secret);
  return lines.length === 0 ? [] : [{ ...block, lines }];
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

const countLines = (blocks: readonly AnswerBlock[]): number =>
  blocks.reduce((sum, block) => sum + (block.kind === "answer" ? 0 : block.lines.length), 0);

function bare(citation: Citation): Citation {
  if (!citation.contains_secret) return citation;
  return { ...citation, snippet: "", truncated: true, matched: [] };
}
