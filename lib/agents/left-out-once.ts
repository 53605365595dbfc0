import type { Claim } from "#lib/contracts/answer";

/** Two of the four rows of a table, quoted for two parts of a question, leave out two and not three each. */
export function leftOutOnce(claims: readonly Claim[]): Claim[] {
  const tables = Map.groupBy(claims.filter(isRows), tableOf);
  const counts = new Map<Claim, number>();
  for (const rows of tables.values()) {
    const [first] = rows.filter(({ left_out }) => left_out !== undefined);
    const all = new Set(rows.flatMap(rowsOf));
    if (first === undefined || rows.length < 2) continue;
    const missing = (first.left_out ?? 0) + rowsOf(first).length - all.size;
    for (const one of rows) counts.set(one, one === first ? Math.max(0, missing) : 0);
  }
  return claims.map((claim) => {
    const count = counts.get(claim);
    if (count === undefined) return claim;
    const { left_out: _, ...rest } = claim;
    return count === 0 ? rest : { ...rest, left_out: count };
  });
}

const isRows = ({ kind, spans }: Claim): boolean => kind === "table" && spans.length > 2;
/** Below the titles and their rule; one of HTML stands on several lines of its file. */
const rowsOf = ({ text }: Claim): string[] => text.split("\n").slice(2);
const tableOf = ({ citations, spans }: Claim): string =>
  `${citations.join(",")}:${spans[0]?.line ?? 0}`;
