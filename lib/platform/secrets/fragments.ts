import { disorder } from "./placeholder.ts";
import type { SecretSpan } from "./span.ts";

/**
 * Long runs in disorder. In a text of which it is known that a secret stands in it or was cut, such a run is one or a piece
 * of one; anywhere else it may be a hash, an id or a picture, so nobody else asks.
 */
export function fragments(text: string): SecretSpan[] {
  return [...text.matchAll(run)]
    .filter(([value]) => /\d/.test(value) && disorder(value) >= value.length / 5)
    .map(({ index, 0: value }) => ({ start: index, end: index + value.length }));
}

const run = /[A-Za-z\d+/=_-]{16,8192}/g;
