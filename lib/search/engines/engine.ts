import type { Lang } from "#lib/contracts/answer";
import type { Signal } from "#lib/contracts/citation";
import type { QueryTerm } from "#lib/contracts/envelope";
import type { PackedTerms } from "#lib/platform/term-table";
import type { DocumentWords } from "./document-words.ts";
import type { Segment } from "./segment.ts";

/**
 * What ranks passages. The index may live in this process or elsewhere, so everything that crosses is plain data and
 * every answer is awaited. An engine holds words and places, never text that is shown.
 */
export type SearchEngine = {
  /** Adds documents; one whose key is known is replaced. */
  update(documents: readonly EngineDocument[]): Promise<void>;
  /** Absent where an update is sent elsewhere as a whole. */
  gather?(): Gathering;
  remove(keys: readonly string[]): Promise<void>;
  search(query: EngineQuery, signal: AbortSignal): Promise<EngineResult>;
  /**
   * The term that some passage holds and that is nearest to one that none does; undefined when none is near. Whether the
   * word is long enough to be a slip for another is judged by how it was typed: a stem is shorter.
   */
  nearest(unknown: UnknownWord): Promise<string | undefined>;
  /**
   * The term that some passage holds and that means nearly what one means that none does, of the same script, by the table of
   * word meanings; undefined when none does, and without the table.
   */
  alike(term: string): Promise<string | undefined>;
  /** The documents that hold a wording, whatever their rank; in no particular order. */
  mentions(wording: string): Promise<EngineMention[]>;
  stats(): EngineStats;
  /**
   * Documents that were given and are not in the index any more: it was emptied, or made anew. Absent where only this process
   * changes it.
   */
  lost?(): Promise<string[]>;
  /** Absent where the index lives elsewhere and looks after itself. */
  kept?: KeptEngine;
};

/**
 * An update whose documents come some at a time, so that most of its work is done when the last one comes. None is found
 * before it is closed; one that is never closed changes nothing. Nothing else changes the engine meanwhile.
 */
export type Gathering = {
  add(documents: readonly EngineDocument[]): Promise<void>;
  close(): Promise<void>;
};

/** An index in this process: tidied up when there is time, and put into a file and back by whoever owns it. */
export type KeptEngine = {
  /** Merges what has become small or hollow; false when nothing was. No update runs beside it. */
  tidy(): Promise<boolean>;
  /** What the index consists of. A segment is the same object for as long as nothing but its tombstones changes. */
  parts(): EngineParts;
  restore(parts: EngineParts): void;
};

export type EngineParts = {
  /** The words by number, from number 1 on. */
  terms: readonly TermChunk[];
  /** The same words as a table, where that is made already. */
  table?: PackedTerms;
  segments: readonly Segment[];
};

/**
 * Words of an index by number, joined by line feeds; "" where a number has none. The same object for as long as nothing in
 * it changes. Whoever takes it over tells its text from then on.
 */
export type TermChunk = { text: () => string };

export type EngineMention = {
  key: string;
  /** Index into the document's passages: the first that holds it. */
  passage: number;
  /** How often it stands in the text; 1 where only a heading or the title holds it. */
  count: number;
  /** Only a heading or the title holds it. */
  headed: boolean;
};

export type EngineDocument = {
  key: string;
  /** What names the document to every server: root and path; absent where the order does. */
  name?: string;
  /** What ties are broken by, before the line. */
  order: string;
  words: DocumentWords;
};

export type EngineQuery = {
  text: string;
  limit: number;
  /** Language of the sentences in the breakdown. */
  lang: Lang;
  /** Documents to search; absent means all of them. */
  keys?: ReadonlySet<string>;
  /** Terms that no passage holds, and what they are read as. */
  corrections?: ReadonlyMap<string, { term: string; word: string }>;
  /** Words of the text that stand for others of the question, which mean the same: they count less. */
  swaps?: readonly Swap[];
  /** Passages that are near to the question by a model's vectors, by document: from 0 to 1. */
  nearest?: ReadonlyMap<string /* document key */, ReadonlyMap<number /* passage */, number>>;
};

/** Where `word` stands in the text; the question has `written` there. `of`: who says that they mean the same. */
export type Swap = {
  start: number;
  end: number;
  word: string;
  written: string;
  of: "folder" | "everyday";
  /** Some passage holds what is written. */
  held?: true;
};

export type EngineHit = {
  key: string;
  /** Index into the document's passages. */
  passage: number;
  /** 0 to about 1, comparable between questions and folders: the sum of the breakdown. */
  score: number;
  breakdown: Signal[];
  reason: string;
  /** It holds a word of a swap. */
  swapped?: true;
  /** Words of the question that it says in other words. */
  similar?: WordPair[];
};

/** A word of the question and the one in the passage that comes nearest to it. */
export type WordPair = {
  written: string;
  /** As the index has it. */
  term: string;
  /** 0 to 1. */
  alike: number;
  /** What the word is of the question, 0 to 1. */
  share: number;
};

export type EngineResult = {
  hits: EngineHit[];
  terms: QueryTerm[];
  /** Content words that no passage holds, as index terms and as they are written in the question. */
  unknown: UnknownWord[];
  /** Names of documents of which another server has put another version into the index, each told once. */
  elsewhere?: string[];
};

export type UnknownWord = { term: string; written: string };

/** What was given; `terms` where the words are here. */
export type EngineStats = { documents: number; passages: number; terms?: number };
