import type { Facts } from "../facts.ts";
import type { Entry } from "../inventory.ts";
import type { FileColumns } from "./read-rows.ts";

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

/** The other way round, of all files at once; the caller has made sure that they are what was written. */
export function readEntries(files: FileColumns): Entry[] {
  // Their checksums say that `writeEntry` of this very code wrote them.
  const all = JSON.parse(files.facts) as (Pick<Entry, "places"> & {
    facts: Omit<Facts, "outline">;
  })[];
  let at = 0;
  return all.map(({ places, facts }, i) => {
    const numbers = files.numbers.subarray(at, at + (files.counts[i] ?? 0));
    at += numbers.length;
    return {
      key: files.keys[i] ?? "",
      real_path: files.paths[i] ?? "",
      signature: files.signatures[i] ?? "",
      places,
      facts: { ...facts, outline: { numbers, names: files.names[i] ?? "" } },
    };
  });
}
