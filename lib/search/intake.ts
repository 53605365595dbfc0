import type { OpenedDocument } from "#lib/access/open-document";
import type { Allowed } from "#lib/access/verdict";
import type { EngineDocument } from "./engines/engine.ts";
import { passagesPerSegment } from "./engines/inverted-index.ts";
import type { Entry, Place } from "./inventory.ts";
import { isDown } from "./is-down.ts";
import { countPassages } from "./packed-outline.ts";
import type { FileRead } from "./reading/read-file.ts";
import { documentOf, gatheringFor, readOpened, replace, type Shelves } from "./shelves.ts";

/** A batch becomes searchable when it has so many passages or is so old: the first one early, so that asking can begin. */
const batch = { passages: passagesPerSegment, ms: 3_000 };
const firstBatch = { passages: 1_000, ms: 500 };
/** So many documents are gathered at a time while the others of their batch are read. */
const gatheredAtOnce = 64;
/** Files that are being read at the same time, and what they may hold in memory meanwhile. */
const mostUnderWay = 128;
const mostBytesUnderWay = 8_000_000;

type Reading = {
  place: Place;
  real_path: string;
  signature: string;
  bytes: number;
  result: Promise<{ read: Required<FileRead> } | { error: unknown }>;
  onLost(error: unknown): void;
};

export type Intake = ReturnType<typeof openIntake>;

/**
 * Files on their way into the index: handed to the reader without waiting for each, taken over in the order they came,
 * whatever became of the ones before. `onLost` is told when one cannot be read; that never ends the run.
 */
export function openIntake(
  shelves: Shelves,
  options: {
    signal: AbortSignal;
    /** Said after each batch that became searchable. */
    onBatch(): void;
  },
) {
  const readings: Reading[] = [];
  let bytes = 0;
  let entries: Entry[] = [];
  /** Read, and not gathered yet. */
  let documents: EngineDocument[] = [];
  let gathering = gatheringFor(shelves.engine);
  let passages = 0;
  let limit = firstBatch;
  let begun = performance.now();
  /** What changes the shelves, one after the other: documents are gathered and batches become searchable while others are read. */
  let changes: Promise<void> = Promise.resolve();
  /** The batch before. */
  let handed = changes;

  async function takeOver(): Promise<void> {
    const reading = readings.shift();
    if (reading === undefined) return;
    bytes -= reading.bytes;
    const result = await reading.result;
    options.signal.throwIfAborted();
    if ("error" in result) {
      if (isDown(result.error)) throw result.error;
      return reading.onLost(result.error);
    }
    const { place, real_path, signature } = reading;
    const { facts, words } = result.read;
    const key = shelves.newKey();
    entries.push({ key, real_path, signature, places: [place], facts });
    documents.push(documentOf(shelves, key, place, words));
    passages += countPassages(facts.outline);
    if (documents.length >= gatheredAtOnce) gatherThose();
    if (passages >= limit.passages || performance.now() - begun > limit.ms) await hand();
  }
  async function settle(): Promise<void> {
    while (readings.length > 0) await takeOver();
  }
  function change(by: () => Promise<void>): void {
    changes = changes.then(by);
    changes.catch(() => undefined); // whoever waits for it is told
  }
  function gatherThose(): void {
    const into = gathering;
    const those = documents;
    documents = [];
    change(() => into.add(those));
  }
  async function hand(): Promise<void> {
    if (entries.length === 0) return;
    await handed;
    gatherThose();
    const those = entries;
    const { close } = gathering;
    change(() => replace(shelves, those, close).then(options.onBatch));
    handed = changes;
    gathering = gatheringFor(shelves.engine);
    entries = [];
    passages = 0;
    limit = batch;
    begun = performance.now();
  }
  return {
    settle,
    async flush(): Promise<void> {
      await settle();
      await hand();
      await handed;
    },
    /** Whatever became of the run: from now on nothing of it changes the shelves. */
    async end(): Promise<void> {
      await changes.catch(() => undefined);
    },
    async add(
      verdict: Allowed,
      signature: string,
      place: Place,
      onLost: (error: unknown) => void,
    ): Promise<void> {
      let opened: OpenedDocument;
      try {
        opened = await shelves.access.open(verdict);
      } catch (error) {
        return onLost(error);
      }
      readings.push({
        place,
        real_path: verdict.real_path,
        signature,
        bytes: opened.bytes.length,
        result: readOpened(shelves.reader, verdict, opened, { signal: options.signal }).then(
          (read) => ({ read }),
          (error: unknown) => ({ error }),
        ),
        onLost,
      });
      bytes += opened.bytes.length;
      while (readings.length > mostUnderWay || (bytes > mostBytesUnderWay && readings.length > 1)) {
        await takeOver();
      }
    },
  };
}
