import type {
  DocsEmbedNextInput,
  DocsEmbedNextOutput,
  DocsEmbedPutInput,
  EmbeddingIdentity,
  PassageToEmbed,
} from "#lib/contracts/embedding";
import { AppError } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";
import { say } from "#lib/platform/say";
import { holdsSecret } from "#lib/platform/secrets";
import type { LoadVectors } from "#lib/platform/sqlite-vectors";
import { openCitedFiles } from "../cited-files.ts";
import type { EngineQuery } from "../engines/engine.ts";
import type { Entry, Place } from "../inventory.ts";
import { passageAt } from "../packed-outline.ts";
import { passageHoldsSecret } from "../secret-passages.ts";
import type { Shelves } from "../shelves.ts";
import { openTurns } from "../turns.ts";
import { keptForDays, mostNearest } from "./limits.ts";
import { bytesToEmbed, hashesOf, textToEmbed } from "./passage-text.ts";
import {
  forgetVectors,
  keepsVectors,
  type NearText,
  type VectorFile,
  WrongLength,
} from "./vector-file.ts";

/**
 * Vectors of the passages on the shelves: hands out texts that have none, takes vectors back, finds the passages nearest
 * to one. It makes no vector and opens no connection. Where SQLite cannot compare vectors it says so and finds nothing.
 */
export type PassageVectors = {
  next(input: DocsEmbedNextInput, signal: AbortSignal): Promise<DocsEmbedNextOutput>;
  /** Throws AppError when they cannot be kept. */
  put(input: DocsEmbedPutInput): number;
  /** Takes away all of them, also where they cannot be compared; how many there were. */
  forget(): number;
  /** Whether there are any, of whatever model. */
  kept(): boolean;
  /**
   * By document and passage, at most `mostNearest` passages of the documents that are asked. What is returned may be asked
   * again for other documents, and compares no vector again.
   */
  nearest(asked: {
    model: EmbeddingIdentity;
    vector: readonly number[];
  }): (isAsked: (entry: Entry) => boolean) => EngineQuery["nearest"];
  close(): void;
};

class NoVectors extends AppError {
  readonly reason: string;
  constructor(reason: string) {
    super("provider_unavailable", say("en", "embedding.no_vectors", { reason }));
    this.reason = reason;
  }
}

/** How many texts there are for one model, and those that have no vector yet. */
type Counted = Pick<DocsEmbedNextOutput, "total" | "done" | "left_out" | "bytes_left"> & {
  model: string;
  /** What it was counted at. */
  at: string;
  todo: Map<string, Todo>;
};
/** Where the text stands, and about how long it is. */
type Todo = { bytes: number; in: { entry: Entry; number: number }[] };

const dayMs = 24 * 60 * 60_000;

export function createPassageVectors(deps: {
  /** The state folder. */
  home: string;
  /** Opens the file in it, to keep vectors there or to read them only. */
  open: (home: string, load: LoadVectors) => VectorFile;
  shelves: Pick<Shelves, "access" | "inventory">;
  /** Rises whenever documents come, go or change. */
  generation(): number;
  building(): boolean;
  /**
   * As the folders are at this moment: where a document is shown, undefined when it is in none that may be read. `at` is
   * the same as long as nothing of that changes but the generation; absent while it may.
   */
  placing(): { at: string | undefined; placeOf: (entry: Entry) => Place | undefined };
  clock: Clock;
  load: LoadVectors;
}): PassageVectors {
  const { home, shelves, generation, building, placing, clock, load } = deps;
  let file: VectorFile | undefined;
  let known: { model: string; rows: Map<string, boolean> } | undefined;
  let counted: Counted | undefined;
  /** How often vectors were put: what was counted meanwhile is not kept. */
  let puts = 0;
  /** Texts that are left out for the secret in them. */
  const secret = new Set<string>();
  let sweptOn = Number.NEGATIVE_INFINITY;
  let places:
    | { generation: number; of: Map<string, { key: string; passage: number }[]> }
    | undefined;

  /** Throws NoVectors when no vector can be kept. */
  function opened(): VectorFile {
    if (file?.isThere()) return file;
    leave();
    try {
      file = deps.open(home, load);
      return file;
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
      throw new NoVectors(reason);
    }
  }

  function leave(): void {
    file?.close();
    file = undefined;
    known = undefined;
    counted = undefined;
  }

  function rowsOf(model: EmbeddingIdentity): Map<string, boolean> {
    const name = JSON.stringify(model);
    const kept = opened();
    if (known?.model !== name) known = { model: name, rows: kept.known(model) };
    return known.rows;
  }

  async function next(
    input: DocsEmbedNextInput,
    signal: AbortSignal,
  ): Promise<DocsEmbedNextOutput> {
    let rows: Map<string, boolean>;
    try {
      rows = rowsOf(input.model);
    } catch (error) {
      if (!(error instanceof NoVectors)) throw error;
      const none = { passages: [], total: 0, done: 0, left_out: 0, bytes_left: 0 };
      return { ...none, unavailable: error.reason, building: building() };
    }
    const now = await count(input.model, rows, signal);
    const passages = await handOut(input, now, rows, signal);
    if (!building()) sweep();
    const { total, done, left_out, bytes_left } = now;
    return { passages, total, done, left_out, bytes_left, building: building() };
  }

  /** Looks at every passage, unless nothing has changed since the last time. */
  async function count(
    identity: EmbeddingIdentity,
    rows: ReadonlyMap<string, boolean>,
    signal: AbortSignal,
  ): Promise<Counted> {
    const model = JSON.stringify(identity);
    const { at: placed, placeOf } = placing();
    const at = `${generation()} ${placed}`;
    if (placed !== undefined && counted?.model === model && counted.at === at) return counted;
    const before = puts;
    const todo = new Map<string, Todo>();
    const now: Counted = { model, at, todo, total: 0, done: 0, left_out: 0, bytes_left: 0 };
    const seen = new Set<string>();
    const turns = openTurns();
    for (const entry of [...shelves.inventory.entries()]) {
      if (placeOf(entry) === undefined) continue;
      for (const [number, hash] of hashesOf(entry).entries()) {
        await turns.take();
        signal.throwIfAborted();
        todo.get(hash)?.in.push({ entry, number });
        if (seen.has(hash)) continue;
        seen.add(hash);
        now.total += 1;
        const row = rows.get(hash);
        const passage = passageAt(entry.facts.outline, number);
        if (row === true) now.done += 1;
        else if (row === false || secret.has(hash)) now.left_out += 1;
        else if (passage !== undefined) {
          const bytes = bytesToEmbed(entry, passage);
          todo.set(hash, { bytes, in: [{ entry, number }] });
          now.bytes_left += bytes;
        }
      }
    }
    const same = puts === before && at === `${generation()} ${placing().at}`;
    if (placed !== undefined && same && known?.rows === rows) counted = now;
    return now;
  }

  async function handOut(
    { limit, max_chars }: DocsEmbedNextInput,
    now: Counted,
    rows: ReadonlyMap<string, boolean>,
    signal: AbortSignal,
  ): Promise<PassageToEmbed[]> {
    const passages: PassageToEmbed[] = [];
    const open = openCitedFiles(shelves.access);
    const { placeOf } = placing();
    let chars = 0;
    for (const [hash, todo] of now.todo) {
      if (passages.length >= limit || chars >= max_chars) break;
      signal.throwIfAborted();
      if (rows.has(hash)) continue;
      const read = await readText(todo);
      if (read === undefined) continue; // it has changed and is read again
      if (read === "secret") {
        secret.add(hash);
        settle(now, hash, false);
      } else if (chars > 0 && chars + read.text.length > max_chars) break;
      else {
        chars += read.text.length;
        passages.push({ hash, ...read });
      }
    }
    return passages;

    /** The text to embed, or that it is none to be sent; undefined when no file is what was indexed. */
    async function readText({ in: copies }: Todo) {
      for (const { entry, number } of copies) {
        const passage = passageAt(entry.facts.outline, number);
        const place = placeOf(entry);
        const current = place && (await open(entry, place));
        if (passage === undefined || place === undefined || current === undefined) continue;
        const cited = current.textOf(passage);
        if (cited === undefined) continue;
        const { text, sha256 } = cited;
        const { lines } = current;
        if (passageHoldsSecret(entry, number, passage, { text, lines })) return "secret";
        const whole = textToEmbed(entry.facts.title, passage, text);
        if (holdsSecret(whole)) return "secret";
        const { line_start, line_end } = passage;
        return { text: whole, sha256, ...place, line_start, line_end };
      }
      return undefined;
    }
  }

  /** The text has a vector now, or never gets one. */
  function settle(now: Counted, hash: string, has: boolean): void {
    const todo = now.todo.get(hash);
    if (todo === undefined) return;
    now.todo.delete(hash);
    now.bytes_left -= todo.bytes;
    if (has) now.done += 1;
    else now.left_out += 1;
  }

  /** Once a day; what stands in no folder any more is kept for a while, for a folder that comes back. */
  function sweep(): void {
    const today = Math.floor(clock.now().getTime() / dayMs);
    if (sweptOn === today) return;
    const kept = opened();
    kept.seen(placesNow().keys(), today);
    if (kept.sweep(today - keptForDays) > 0) known = undefined;
    sweptOn = today;
  }

  function placesNow(): Map<string, { key: string; passage: number }[]> {
    const now = generation();
    if (places?.generation === now) return places.of;
    const of = new Map<string, { key: string; passage: number }[]>();
    for (const entry of shelves.inventory.entries()) {
      for (const [passage, hash] of hashesOf(entry).entries()) {
        const at = of.get(hash);
        if (at === undefined) of.set(hash, [{ key: entry.key, passage }]);
        else at.push({ key: entry.key, passage });
      }
    }
    places = { generation: now, of };
    return of;
  }

  return {
    next,
    put({ model, vectors }) {
      const rows = rowsOf(model);
      try {
        opened().put(model, vectors);
      } catch (error) {
        if (!(error instanceof WrongLength)) throw error;
        const { got, wanted } = error;
        throw new AppError("validation", say("en", "embedding.wrong_length", { got, wanted }));
      }
      const today = Math.floor(clock.now().getTime() / dayMs);
      opened().seen(
        vectors.map(({ hash }) => hash),
        today,
      );
      puts += 1;
      for (const { hash, vector } of vectors) {
        if (rows.has(hash)) continue;
        rows.set(hash, vector !== null);
        if (counted?.model === JSON.stringify(model)) settle(counted, hash, vector !== null);
      }
      return vectors.length;
    },
    forget() {
      leave();
      return forgetVectors(home);
    },
    kept: () => keepsVectors(home),
    nearest({ model, vector }) {
      let near: { texts: NearText[]; all: boolean } | undefined;
      return (isAsked) => {
        let kept: VectorFile;
        try {
          kept = opened();
        } catch {
          return undefined; // `next` says why
        }
        near ??= { texts: kept.nearest(model, vector, mostNearest), all: false };
        const found = among(near.texts, isAsked);
        if (near.all || found.count >= mostNearest || near.texts.length < mostNearest)
          return found.of;
        // Texts of other folders, and such as are gone, may be nearer than those that are asked.
        near = { texts: kept.nearest(model, vector), all: true };
        return among(near.texts, isAsked).of;
      };
    },
    close: leave,
  };

  function among(texts: readonly NearText[], isAsked: (entry: Entry) => boolean) {
    const places = placesNow();
    const of = new Map<string, Map<number, number>>();
    let count = 0;
    for (const { hash, similarity } of texts) {
      for (const { key, passage } of places.get(hash) ?? []) {
        if (count >= mostNearest) return { of, count };
        const entry = shelves.inventory.byKey(key);
        if (entry === undefined || !isAsked(entry)) continue;
        const own = of.get(key) ?? new Map<number, number>();
        of.set(key, own.set(passage, similarity));
        count += 1;
      }
    }
    return { of, count };
  }
}
