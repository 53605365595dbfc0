import type { Claim } from "./answer.ts";

/**
 * Whether a sentence goes on in the paragraph of the one before it. What a quotation is read in stands in paragraphs of the
 * file, whose sentences have no line between them; quotations alone run on.
 */
export const goesOn = (before: Claim, claim: Claim): boolean =>
  !(before.context || claim.context) || followsAtOnce(before, claim);

/** Right behind it in the file, with no line between: a later sentence of its paragraph or item. */
export function followsAtOnce(before: Claim, claim: Claim): boolean {
  const last = before.spans.at(-1);
  const [first] = claim.spans;
  if (last === undefined || first?.citation !== last.citation) return false;
  return first.line === last.line + 1 || (first.line === last.line && first.start >= last.end);
}

/** The claims that go on in the item of the one before them: later sentences of it. */
export function continuedItems(claims: readonly Claim[]): ReadonlySet<Claim> {
  const inside = new Set<Claim>();
  claims.forEach((claim, i) => {
    const before = claims[i - 1];
    if (before === undefined || claim.kind !== "sentence") return;
    const inItem = before.kind === "list_item" || before.kind === "step" || inside.has(before);
    // Where any other stands is for its lines to say, and no place of its own.
    const quoted = before.support === "verbatim" && claim.support === "verbatim";
    if (inItem && quoted && followsAtOnce(before, claim)) inside.add(claim);
  });
  return inside;
}
