import { contentTerms } from "#lib/language/words";
import type { EngineMention } from "../engine.ts";
import { findMentions as findIn } from "../mentions.ts";
import { createTermList } from "../term-list.ts";
import { passageSource } from "./candidates.ts";
import type { Cluster, Hit } from "./cluster.ts";
import { gather } from "./gathered.ts";
import type { OwnDocuments } from "./own-documents.ts";
import type { PassageRecord } from "./passage-record.ts";

/** The documents that hold a wording: passages with all of its words are read, and looked through as in this process. */
export async function findMentions(
  asking: { cluster: Cluster; alias: string; own: OwnDocuments; signal: AbortSignal },
  wording: string,
): Promise<EngineMention[]> {
  const { cluster, alias, own, signal } = asking;
  const words = contentTerms(wording);
  if (words.length === 0) return [];
  const query = { bool: { filter: words.map((word) => ({ term: { impact: word } })) } };
  const dictionary = createTermList();
  const found = new Map<string, EngineMention>();
  for await (const hits of cluster.every(alias, query, passageSource, signal)) {
    const records = (hits as Hit<PassageRecord>[]).map(({ _source }) => _source); // as it was asked for
    const gathered = gather(records, { ownOf: own.of, dictionary, meaning: undefined });
    const { segment } = gathered;
    const firsts = new Map(segment.documents.map(({ key, first }) => [key, first]));
    const index = { termId: dictionary.known, segments: () => [segment] };
    for (const one of findIn(index, wording)) {
      const at = (firsts.get(one.key) ?? 0) + one.passage;
      join(found, { ...one, passage: gathered.records[at]?.number ?? 0 });
    }
  }
  return [...found.values()];
}

/** What stands in the text counts, and before what a heading alone holds; the first passage of its kind is named. */
function join(found: Map<string, EngineMention>, one: EngineMention): void {
  const known = found.get(one.key);
  if (known === undefined || (known.headed && !one.headed)) {
    found.set(one.key, one);
    return;
  }
  if (known.headed !== one.headed) return;
  if (!one.headed) known.count += one.count;
  known.passage = Math.min(known.passage, one.passage);
}
