import { and, eq, gt, lte } from "drizzle-orm";
import type { Clock } from "#lib/contracts/ports";
import type { Db } from "./open-database.ts";
import { kept_results } from "./schema.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;

export type KeptResult = { fingerprint: string; body: unknown };

/** Results under a key for 24 hours; `scope` keeps the keys of envelopes and of HTTP requests apart. */
export function createKeptResults(deps: { db: Db; clock: Clock }) {
  const { db, clock } = deps;

  function get(scope: string, key: string): KeptResult | undefined {
    const now = clock.now().toISOString();
    const row = db
      .select()
      .from(kept_results)
      .where(
        and(
          eq(kept_results.scope, scope),
          eq(kept_results.key, key),
          gt(kept_results.expires_at, now),
        ),
      )
      .get();
    return row && { fingerprint: row.fingerprint, body: JSON.parse(row.body) as unknown };
  }

  function put(scope: string, key: string, fingerprint: string, body: unknown): void {
    const now = clock.now();
    const expires_at = new Date(now.getTime() + KEPT_MS).toISOString();
    const row = { scope, key, fingerprint, body: JSON.stringify(body), expires_at };
    dropExpired();
    db.insert(kept_results)
      .values(row)
      .onConflictDoUpdate({ target: [kept_results.scope, kept_results.key], set: row })
      .run();
  }

  function dropExpired(): void {
    db.delete(kept_results).where(lte(kept_results.expires_at, clock.now().toISOString())).run();
  }

  dropExpired();
  return { get, put };
}
