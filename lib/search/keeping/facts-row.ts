import type { Facts } from "../facts.ts";
import type { Entry } from "../inventory.ts";

/** A file of the inventory as the text and the numbers of a row. */
export function writeEntry({ places, facts }: Entry): { facts: string; passages: Uint8Array } {
  const { numbers, ...shared } = facts.passages;
  return {
    facts: JSON.stringify({ places, facts: { ...facts, passages: shared } }),
    passages: new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
  };
}

/** The other way round; the caller has made sure that both are what was written. */
export function readEntry(text: string, passages: Uint8Array): Pick<Entry, "places" | "facts"> {
  // Its checksum says that `writeEntry` of this very code wrote it.
  const { places, facts } = JSON.parse(text) as Pick<Entry, "places"> & {
    facts: Omit<Facts, "passages"> & { passages: Omit<Facts["passages"], "numbers"> };
  };
  const numbers = new Uint32Array(passages.length / Uint32Array.BYTES_PER_ELEMENT);
  new Uint8Array(numbers.buffer).set(passages);
  return { places, facts: { ...facts, passages: { numbers, ...facts.passages } } };
}
