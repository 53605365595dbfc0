/**
 * The oldest versions that hold what is promised; below each lies a known hole or a loss of data. Judged by the store as
 * it opens, by `npm run doctor` and by the tests of the lockfile.
 */
export const floors = {
  node: "24.0.0",
  next: "16.2.11",
  "@modelcontextprotocol/sdk": "1.24.0",
  sqlite: "3.51.3",
} as const;

/** Compares number by number; whatever follows a hyphen does not count. */
export function isAtLeast(version: string, floor: string): boolean {
  const [have, need] = [version, floor].map((text) =>
    text.replace(/^v/, "").replace(/-.*$/, "").split(".").map(Number),
  );
  for (const [i, wanted] of (need ?? []).entries()) {
    const part = have?.[i] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}
