import { randomBytes } from "node:crypto";

const idBytes = 12;

/** A random id that sorts by nothing and means nothing: `<prefix>_` and 96 bits in base64url without punctuation. */
export type NewId = (prefix: string) => string;

export const newId: NewId = (prefix) => `${prefix}_${drawn()}`;

/** Drawn for many ids at once: one answer takes some forty, and each draw goes to the system. */
let pool = randomBytes(idBytes * 256);
let used = 0;

function drawn(): string {
  if (used === pool.length) {
    pool = randomBytes(pool.length);
    used = 0;
  }
  used += idBytes;
  return pool.toString("hex", used - idBytes, used);
}
