/** `part` of `whole`; 0 of nothing. */
export const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/** Share of `wanted` that is in `held`; 0 where nothing is wanted. */
export const heldOf = (wanted: ReadonlySet<string>, held: ReadonlySet<string>): number =>
  ratio([...wanted].filter((one) => held.has(one)).length, wanted.size);
