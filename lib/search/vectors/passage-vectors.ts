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
import { openCitedFiles } from "../cited-files.ts";
import type { EngineQuery } from "../engines/engine.ts";
import type { Entry, Place } from "../inventory.ts";
import { passageAt } from "../packed-outline.ts";
import { passageHoldsSecret } from "../secret-passages.ts";
import type { Shelves } from "../shelves.ts";
import { openTurns } from "../turns.ts";
import { keptForDays, mostNearest } from "./limits.ts";
import { bytesToEmbed, hashesOf, textToEmbed } from "./passage-text.ts";
import { type LoadVectors, openVectorFile, type VectorFile, WrongLength } from "./vector-file.ts";

/**
 * Vectors of the passages on the shelves: hands out texts that have none, takes vectors back, finds the passages nearest
 * to one. It makes no vector and opens no connection. Where SQLite cannot compare vectors it says so and finds nothing.
 */
export type PassageVectors = {
  next(input: DocsEmbedNextInput, signal: AbortSignal): Promise<DocsEmbedNextOutput>;
  /** Throws AppError when they cannot be kept. */
  put(input: DocsEmbedPutInput): number;
  forget(): number;
  /** By document and passage, at most `mostNearest` passages of the documents that are asked. */
  nearest(
    asked: { model: EmbeddingIdentity; vector: readonly number[] },
    isAsked: (entry: Entry) => boolean,
  ): EngineQuery["nearest"];
  close(): void;
};

class NoVectors extends AppError {
  readonly reason: string;
  constructor(reason: string) {
    super("provider_unavailable", say("en", "embedding.no_vectors", { reason }));
    this.reason = reason;
  }
}

const dayMs = 24 * 60 * 60_000;

export function createPassageVectors(deps: {
  /** The state folder. */
  home: string;
  shelves: Pick<Shelves, "access" | "inventory">;
  /** Rises whenever documents come, go or change. */
  generation(): number;
  building(): boolean;
  /** As the folders are at this moment: where a document is shown, undefined when it is in none that may be read. */
  placing(): (entry: Entry) => Place | undefined;
  clock: Clock;
  load: LoadVectors;
}): PassageVectors {
  const { home, shelves, generation, building, placing, clock, load } = deps;
  let file: VectorFile | undefined;
  let known: { model: string; rows: Map<string, boolean> } | undefined;
  /** Texts that are left out for the secret in them. */
  const secret = new Set<string>();
  let sweptOn = Number.NEGATIVE_INFINITY;
  let places:
    | { generation: number; of: Map<string, { key: string; passage: number }[]> }
    | undefined;

  /** Throws NoVectors when no vector can be kept. */
  function opened(): VectorFile {
    if (file?.isThere()) return file;
    file?.close();
    file = undefined;
    known = undefined;
    try {
      file = openVectorFile(home, load);
      return file;
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
      throw new NoVectors(reason);
    }
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
    const output = { passages: [], total: 0, done: 0, left_out: 0, bytes_left: 0 };
    let rows: Map<string, boolean>;
    try {
      rows = rowsOf(input.model);
    } catch (error) {
      if (!(error instanceof NoVectors)) throw error;
      return { ...output, unavailable: error.reason, building: building() };
    }
    const counted = { ...output, passages: [] as PassageToEmbed[] };
    const open = openCitedFiles(shelves.access);
    const turns = openTurns();
    const placeOf = placing();
    const seen = new Set<string>();
    let chars = 0;
    for (const entry of [...shelves.inventory.entries()]) {
      const place = placeOf(entry);
      if (place === undefined) continue;
      for (const [i, hash] of hashesOf(entry).entries()) {
        await turns.take();
        signal.throwIfAborted();
        if (seen.has(hash)) continue;
        const row = rows.get(hash);
        const full = counted.passages.length >= input.limit || chars >= input.max_chars;
        const passage = row === undefined ? passageAt(entry.facts.outline, i) : undefined;
        if (passage !== undefined && !secret.has(hash) && !full) {
          const read = await readText(entry, place, i);
          if (read === undefined) continue; // it has changed and is read again
          if (read === "secret") secret.add(hash);
          else if (chars === 0 || chars + read.text.length <= input.max_chars) {
            const { text, sha256 } = read;
            chars += text.length;
            const { line_start, line_end } = passage;
            counted.passages.push({ hash, text, ...place, line_start, line_end, sha256 });
          } else chars = input.max_chars;
        }
        seen.add(hash);
        counted.total += 1;
        if (row === true) counted.done += 1;
        else if (row === false || secret.has(hash)) counted.left_out += 1;
        else if (passage !== undefined) counted.bytes_left += bytesToEmbed(entry, passage);
      }
    }
    if (!building()) sweep(seen);
    return { ...counted, building: building() };

    /** The text to embed, or that it is none to be sent; undefined when the file is not what was indexed. */
    async function readText(entry: Entry, place: Place, number: number) {
      const passage = passageAt(entry.facts.outline, number);
      const current = await open(entry, place);
      if (passage === undefined || current === undefined) return undefined;
      const { text, sha256 } = current.textOf(passage);
      const { lines } = current;
      if (passageHoldsSecret(entry, number, passage, { text, lines })) return "secret";
      const whole = textToEmbed(entry.facts.title, passage, text);
      return holdsSecret(whole) ? "secret" : { text: whole, sha256 };
    }
  }

  /** Once a day; what stands in no folder any more is kept for a while, for a folder that comes back. */
  function sweep(seen: ReadonlySet<string>): void {
    const today = Math.floor(clock.now().getTime() / dayMs);
    if (sweptOn === today) return;
    const kept = opened();
    kept.seen(seen, today);
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
      for (const { hash, vector } of vectors) if (!rows.has(hash)) rows.set(hash, vector !== null);
      return vectors.length;
    },
    forget() {
      known = undefined;
      return opened().forget();
    },
    nearest({ model, vector }, isAsked) {
      let kept: VectorFile;
      try {
        kept = opened();
      } catch {
        return undefined; // `next` says why
      }
      const of = placesNow();
      const found = new Map<string, Map<number, number>>();
      let passages = 0;
      // Texts of other folders, and such as are gone, may be nearer than those that are asked.
      for (let count = mostNearest; passages < mostNearest; count *= further) {
        const near = kept.nearest(model, vector, count);
        found.clear();
        passages = 0;
        for (const { hash, similarity } of near) {
          for (const { key, passage } of of.get(hash) ?? []) {
            const entry = shelves.inventory.byKey(key);
            if (passages >= mostNearest || entry === undefined || !isAsked(entry)) continue;
            const own = found.get(key) ?? new Map<number, number>();
            found.set(key, own.set(passage, similarity));
            passages += 1;
          }
        }
        if (near.length < count) break;
      }
      return found;
    },
    close() {
      file?.close();
      file = undefined;
    },
  };
}

const further = 8;
