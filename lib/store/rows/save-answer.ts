import type { Answer } from "#lib/contracts/answer";
import type { NewRun, Saving } from "#lib/contracts/store-ports";
import { dropAgentTurns } from "./agent-turn-rows.ts";
import type { Db } from "./dialect.ts";
import { insertEpisode } from "./episode-rows.ts";
import type { KeptResults } from "./kept-results.ts";
import { locks } from "./locks.ts";
import { forgetPreviews } from "./preview-rows.ts";
import { beginRun, dropRun, endRun, isOpenRun } from "./run-rows.ts";
import type { Statements } from "./statements.ts";
import { insertAnswer } from "./thread-rows.ts";
import { beginTrace, forgetTitles, traceAnswered } from "./trace-index.ts";

/*
 * An asking from its run to its answer, with everything that is kept of it beside. The caller holds the transaction.
 */

/** False where its key has gone to another run meanwhile, or has an answer. */
export function* beginAsking(
  db: Db,
  kept: KeptResults,
  run: NewRun,
  before: string | undefined,
  now: Date,
): Statements<boolean> {
  if (run.key !== null) yield* locks.key(run.key);
  if (run.key !== null && (yield* kept.get("answer", run.key)) !== undefined) return false;
  if (!(yield* beginRun(db, run, before, now))) return false;
  const { trace_id, run_id, thread_id, question } = run;
  const as = { kind: "ask", status: "running", agent_id: "primary" } as const;
  const started_at = Date.parse(run.asked_at);
  yield* beginTrace(db, { ...as, trace_id, run_id, thread_id, title: question, started_at });
  return true;
}

/** `trace`: writes what was told of it until now. */
export function* saveAnswer(
  db: Db,
  kept: KeptResults,
  told: Answer,
  { at, trace, under, episodeOf, of_run }: Saving & { at: string; trace: () => Statements<void> },
): Statements<boolean> {
  // What was asked earlier is of another conversation, and goes with that alone.
  const { earlier: _, ...answer } = told;
  yield* locks.addToConversations();
  yield* locks.run(answer.run_id);
  if (under !== undefined) yield* locks.key(under.key);
  yield* locks.thread(answer.thread_id);
  if (of_run === true && !(yield* isOpenRun(db, answer.run_id))) return false;
  const message_id = yield* insertAnswer(db, answer, at);
  const episode = episodeOf?.(answer);
  if (episode !== undefined) yield* insertEpisode(db, message_id, episode);
  yield* traceAnswered(db, answer);
  yield* endRun(db, answer.run_id, answer.interrupted ? "interrupted" : "done");
  if (under) yield* kept.put("answer", under.key, under.fingerprint, told);
  yield* trace();
  return true;
}

/** It was given up, and leaves no word behind. */
export function* dropAsking(db: Db, run: { run_id: string; trace_id: string }): Statements<void> {
  const { trace_id } = run;
  yield* locks.run(run.run_id);
  yield* dropRun(db, run);
  yield* forgetPreviews(db, trace_id);
  yield* forgetTitles(db, { trace_id });
  yield* dropAgentTurns(db, { trace_id });
}
