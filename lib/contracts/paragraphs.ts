import type { Claim } from "./answer.ts";
import type { LaidOut } from "./blocks.ts";

/**
 * Whether two claims are one paragraph or list: quotations of one source, and as a writer put them together. `continued`:
 * what goes on in an item.
 */
export const isTogether = (
  before: LaidOut,
  claim: LaidOut,
  continued: ReadonlySet<Claim>,
): boolean =>
  claim.goes_on === true ||
  areWrittenItems(before, claim, continued) ||
  (sameSource(before, claim) && [before, claim].some(isQuoted));

const isQuoted = ({ line, support }: LaidOut): boolean => line === true || support === "verbatim";

/** Items in a row that a writer wrote are one list, whatever each rests on. */
export const areWrittenItems = (
  before: Claim,
  claim: Claim,
  continued: ReadonlySet<Claim>,
): boolean =>
  [before, claim].every(({ support, instead }) => support !== "verbatim" && instead !== true) &&
  isItem(claim) &&
  (isItem(before) || continued.has(before));

const isItem = ({ kind }: Claim): boolean => kind === "list_item" || kind === "step";

const sameSource = (a: LaidOut, b: LaidOut): boolean =>
  a.citations.length > 0 && a.citations.join() === b.citations.join();

/**
 * Whether a sentence goes on in the paragraph of the one before it. What is quoted stands in the paragraphs of the file,
 * whose sentences have no line between them; sentences of a writer run on.
 */
export function goesOn(before: LaidOut, claim: LaidOut): boolean {
  if (claim.goes_on) return true;
  const written = [before, claim].some(({ line, support }) => !line && support !== "verbatim");
  return written || followsAtOnce(before, claim);
}

/** Right behind it in the file, with no line between: a later sentence of its paragraph or item. */
export function followsAtOnce(before: Claim, claim: Claim): boolean {
  const last = before.spans.at(-1);
  const [first] = claim.spans;
  if (last === undefined || first?.citation !== last.citation) return false;
  return first.line === last.line + 1 || (first.line === last.line && first.start >= last.end);
}

/** The claims that go on in the item of the one before them: later sentences of it. */
export function continuedItems<Of extends Claim>(claims: readonly Of[]): ReadonlySet<Of> {
  const inside = new Set<Of>();
  claims.forEach((claim, i) => {
    const before = claims[i - 1];
    if (before === undefined || claim.kind !== "sentence") return;
    if (!isItem(before) && !inside.has(before)) return;
    // Where a quotation stands its lines say; of what somebody wrote, how it was written.
    const quoted = before.support === "verbatim" && claim.support === "verbatim";
    const written = claim.goes_on === true && !before.instead && !claim.instead;
    if (written || (quoted && followsAtOnce(before, claim))) inside.add(claim);
  });
  return inside;
}
