import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { raw, type Statements } from "../rows/statements.ts";
import { OutcomeUnknown, Unreachable } from "./failure.ts";
import type { Session } from "./session.ts";

/*
 * A connection that is lost while the database commits leaves open whether it did. So each transaction leaves a token of its
 * own, and who has lost the connection leaves the same one again:
 *
 *     it is refused     the first had committed
 *     it is taken       the first had not, and now it never can
 *
 * The database makes the second wait while the first is still under way. A token whose outcome is known is taken away by one
 * of the next transactions.
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
  INSERT INTO docent_outcomes (token) VALUES ($1)`;
const leaveAgain = "INSERT INTO docent_outcomes (token) VALUES ($1) ON CONFLICT DO NOTHING";

/** Of servers that ended before they took theirs away. */
export function* dropOldOutcomes(): Statements<void> {
  yield* raw(sql`DELETE FROM docent_outcomes WHERE at < now() - interval '1 day' RETURNING 1`);
}

export function createOutcomes(open: () => Session): Outcomes {
  let spent: string[] = [];

  async function look(token: string): Promise<boolean> {
    const session = open();
    try {
      const { rowCount } = await session.query(leaveAgain, [token]);
      return rowCount === 0;
    } finally {
      session.release();
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
      for (let left = TRY_FOR_MS; ; left -= TRY_EVERY_MS) {
        try {
          const committed = await look(token);
          spent.push(token);
          return committed;
        } catch (error) {
          if (!(error instanceof Unreachable) || left <= 0) throw new OutcomeUnknown(token, error);
        }
        await pause(TRY_EVERY_MS);
      }
    },
  };
}
