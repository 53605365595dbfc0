import type { ClientBase, Pool, PoolClient, QueryArrayConfig, QueryConfig, QueryResult } from "pg";
import type { ServerEvent } from "#lib/contracts/ports";
import { AllInUse, failureOfDriver, Unreachable } from "./failure.ts";
import { toWire, types } from "./wire.ts";

/** That a program may use the database, and goes on to: `sole-use.ts`, `presence.ts`. */
export type Hold = {
  /** Resolves while it may, and sees to it again after the connection was lost. Rejects where it may not any more. */
  hold(): Promise<void>;
  /** For each new connection of the pool, before it is used. */
  guard(client: ClientBase): Promise<void>;
  release(): Promise<void>;
};

/** One connection, for as long as one piece of work takes; had from the pool when the first statement needs it. */
export type Session = {
  query(config: string | QueryConfig | QueryArrayConfig, values?: unknown[]): Promise<QueryResult>;
  /** How many transactions are open within each other. */
  depth: number;
  /** What others are to hear of once it is committed. */
  told: ServerEvent[];
  /** Gives the connection back; one whose state nobody knows is closed. */
  release(): void;
  /** What comes next has another connection. */
  renew(): void;
  /** Nobody knows its state any more. */
  spoil(): void;
};

export function openSession(pool: Pool, hold?: Hold): Session {
  let client: PoolClient | undefined;
  let spoilt = false;
  const release = (): void => {
    client?.release(spoilt);
    client = undefined;
    spoilt = false;
  };
  return {
    depth: 0,
    told: [],
    async query(config, values = []) {
      try {
        client ??= await connected(pool, hold);
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

async function connected(pool: Pool, held: Hold | undefined): Promise<PoolClient> {
  await held?.hold();
  try {
    return await pool.connect();
  } catch (error) {
    // The driver says of both alike that time ran out.
    throw pool.totalCount >= pool.options.max ? new AllInUse(error) : error;
  }
}
