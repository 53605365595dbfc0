import { and, desc, eq } from "drizzle-orm";
import type { AgentTurn } from "#lib/contracts/http";
import type { Db } from "./dialect.ts";
import { mine, ownerOf } from "./owner.ts";
import { agent_turns } from "./schema.ts";
import { all, insert, type Statements, write } from "./statements.ts";

/** What agents were asked beside a conversation and replied, oldest first; of one agent where it is named. */
export function* agentTurns(
  db: Db,
  parent_thread_id: string,
  limit: number,
  agent_id?: string,
): Statements<AgentTurn[]> {
  const ofAgent = agent_id === undefined ? undefined : eq(agent_turns.agent_id, agent_id);
  return (yield* all(
    db
      .select()
      .from(agent_turns)
      .where(
        and(mine(db, agent_turns), eq(agent_turns.parent_thread_id, parent_thread_id), ofAgent),
      )
      .orderBy(desc(agent_turns.id))
      .limit(limit),
  ))
    .map(({ id: _, owner: _o, ...turn }) => turn)
    .reverse();
}

export function* addAgentTurn(db: Db, turn: AgentTurn): Statements<void> {
  yield* insert(agent_turns, { ...turn, owner: ownerOf(db) });
}

/** Of one conversation, of one asking, or all of them. */
export function* dropAgentTurns(
  db: Db,
  of: { parent_thread_id: string } | { trace_id: string } | "all",
): Statements<void> {
  const table = db.delete(agent_turns);
  const which =
    of === "all"
      ? undefined
      : "trace_id" in of
        ? eq(agent_turns.trace_id, of.trace_id)
        : eq(agent_turns.parent_thread_id, of.parent_thread_id);
  yield* write(table.where(and(mine(db, agent_turns), which)));
}
