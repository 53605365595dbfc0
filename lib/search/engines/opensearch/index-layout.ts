import { sha256 } from "#lib/platform/hash";
import { layout, made } from "./limits.ts";

/**
 * What an index on the search server looks like. Its words are ours, stems and pairs of characters as they are; weights stand as
 * frequencies, so that a score is the same whatever shard a passage lies on and however many there are.
 *
 *   impact      each word of a passage with what it can give to it          "cach|412 shelf|77"
 *   spoken      … that stands in its text, as often as there
 *   named       words of the document's title and path
 *   section     words of the heading right above
 *   opening     words of the title, with the first passage alone
 *   code_0 …    the code of its meaning, 64 bits each
 *   occurrences each word of a document, in halves                         (records of documents)
 *
 * A document is a record of its own beside its passages, written last: where it stands, all of them do.
 */
const weighed = {
  type: "text",
  analyzer: "weighed",
  index_options: "freqs",
  norms: false,
  similarity: "given",
} as const;
const word = { type: "keyword", doc_values: false } as const;
const number = { type: "long", index: false } as const;
const sum = { type: "integer", index: false } as const;

export const sums = [
  "title_words",
  "heading_words",
  "path_words",
  "body_words",
  "code_words",
  "section_words",
] as const;

export type IndexOptions = {
  shards?: number;
  replicas?: number;
  /** How many numbers of 64 bits a code takes; none without a table of meanings. */
  code_longs?: number;
};

/** `made_by`: what the codes of meaning are made with. */
export function indexBody(made_by: string, given: IndexOptions) {
  return {
    settings: {
      number_of_shards: given.shards ?? made.shards,
      number_of_replicas: given.replicas ?? made.replicas,
      refresh_interval: made.refresh,
      codec: "best_compression",
      analysis: {
        filter: { frequency: { type: "delimited_term_freq", delimiter: "|" } },
        analyzer: { weighed: { tokenizer: "whitespace", filter: ["frequency"] } },
      },
      similarity: {
        given: { type: "scripted", script: { source: "return query.boost * doc.freq;" } },
      },
    },
    mappings: {
      _meta: { docent: versionOf(made_by) },
      dynamic: false,
      _source: { includes: ["of", "number", "length", "terms", "packed", "name"] },
      properties: {
        of: word,
        impact: weighed,
        spoken: weighed,
        occurrences: weighed,
        named: word,
        section: word,
        opening: word,
        ...Object.fromEntries(
          Array.from({ length: given.code_longs ?? 0 }, (_, i) => [`code_${i}`, number]),
        ),
        passages: sum,
        ...Object.fromEntries(sums.map((name) => [name, sum])),
      },
    },
  };
}

/** By which an index of another layout, or with other meanings, is told. */
export const versionOf = (made_by: string): string => `${layout}-${sha256(made_by).slice(0, 8)}`;

/** The name that a version searches by, and the index behind it. */
export const namesOf = (prefix: string, made_by: string) => {
  const alias = `${prefix}-${versionOf(made_by)}`;
  return { alias, index: `${alias}-1` };
};
