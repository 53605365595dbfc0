/** Whose rows: a person's by id, or all there are. See `owner.ts`. */
export type Owner = string | typeof everyone;
export const everyone = Symbol("everyone");
