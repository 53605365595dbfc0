import type { Pool, PoolClient, QueryArrayConfig, QueryConfig, QueryResult } from "pg";
import { AllInUse, failureOfDriver } from "./failure.ts";
import { toWire, types } from "./wire.ts";

/** One connection, for as long as one piece of work takes; had from the pool when the first statement needs it. */
export type Session = {
  query(config: string | QueryConfig | QueryArrayConfig, values?: unknown[]): Promise<QueryResult>;
  /** How many transactions are open within each other. */
  depth: number;
  /** Gives the connection back; one whose state nobody knows is closed. */
  release(): void;
  /** Nobody knows its state any more. */
  spoil(): void;
};

export function openSession(pool: Pool): Session {
  let client: PoolClient | undefined;
  let spoilt = false;
  return {
    depth: 0,
    async query(config, values = []) {
      try {
        client ??= await connected(pool);
        const text = typeof config === "string" ? { text: config } : config;
        // The driver tells by `rowMode` alone whether rows are lists; what it is given here it hands on.
        const typed = { ...text, types } as QueryConfig;
        return await client.query(typed, values.map(toWire));
      } catch (error) {
        throw error instanceof AllInUse ? error : failureOfDriver(error);
      }
    },
    spoil() {
      spoilt = true;
    },
    release() {
      client?.release(spoilt);
      client = undefined;
    },
  };
}

async function connected(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    // The driver says of both alike that time ran out.
    throw pool.totalCount >= pool.options.max ? new AllInUse(error) : error;
  }
}
