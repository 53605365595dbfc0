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

/** The texts of a row of the table of files. */
export type FileTexts = Omit<FactsRow, "numbers"> & {
  path: string;
  key: string;
  signature: string;
};

/** The other way round, of many rows at once; the numbers of each outline are to be put in. */
export function readEntries(rows: readonly FileTexts[]): Entry[] {
  // A checksum says in the end that `writeEntry` of this very code wrote them.
  const all = JSON.parse(`[${rows.map((row) => row.facts).join()}]`) as (Pick<Entry, "places"> & {
    facts: Omit<Facts, "outline">;
  })[];
  return rows.map(({ path: real_path, key, signature, names }, i) => {
    const { places, facts } = all[i] ?? {};
    if (places === undefined || facts === undefined) throw new Error("facts of a file are missing");
    return {
      key,
      real_path,
      signature,
      places,
      facts: { ...facts, outline: { numbers: none, names } },
    };
  });
}

const none = new Uint32Array(0);
