import type { Facts } from "../facts.ts";
import type { Entry } from "../inventory.ts";

/** What is kept of a file beside its name: what is taken from it at every start, and its outline as it stands. */
export type FactsRow = { facts: string; names: string; numbers: Uint8Array };

/** A file of the inventory as texts and numbers of a row. */
export function writeEntry({ places, facts }: Entry): FactsRow {
  const { outline, ...rest } = facts;
  const { buffer, byteOffset, byteLength } = outline.numbers;
  return {
    facts: JSON.stringify({ places, facts: rest }),
    names: outline.names,
    numbers: new Uint8Array(buffer, byteOffset, byteLength),
  };
}

/** A row of the table of files, without its checksum. */
export type FileColumns = FactsRow & { path: string; key: string; signature: string };

/** The other way round, of many rows at once; the caller has made sure that they are what was written. */
export function readEntries(rows: readonly FileColumns[]): Entry[] {
  // One piece of memory for all their numbers: thousands of small ones would keep the collector busy.
  const bytes = new Uint8Array(rows.reduce((sum, row) => sum + row.numbers.length, 0));
  // Their checksums say that `writeEntry` of this very code wrote them.
  const all = JSON.parse(`[${rows.map((row) => row.facts).join()}]`) as (Pick<Entry, "places"> & {
    facts: Omit<Facts, "outline">;
  })[];
  let at = 0;
  return rows.map(({ path: real_path, key, signature, names, numbers: own }, i) => {
    bytes.set(own, at);
    const numbers = new Uint32Array(bytes.buffer, at, own.length / bytesPerNumber);
    at += own.length;
    const { places, facts } = all[i] ?? { places: [], facts: undefined };
    if (facts === undefined) throw new Error("the facts of a file are missing");
    return { key, real_path, signature, places, facts: { ...facts, outline: { numbers, names } } };
  });
}

const bytesPerNumber = Uint32Array.BYTES_PER_ELEMENT;
