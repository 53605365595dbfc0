import type { Pool, PoolClient, QueryArrayConfig, QueryConfig, QueryResult } from "pg";
import { AllInUse, failureOfDriver, Unreachable } from "./failure.ts";
import type { SoleUse } from "./sole-use.ts";
import { toWire, types } from "./wire.ts";

/** One connection, for as long as one piece of work takes; had from the pool when the first statement needs it. */
export type Session = {
  query(config: string | QueryConfig | QueryArrayConfig, values?: unknown[]): Promise<QueryResult>;
  /** How many transactions are open within each other. */
  depth: number;
  /** Gives the connection back; one whose state nobody knows is closed. */
  release(): void;
  /** What comes next has another connection. */
  renew(): void;
  /** Nobody knows its state any more. */
  spoil(): void;
};

export function openSession(pool: Pool, sole?: SoleUse): Session {
  let client: PoolClient | undefined;
  let spoilt = false;
  const release = (): void => {
    client?.release(spoilt);
    client = undefined;
    spoilt = false;
  };
  return {
    depth: 0,
    async query(config, values = []) {
      try {
        client ??= await connected(pool, sole);
        const text = typeof config === "string" ? { text: config } : config;
        // The driver tells by `rowMode` alone whether rows are lists; what it is given here it hands on.
        const typed = { ...text, types } as QueryConfig;
        return await client.query(typed, values.map(toWire));
      } catch (error) {
        const failure = failureOfDriver(error);
        if (failure instanceof Unreachable) spoilt = true;
        throw failure;
      }
    },
    spoil() {
      spoilt = true;
    },
    renew: release,
    release,
  };
}

async function connected(pool: Pool, sole: SoleUse | undefined): Promise<PoolClient> {
  await sole?.hold();
  try {
    return await pool.connect();
  } catch (error) {
    // The driver says of both alike that time ran out.
    throw pool.totalCount >= pool.options.max ? new AllInUse(error) : error;
  }
}
