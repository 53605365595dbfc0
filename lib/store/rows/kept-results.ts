import { and, eq, gt, lte } from "drizzle-orm";
import type { Clock } from "#lib/contracts/ports";
import type { Db } from "./dialect.ts";
import { mine, ownerOf } from "./owner.ts";
import { kept_results } from "./schema.ts";
import { get, type Statements, write } from "./statements.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;

export type KeptResult = { fingerprint: string; body: unknown };

export type KeptResults = ReturnType<typeof createKeptResults>;

/** Results under a key for 24 hours; `scope` keeps the keys of envelopes and of HTTP requests apart. */
export function createKeptResults(deps: { db: Db; clock: Clock }) {
  const { db, clock } = deps;
  const { scope: ofScope, key: ofKey, expires_at: until } = kept_results;

  function* find(scope: string, key: string): Statements<KeptResult | undefined> {
    const its = and(
      mine(db, kept_results),
      eq(ofScope, scope),
      eq(ofKey, key),
      gt(until, clock.now().toISOString()),
    );
    const row = yield* get(db.select().from(kept_results).where(its));
    return row && { fingerprint: row.fingerprint, body: JSON.parse(row.body) as unknown };
  }

  function* put(scope: string, key: string, fingerprint: string, body: unknown): Statements<void> {
    const expires_at = new Date(clock.now().getTime() + KEPT_MS).toISOString();
    const row = {
      owner: ownerOf(db),
      scope,
      key,
      fingerprint,
      body: JSON.stringify(body),
      expires_at,
    };
    yield* dropExpired();
    yield* write(
      db
        .insert(kept_results)
        .values(row)
        .onConflictDoUpdate({ target: [kept_results.owner, ofScope, ofKey], set: row }),
    );
  }

  function* dropExpired(): Statements<void> {
    yield* write(db.delete(kept_results).where(lte(until, clock.now().toISOString())));
  }

  return {
    get: find,
    put,
    dropExpired,
  };
}
