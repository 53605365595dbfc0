import { rmSync } from "node:fs";
import path from "node:path";
import { createWriteJournal } from "#lib/access/write-journal";
import { AppError } from "#lib/contracts/errors";
import type { LeftWork } from "#lib/contracts/ports";
import type { Store, StoredRun } from "#lib/contracts/store-ports";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { settle } from "./broken-off.ts";

/**
 * What a server died over, told by its successor or by another. Each such run becomes a turn of its conversation with what had
 * been told and done, and a gap that says why there is no more. Nothing runs again by itself. Rejects with what the database
 * said where it is the work of another server: that stays until it can be settled. Where none is left nothing waits for it.
 */
export async function interruptRuns(store: Store, left: LeftWork, log: Logger): Promise<void> {
  let unsettled: AppError | undefined;
  try {
    const running = await store.runs.running();
    const ids = running.map(({ run_id }) => run_id);
    const over = new Set(await left.of("run", ids));
    for (const run of running) if (over.has(run.run_id)) await tryTo(run);
  } catch (error) {
    log.error(faultOf(error), "interrupted runs could not be settled");
    unsettled = refusalOf(left, error);
  }
  if (unsettled !== undefined) throw unsettled;

  /** One that cannot be told is no reason to leave the others. */
  async function tryTo(run: StoredRun): Promise<void> {
    const { trace_id, run_id } = run;
    try {
      await settle(store.of(run.owner), run);
      log.warn({ trace_id, run_id }, "a run was interrupted");
    } catch (error) {
      log.error({ trace_id, run_id, ...faultOf(error) }, "an interrupted run could not be settled");
      unsettled ??= refusalOf(left, error);
    }
  }
}

/** What the database said about another server's work: any other fault would be the same with the next try. */
function refusalOf(left: LeftWork, error: unknown): AppError | undefined {
  return !left.alone && error instanceof AppError ? error : undefined;
}

/**
 * Tool calls that a person had allowed when the program ended. None is made again; who waits for a person goes on waiting.
 * Rejects as `interruptRuns` does.
 */
export async function interruptCalls(store: Store, left: LeftWork, log: Logger): Promise<void> {
  try {
    const underWay = await store.approvals.inState(["allowed", "running"]);
    const ids = underWay.map(({ id }) => id);
    const calls = await store.approvals.interrupt(await left.of("approval", ids));
    if (calls > 0) log.warn({ calls }, "approved tool calls were interrupted");
  } catch (error) {
    log.error(faultOf(error), "interrupted tool calls could not be settled");
    const refused = refusalOf(left, error);
    if (refused !== undefined) throw refused;
  }
}

/** Connections that were open when the program ended; how much went over them nobody knows. */
export async function interruptConnections(store: Store, log: Logger): Promise<void> {
  try {
    const connections = await store.activity.interruptConnections();
    if (connections > 0) log.warn({ connections }, "connections were open when the program ended");
  } catch (error) {
    log.error(faultOf(error), "open connections could not be settled");
  }
}

/** Files that its predecessor was writing when it was killed: what stood there before stands there still. */
export function removeUnfinishedFiles(home: string, log: Logger): void {
  try {
    const files = createWriteJournal(home).clear();
    if (files > 0) log.warn({ files }, "unfinished files of interrupted calls were removed");
  } catch (error) {
    log.error(faultOf(error), "unfinished files could not be removed");
  }
}

/** What a task that was done again left where the program died over it. */
export function removeReplays(home: string, log: Logger): void {
  try {
    rmSync(replaysFolder(home), { recursive: true, force: true });
  } catch (error) {
    log.error(faultOf(error), "what replays left could not be removed");
  }
}

/** Each task that is done again has a folder of its own in here, which goes afterwards. */
export const replaysFolder = (home: string): string => path.join(home, "replays");
