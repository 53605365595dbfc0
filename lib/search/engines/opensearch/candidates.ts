import { signalWeights } from "../../signals/limits.ts";
import type { QuestionTerm } from "../question.ts";
import { impactUnit, asked as most } from "./limits.ts";

/**
 * The searches that bring candidates. By words: what each word of the question can give to a passage, summed, with the names.
 * By words and headings: the same, with what a whole heading or an opening could add. By meaning: passages whose codes
 * differ from the question's in fewest bits.
 */
export function wordSearches(
  terms: readonly Pick<QuestionTerm, "term" | "share" | "told" | "passages">[],
  names: readonly number[],
  filter: readonly object[],
): object[] {
  const held = terms.flatMap((term, i) =>
    term.passages > 0 ? [{ ...term, name: names[i] ?? 0 }] : [],
  );
  if (held.length === 0) return [];
  const words = held.map(({ term, share }) => ({
    term: { impact: { value: term, boost: share } },
  }));
  const fixed = (field: string, term: string, boost: number) => ({
    constant_score: { filter: { term: { [field]: term } }, boost: boost * impactUnit },
  });
  const named = held.flatMap(({ term, share, name }) =>
    share * name === 0 ? [] : [fixed("named", term, signalWeights.named * share * name)],
  );
  const headed = held.flatMap(({ term, share, told }) => [
    fixed("section", term, signalWeights.heading * told),
    fixed("opening", term, signalWeights.opening * share),
  ]);
  const search = (should: readonly object[], size: number) => ({
    size,
    track_total_hits: false,
    _source: passageSource,
    query: { bool: { should, minimum_should_match: 1, filter } },
  });
  return [
    search([...words, ...named], most.words),
    search([...words, ...named, ...headed], most.headed),
  ];
}

export const passageSource = ["of", "number", "length", "terms", "packed"];

/** The passages whose codes differ from the question's in fewest bits; a score is how many are the same. */
export function meaningSearch(code: Uint32Array, filter: readonly object[]): object {
  const longs = longsOf(code);
  const coded = longs.map((_, i) => ({ exists: { field: `code_${i}` } }));
  const differing = longs.map((_, i) => `Long.bitCount(doc['code_${i}'].value ^ params.code_${i})`);
  return {
    size: most.meaning,
    track_total_hits: false,
    _source: ["of", "number"],
    query: {
      script_score: {
        // Of each: a record that lacks one would break the search of all.
        query: { bool: { filter: [...filter, ...coded] } },
        script: {
          source: `${longs.length * longBits} - (${differing.join(" + ")})`,
          params: Object.fromEntries(longs.map((long, i) => [`code_${i}`, rawJson(String(long))])),
        },
      },
    },
  };
}

/** A code in whole numbers of 64 bits, as the server keeps it. */
export function longsOf(code: Uint32Array): bigint[] {
  return Array.from({ length: code.length / 2 }, (_, i) =>
    BigInt.asIntN(longBits, (BigInt(code[2 * i + 1] ?? 0) << 32n) | BigInt(code[2 * i] ?? 0)),
  );
}

const longBits = 64;

/** A number that JavaScript has no place for, written as it is. Node has the function; its types do not yet. */
const rawJson = (JSON as JSON & { rawJSON(text: string): unknown }).rawJSON;

/** How often each word of the question stands in each of these documents. */
export function occurrenceSearches(
  words: readonly string[],
  documents: readonly string[],
): object[] {
  return words.map((word) => ({
    size: documents.length,
    track_total_hits: false,
    _source: false,
    query: {
      bool: {
        must: [{ term: { occurrences: { value: word } } }],
        filter: [{ ids: { values: documents } }],
      },
    },
  }));
}
