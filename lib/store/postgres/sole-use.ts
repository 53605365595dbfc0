import type pg from "pg";
import { failureOfDriver, Taken, Unreachable } from "./failure.ts";
import {
  beginWork,
  clientOf,
  connectAs,
  ended,
  holderOf,
  lockSoon,
  ownName,
  serverLock,
} from "./lock-connection.ts";
import type { Hold } from "./session.ts";

/**
 * For what has to be alone on a database, as a state that is copied into it: no server is there, and none begins meanwhile.
 * `hold` rejects with `Taken` where one is. A connection that was lost is not taken again, for another may have had the
 * database since.
 */
export function createSoleUse(url: string): Hold {
  const name = ownName();
  let client: pg.Client | undefined;
  let holding: Promise<void> | undefined;
  let lost = false;

  async function take(): Promise<void> {
    const mine = clientOf(url);
    const gone = () => {
      lost = true;
    };
    mine.on("error", gone);
    mine.on("end", gone);
    try {
      await connectAs(mine, name);
      if (!(await lockSoon(mine, `SELECT pg_advisory_lock(${serverLock})`))) {
        throw new Taken((await holderOf(mine))?.name);
      }
      client = mine;
    } catch (error) {
      await ended(mine);
      lost = false;
      throw error instanceof Taken ? error : failureOfDriver(error);
    }
  }

  const refuseLost = () => {
    if (lost) throw new Unreachable(new Error("the database is not held any more"));
  };
  return {
    async hold() {
      refuseLost();
      if (client !== undefined) return;
      holding ??= take().finally(() => {
        holding = undefined;
      });
      return holding;
    },
    async guard(connected) {
      await beginWork(connected, name);
      refuseLost();
    },
    async release() {
      await holding?.catch(() => undefined);
      if (client !== undefined) await ended(client);
      lost = true;
    },
  };
}
