import { randomBytes } from "node:crypto";

/** A random id that sorts by nothing and means nothing: `<prefix>_` and 96 bits in base64url without punctuation. */
export type NewId = (prefix: string) => string;

export const newId: NewId = (prefix) => `${prefix}_${randomBytes(12).toString("hex")}`;
