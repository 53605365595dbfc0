import type { WordTable } from "#lib/meaning/word-table";
import { inPieces, openTurns } from "../../turns.ts";
import { buildSegment } from "../build-segment.ts";
import type { EngineDocument, SearchEngine } from "../engine.ts";
import { createTermList } from "../term-list.ts";
import { createTermMeaning } from "../term-meaning.ts";
import type { Change } from "./cluster.ts";
import { countWords } from "./counts.ts";
import { bulk } from "./limits.ts";
import type { OpenIndex } from "./open-index.ts";
import type { OwnDocuments } from "./own-documents.ts";
import { idOf, passageId, recordsOf } from "./passage-record.ts";

/**
 * Documents into the index and out of it. What is there already, by whichever server, is not sent again: a record's id is made of
 * its words, so that two servers that read the same bytes give the same record, and the first one's stands.
 */
export function createPutting(deps: {
  index: OpenIndex;
  own: OwnDocuments;
  table?: WordTable;
}): Required<Pick<SearchEngine, "update" | "remove" | "lost">> {
  const { index, own, table } = deps;
  const never = new AbortController().signal;

  async function update(documents: readonly EngineDocument[]): Promise<void> {
    if (documents.length === 0) return;
    const { cluster, alias } = await index();
    const ids = new Map(documents.map((document) => [document, idOf(document)]));
    const there = await cluster.existing(alias, [...new Set(ids.values())]);
    const wanted = new Map<string, EngineDocument>();
    for (const [document, id] of ids) if (!there.has(id)) wanted.set(id, document);
    if (wanted.size > 0) {
      const turns = openTurns();
      const codes = await codesOf([...wanted.values()], table);
      const whole: Change[] = [];
      let parts: Change[] = [];
      for (const [id, document] of wanted) {
        await turns.take();
        const records = recordsOf(document, id, codes(document));
        for (const given of records.passages) parts.push({ kind: "create", ...given });
        whole.push({ kind: "create", ...records.document });
        if (parts.length < bulk.records) continue;
        await cluster.bulk(alias, parts);
        parts = [];
      }
      await cluster.bulk(alias, parts);
      // Last, for they say that all of their passages are there.
      await cluster.bulk(alias, whole);
    }
    await cluster.ask("POST", `/${alias}/_refresh`);
    const left = documents.flatMap((document) => {
      const { key, order, words } = document;
      const id = ids.get(document) ?? "";
      const before = own.idOf(key) === id ? undefined : own.drop(key);
      if (own.idOf(key) !== id) own.put(key, id, { key, order, passages: words.line.length });
      return before ?? [];
    });
    await takeAway(left.filter(({ id }) => own.of(id) === undefined));
  }

  /** What could not be taken away is tried again with the next change. */
  const going = new Map<string, number>();

  async function takeAway(left: readonly { id: string; passages: number }[]): Promise<void> {
    for (const { id, passages } of left) going.set(id, passages);
    const gone = [...going].flatMap(([id, passages]) =>
      own.of(id) === undefined ? [{ id, passages }] : [],
    );
    if (gone.length === 0) return;
    const { cluster, alias } = await index();
    // The whole before its parts: a document whose passages are going is not there.
    await cluster.bulk(
      alias,
      gone.map(({ id }) => ({ kind: "delete", id })),
    );
    await cluster.bulk(
      alias,
      gone.flatMap(({ id, passages }) =>
        Array.from(
          { length: passages },
          (_, number): Change => ({
            kind: "delete",
            id: passageId(id, number),
          }),
        ),
      ),
    );
    for (const { id } of gone) going.delete(id);
    await cluster.ask("POST", `/${alias}/_refresh`);
  }

  async function lost(): Promise<string[]> {
    if (own.size() === 0) return [];
    const { cluster, alias } = await index();
    const { averages } = await countWords(cluster, alias, [], never);
    if (averages.documents >= own.size()) return [];
    const there = await cluster.existing(alias, own.ids());
    const keys = own.keysOf(new Set(own.ids().filter((id) => !there.has(id))));
    for (const key of keys) own.drop(key);
    return keys;
  }

  return {
    update: (documents) => index.within(() => update(documents)),
    remove: (keys) => index.within(() => takeAway(keys.flatMap((key) => own.drop(key) ?? []))),
    lost: () => index.within(lost),
  };
}

/** The codes of meaning of the passages of documents, as an index in this process makes them. */
async function codesOf(documents: readonly EngineDocument[], table: WordTable | undefined) {
  if (table === undefined) return () => () => undefined;
  const dictionary = createTermList();
  const builder = buildSegment(dictionary, createTermMeaning(table, dictionary.word));
  function* build() {
    for (const document of documents) yield* builder.add(document);
    return yield* builder.close();
  }
  const { codes, documents: built, document: documentOf } = await inPieces(build());
  const width = codes.length / Math.max(1, documentOf.length);
  const firsts = new Map(documents.map((document, i) => [document, built[i]?.first ?? 0]));
  return (document: EngineDocument) => {
    const first = firsts.get(document) ?? 0;
    return (passage: number) =>
      codes.subarray((first + passage) * width, (first + passage + 1) * width);
  };
}
