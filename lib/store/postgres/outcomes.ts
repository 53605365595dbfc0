import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { raw, type Statements } from "../rows/statements.ts";
import { OutcomeUnknown, Unreachable } from "./failure.ts";
import type { Session } from "./session.ts";

/*
 * A connection that is lost while the database commits leaves open whether it did. So each transaction leaves a token of its
 * own, and who has lost the connection looks for it by leaving the same one, marked as `looked`. What then stands there:
 *
 *     not looked     the transaction had committed
 *     looked         it had not, and now it never can
 *
 * A look whose own reply is lost is done again, and finds what the first one left. The database makes a look wait while the
 * transaction is still under way. A token whose outcome is known is taken away by one of the next transactions.
 */
export type Outcomes = {
  /** The last statement of a transaction. */
  leave(session: Session): Promise<Mark>;
  ended(mark: Mark, committed: boolean): void;
  /** Whether the transaction was committed; rejects with `OutcomeUnknown` where that cannot be known for some seconds. */
  find(token: string): Promise<boolean>;
};
/** `spent`: tokens that go with it. */
type Mark = { token: string; spent: readonly string[] };

const TRY_FOR_MS = 3000;
const TRY_EVERY_MS = 100;
const leave = `WITH gone AS (DELETE FROM docent_outcomes WHERE token = ANY($2::text[]))
  INSERT INTO docent_outcomes (token, looked) VALUES ($1, false)`;
/** The update changes nothing: without one, a row that stands there is not given. */
const lookFor = `INSERT INTO docent_outcomes (token, looked) VALUES ($1, true)
  ON CONFLICT (token) DO UPDATE SET token = excluded.token RETURNING looked`;

/** Of servers that ended before they took theirs away. */
export function* dropOldOutcomes(): Statements<void> {
  yield* raw(sql`DELETE FROM docent_outcomes WHERE at < now() - interval '1 day' RETURNING 1`);
}

export function createOutcomes(open: () => Session, tryForMs = TRY_FOR_MS): Outcomes {
  let spent: string[] = [];

  async function look(token: string, ms: number): Promise<boolean> {
    const session = open();
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      session.spoil();
      session.release();
      reject(new Unreachable(new Error("no answer in time")));
    }, ms);
    // It may be connected only after nobody waits any more.
    const asked = session.query(lookFor, [token]).finally(() => session.release());
    try {
      const { rows } = await Promise.race([asked, tooLate]);
      return !(rows[0] as { looked: boolean }).looked;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async leave(session) {
      const mark = { token: randomUUID(), spent };
      spent = [];
      await session.query(leave, [mark.token, mark.spent]);
      return mark;
    },
    ended(mark, committed) {
      spent.push(...(committed ? [mark.token] : mark.spent));
    },
    async find(token) {
      const until = performance.now() + tryForMs;
      for (;;) {
        try {
          const committed = await look(token, until - performance.now());
          spent.push(token);
          return committed;
        } catch (error) {
          const over = performance.now() + TRY_EVERY_MS >= until;
          if (over || !(error instanceof Unreachable)) throw new OutcomeUnknown(token, error);
        }
        await pause(TRY_EVERY_MS);
      }
    },
  };
}
