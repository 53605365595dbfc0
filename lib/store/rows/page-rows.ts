import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Answer } from "#lib/contracts/answer";
import type { Citation, DocumentPlace } from "#lib/contracts/citation";
import type { ForgottenPages } from "#lib/contracts/store-ports";
import { webRootId } from "#lib/contracts/web";
import type { Db } from "./dialect.ts";
import { locks } from "./locks.ts";
import { mine, ofMine, told } from "./owner.ts";
import {
  approvals,
  citations,
  kept_results,
  messages,
  previews,
  reads,
  run_events,
  runs,
  tasks,
  work_steps,
} from "./schema.ts";
import { all, get, type Statements, write } from "./statements.ts";

/** Saved pages of the web in the words of others: who cites them, and what calls have left of them. */

/** Which of these pages stored answers, or steps of stored tasks, rest on. */
export function* citedPages(db: Db, relative_paths: readonly string[]): Statements<Set<string>> {
  if (relative_paths.length === 0) return new Set();
  const answers = yield* all(
    db
      .selectDistinct({ relative_path: citations.relative_path })
      .from(citations)
      .innerJoin(messages, eq(messages.id, citations.message_id))
      .where(
        and(
          mine(db, messages),
          eq(citations.root_id, webRootId),
          inArray(citations.relative_path, [...relative_paths]),
        ),
      ),
  );
  const cited = new Set(answers.map(({ relative_path }) => relative_path));
  for (const relative_path of relative_paths) {
    if (cited.has(relative_path)) continue;
    const named = yield* get(
      db
        .select({ number: work_steps.number })
        .from(work_steps)
        .where(and(ofMine(db, "work_steps"), holds(db, work_steps.output, [relative_path])))
        .limit(1),
    );
    if (named !== undefined) cited.add(relative_path);
  }
  return cited;
}

/**
 * What calls handed over of pages that are forgotten, what answers had read of them and did not quote, and results that are
 * kept for a second try. Answers and tasks keep their quotes until they are deleted. The caller holds the transaction.
 */
export function* forgetPages(db: Db, { pages, trace_ids }: ForgottenPages): Statements<void> {
  yield* locks.takeConversations();
  for (const { relative_path, urls } of pages) {
    const names = [relative_path, ...urls];
    const readBy = yield* all(
      db
        .selectDistinct({ trace_id: reads.trace_id })
        .from(reads)
        .where(
          and(
            told(db, reads),
            eq(reads.relative_path, relative_path),
            eq(reads.root_id, webRootId),
          ),
        ),
    );
    for (const trace_id of new Set([...trace_ids, ...readBy.map((row) => row.trace_id)])) {
      const called = inArray(previews.kind, ["arguments", "result"]);
      const ofTrace = and(
        mine(db, previews),
        eq(previews.trace_id, trace_id),
        called,
        holds(db, previews.text, names),
      );
      yield* write(db.delete(previews).where(ofTrace));
      const run_ids = db
        .select({ id: runs.run_id })
        .from(runs)
        .where(and(mine(db, runs), eq(runs.trace_id, trace_id)));
      const ofRuns = and(inArray(run_events.run_id, run_ids), holds(db, run_events.event, names));
      yield* write(db.delete(run_events).where(ofRuns));
      const answers = yield* all(
        db
          .select({ id: messages.id, answer: messages.answer })
          .from(messages)
          .where(
            and(
              mine(db, messages),
              eq(messages.trace_id, trace_id),
              holds(db, messages.answer, [relative_path]),
            ),
          ),
      );
      for (const { id, answer } of answers) {
        const left = withoutUnquoted(answer, relative_path);
        yield* write(
          db
            .update(messages)
            .set({ answer: left })
            .where(and(mine(db, messages), eq(messages.id, id))),
        );
      }
      const ofEnvelopes = and(
        mine(db, tasks),
        eq(tasks.trace_id, trace_id),
        holds(db, tasks.result, [relative_path]),
      );
      for (const { task_id, result } of yield* all(db.select().from(tasks).where(ofEnvelopes))) {
        const left = JSON.stringify(JSON.parse(result), withoutHeadings(relative_path));
        yield* write(
          db
            .update(tasks)
            .set({ result: left })
            .where(and(mine(db, tasks), eq(tasks.task_id, task_id))),
        );
      }
    }
    const kept = and(
      mine(db, kept_results),
      eq(kept_results.scope, "answer"),
      holds(db, kept_results.body, [relative_path]),
    );
    for (const { key, body } of yield* all(db.select().from(kept_results).where(kept))) {
      const ofKey = and(
        mine(db, kept_results),
        eq(kept_results.scope, "answer"),
        eq(kept_results.key, key),
      );
      const left = withoutUnquoted(body, relative_path);
      yield* write(db.update(kept_results).set({ body: left }).where(ofKey));
    }
    const again = and(mine(db, kept_results), inArray(kept_results.scope, ["task", "invoke"]));
    yield* write(db.delete(kept_results).where(and(again, holds(db, kept_results.body, names))));
    yield* write(
      db
        .update(approvals)
        .set({ result: null })
        .where(and(mine(db, approvals), holds(db, approvals.result, names))),
    );
  }
}

/** Envelopes tell which lines were found and under which headings: the lines stay. */
function withoutHeadings(relative_path: string) {
  return (_key: string, value: unknown): unknown => {
    if (typeof value !== "object" || value === null || !("locator" in value)) return value;
    const cited = value as Partial<Citation>; // nothing else in an envelope has a locator
    if (cited.root_id !== webRootId || cited.relative_path !== relative_path) return value;
    const { heading: _, ...locator } = cited.locator ?? {};
    return { ...cited, breadcrumb: [], locator };
  };
}

/** A stored answer without passages of the page that it only read. */
function withoutUnquoted(answer: string, relative_path: string): string {
  const told = JSON.parse(answer) as Partial<Answer>; // written by the store alone
  const isOf = (one: DocumentPlace) =>
    one.root_id === webRootId && one.relative_path === relative_path;
  return JSON.stringify({ ...told, also_read: (told.also_read ?? []).filter((one) => !isOf(one)) });
}

function holds({ sqlDialect }: Db, column: SQLiteColumn, texts: readonly string[]): SQL {
  return sql`(${sql.join(
    texts.map((text) => sqlDialect.holds(column, text)),
    sql` or `,
  )})`;
}
