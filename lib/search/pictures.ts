import {
  type DocsHit,
  type DocsPicturesInput,
  type DocsPicturesOutput,
  DocsSearchInput,
  type DocsSearchOutput,
} from "#lib/contracts/docs-tools";
import { asQuestion } from "#lib/contracts/question";
import { findPictures } from "./find-pictures.ts";
import type { Entry, Place } from "./inventory.ts";
import { createPictureShelf, type ReferringLine } from "./picture-shelf.ts";
import type { Shelves } from "./shelves.ts";

/** What the index knows of pictures. */
export type Pictures = {
  /** Pictures that documents refer to; what may not be shown is counted and left out. */
  pictures(input: DocsPicturesInput, signal: AbortSignal): Promise<DocsPicturesOutput>;
  /** A line of a document of this root that refers to the picture; undefined where none is known to. */
  refersTo(root_id: string, relative_path: string): Promise<ReferringLine | undefined>;
};

/** So many passages tell which pictures stand near what is asked about. */
const PASSAGES = 20;

export function createPictures(deps: {
  shelves: Shelves;
  search(input: DocsSearchInput, signal: AbortSignal): Promise<DocsSearchOutput>;
  catchUp(signal: AbortSignal): Promise<unknown>;
  /** Where a document is cited from, of the roots that are asked. */
  placing(roots: readonly string[] | undefined): (entry: Entry) => Place | undefined;
}): Pictures {
  const { shelves, search, catchUp, placing } = deps;
  const shelf = createPictureShelf({ shelves });

  /** Passages that answer tell which pictures stand with what is asked about. */
  async function passagesFor(
    { query, within, roots, lang, at_once }: DocsPicturesInput,
    signal: AbortSignal,
  ): Promise<DocsHit[]> {
    if (query === undefined || within !== undefined || at_once) return [];
    const input = DocsSearchInput.parse({
      ...{ query: asQuestion(query), limit: PASSAGES, explain: false, roots, lang },
    });
    return (await search(input, signal)).hits;
  }

  return {
    async pictures(input, signal) {
      if (!input.at_once) await catchUp(signal);
      const passages = await passagesFor(input, signal);
      return findPictures(input, passages, {
        shelves,
        shelf,
        signal,
        placeOf: placing(input.roots),
      });
    },
    refersTo: shelf.refersTo,
  };
}
