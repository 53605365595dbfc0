/** Where a secret stands in a text, in UTF-16 units; `end` is behind its last. */
export type SecretSpan = { start: number; end: number };
