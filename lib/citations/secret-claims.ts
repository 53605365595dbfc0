import type { Claim } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { Passage } from "#lib/contracts/envelope";
import { createMasker, holdsSecret } from "#lib/platform/secrets";

/** Citations whose lines hold a secret say so; those that were found to already do. */
export function flagCitations(
  citations: readonly Citation[],
  passages: readonly Passage[],
): Citation[] {
  const texts = new Map(passages.map(({ citation_id, text }) => [citation_id, text]));
  return citations.map((citation) =>
    citation.contains_secret || holdsSecret(texts.get(citation.id) ?? citation.snippet)
      ? { ...citation, contains_secret: true }
      : citation,
  );
}

/**
 * Claims that show a secret say so. A claim may hold the bare word alone, or a piece of a key: what the whole passage gives
 * away is looked for in it. `citations` and `passages` are those that the claims name.
 */
export function flagClaims<T extends Pick<Claim, "text" | "citations" | "rests_on">>(
  claims: readonly T[],
  citations: readonly Citation[],
  passages: readonly Passage[],
): (T & Pick<Claim, "contains_secret">)[] {
  const secret = new Set(citations.flatMap((one) => (one.contains_secret ? [one.id] : [])));
  if (secret.size === 0) return [...claims];
  const masker = createMasker();
  masker.mask(
    passages.filter(({ citation_id }) => secret.has(citation_id)).map(({ text }) => text),
  );
  const flagged = <C extends { text: string }>(one: C, citations: readonly number[]) => {
    const contains_secret = citations.some((id) => secret.has(id));
    const { redacted } = masker.mask({ text: one.text, contains_secret });
    return redacted ? { ...one, contains_secret: true as const } : one;
  };
  return claims.map((claim) => ({
    ...flagged(claim, claim.citations),
    ...(claim.rests_on === undefined
      ? {}
      : { rests_on: claim.rests_on.map((one) => flagged(one, [one.citation])) }),
  }));
}
