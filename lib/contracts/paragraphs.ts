import type { Claim } from "./answer.ts";

/**
 * Whether a sentence goes on in the paragraph of the one before it. What a quotation is read in stands in paragraphs of the
 * file, whose sentences have no line between them; quotations alone run on.
 */
export function goesOn(before: Claim, claim: Claim): boolean {
  return !(before.context || claim.context) || followsAtOnce(before, claim);
}

/** With no line between, as a later sentence of an item or a paragraph. */
export function followsAtOnce(before: Claim, claim: Claim): boolean {
  const last = before.spans.at(-1);
  const [first] = claim.spans;
  return last === undefined || first === undefined || first.line <= last.line + 1;
}

/** The claims that go on in the item of the one before them: later sentences of it, where what they are read in is shown. */
export function continuedItems(claims: readonly Claim[]): ReadonlySet<Claim> {
  const inside = new Set<Claim>();
  claims.forEach((claim, i) => {
    const before = claims[i - 1];
    if (
      before === undefined ||
      claim.kind !== "sentence" ||
      before.citations.join() !== claim.citations.join()
    )
      return;
    const item = before.kind === "list_item" || before.kind === "step";
    const context = before.context || claim.context;
    if (inside.has(before) || (item && context))
      if (followsAtOnce(before, claim)) inside.add(claim);
  });
  return inside;
}
