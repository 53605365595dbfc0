import { setTimeout as pause } from "node:timers/promises";
import type { Compaction, Kept } from "#lib/contracts/activity";
import type { PastTime } from "#lib/contracts/activity-store";
import type { Lang } from "#lib/contracts/answer";
import type { Config } from "#lib/contracts/config";
import type { Clock } from "#lib/contracts/ports";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import type { KeptStore } from "./keep-store.ts";

/** After the start, and then between two passes. */
const FIRST_MS = 60_000;
const EVERY_MS = 6 * 60 * 60 * 1000;
const SAMPLE_MS = 10 * 60 * 1000;
/** One piece keeps the process for some milliseconds; in between everything else has its turn. */
const ROWS = 500;
const PAGES = 500;
const REST_MS = 20;
const BUSY_MS = 500;
/** Of what a person allows in all, and never more than so much. */
const previewShare = 0.05;
const mostPreviewBytes = 256 * 1024 * 1024;

export type IndexNow = { files: number; sections: number; skipped: number; generation: number };

/**
 * What the store is looked after with while nobody waits for an answer: rows past their time go, figures of before are
 * counted, and now and then it is noted how the index stands.
 */
export function createUpkeep(deps: {
  store: KeptStore;
  config: () => Config;
  /** An answer is being worked on. */
  busy: () => boolean;
  indexNow: () => Promise<IndexNow>;
  /** Reads some questions of before, so that they are found by meaning; whether there are more. */
  readQuestions: () => Promise<boolean>;
  clock: Clock;
  log: Logger;
}) {
  const { store, config, busy, indexNow, clock, log } = deps;
  const closing = new AbortController();
  let running: Promise<{ rows: number; freed_bytes: number }> | undefined;
  let changed: { generation: number; at: number } | undefined;
  const timers = new Set<NodeJS.Timeout>();

  function every(first: number, then: number, work: () => Promise<unknown>): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work()
        .catch((error: unknown) => log.warn(faultOf(error), "upkeep of the store failed"))
        .finally(() => {
          if (!closing.signal.aborted) every(then, then, work);
        });
    }, first).unref();
    timers.add(timer);
  }

  /** Between two pieces: others first. */
  async function rest(): Promise<void> {
    do {
      await pause(busy() ? BUSY_MS : REST_MS, undefined, { ref: false, signal: closing.signal });
    } while (busy());
  }

  function pastTime(): PastTime {
    const { traces_days, audit_days, max_bytes } = config().retention;
    const preview_bytes = Math.min(mostPreviewBytes, max_bytes * previewShare);
    return { now: clock.now(), traces_days, audit_days, preview_bytes };
  }

  async function pass(): Promise<{ rows: number; freed_bytes: number }> {
    const past = pastTime();
    const before = await (await store.everyone.get()).activity.bytes();
    let at = (await store.everyone.get()).activity.compaction.begin();
    for (;;) {
      const next = await store.everyone.patiently(({ activity }) =>
        activity.compaction.some(past, at, ROWS),
      );
      if (next === undefined) break;
      at = next;
      await rest();
    }
    for (let left = Number.POSITIVE_INFINITY; ; ) {
      const now = await store.everyone.patiently(({ activity }) =>
        activity.compaction.release(PAGES),
      );
      if (now === 0 || now >= left) break;
      left = now;
      await rest();
    }
    return await store.everyone.patiently(async ({ activity }) => {
      await activity.compaction.checkpoint();
      const freed_bytes = Math.max(0, before.file - (await activity.bytes()).file);
      await activity.compaction.note({ at: clock.now().toISOString(), rows: at.rows, freed_bytes });
      return { rows: at.rows, freed_bytes };
    });
  }

  const compactAlone = () => alone("compaction", compactNow);

  /** One pass at a time. */
  function compactNow(): Promise<{ rows: number; freed_bytes: number }> {
    running ??= pass().finally(() => {
      running = undefined;
    });
    return running;
  }

  /** One server does it for all; undefined where another is at it. */
  async function alone<T>(what: string, task: () => Promise<T>): Promise<T | undefined> {
    const work = { kind: "alone", id: `upkeep: ${what}` } as const;
    if (!(await store.queue.claim(work))) return undefined;
    try {
      return await task();
    } finally {
      await store.queue.release(work).catch((error: unknown) => {
        log.warn(faultOf(error), "that upkeep is over could not be told to other servers");
      });
    }
  }

  async function countFigures(): Promise<void> {
    while (
      await store.everyone.patiently(
        async ({ activity }) => (await activity.isCounting()) && (await activity.count(ROWS)),
      )
    ) {
      await rest();
    }
  }

  async function readQuestions(): Promise<void> {
    while (await store.everyone.patiently(() => deps.readQuestions())) await rest();
  }

  async function sample(): Promise<void> {
    const { files, sections, skipped, generation } = await indexNow();
    const now = clock.monotonic();
    if (changed?.generation !== generation) changed = { generation, at: now };
    const age_s = Math.round((now - changed.at) / 1000);
    await store.everyone.patiently(({ activity }) =>
      activity.noteIndex(clock.now(), { files, sections, skipped, age_s }),
    );
  }

  return {
    begin(): void {
      every(1000, EVERY_MS, () => alone("figures", countFigures));
      every(1000, EVERY_MS, () => alone("questions", readQuestions));
      every(FIRST_MS, EVERY_MS, compactAlone);
      every(FIRST_MS, SAMPLE_MS, () => alone("sample", sample));
    },
    async compact(lang: Lang): Promise<Compaction> {
      const done = running === undefined ? await compactAlone() : undefined;
      if (done === undefined) throw saidError("busy", "activity.compacted.busy");
      const { rows, freed_bytes } = done;
      const size = sizeIn(freed_bytes);
      const message =
        rows === 0
          ? say(lang, "activity.compacted.nothing")
          : say(lang, "activity.compacted.done", { rows, size });
      return { rows, freed_bytes, message };
    },
    async kept(telemetry: Kept["telemetry"]): Promise<Kept> {
      const { activity } = await store.everyone.get();
      const { traces_days, audit_days } = config().retention;
      const days = { traces: traces_days, previews: traces_days, audit: audit_days };
      // Facts and tasks are looked at and forgotten on the page of memory.
      const kinds = (await activity.sizes()).flatMap(({ kind, ...size }) =>
        kind === "concepts" || kind === "tasks" ? [] : [{ kind, ...size }],
      );
      const { file, free } = await activity.bytes();
      const last = await activity.compaction.last();
      return {
        ...{ bytes: file, free_bytes: free, telemetry },
        kinds: kinds.map((one) => ({
          ...one,
          ...(one.kind === "conversations"
            ? {}
            : { days: { ...days, network: audit_days, figures: audit_days }[one.kind] }),
        })),
        ...(last === undefined ? {} : { last_compaction: last }),
      };
    },
    sample,
    countFigures,
    readQuestions,
    async close(): Promise<void> {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
      await running?.catch(() => undefined);
    },
  };
}

/** As a person reads it: three figures and a unit. */
function sizeIn(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let at = 0;
  let value = bytes;
  for (; value >= 1000 && at < units.length - 1; at++) value /= 1000;
  return `${at === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[at]}`;
}
