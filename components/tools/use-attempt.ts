"use client";
import { useEffect, useRef, useState } from "react";
import type { ToolInfo, ToolResult } from "#lib/contracts/tools";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { approvalsRemote, toolsApi } from "../api/tools.ts";
import { nextCall } from "./next-call.ts";

/** One call by hand: under way, waiting for a person, or ended. */
export type Attempt =
  | { kind: "idle" | "running" | "stopped" }
  | { kind: "asked"; approval_id: string }
  /** The pages that were seen so far; `at` is the one that is shown. */
  | { kind: "done"; pages: readonly ToolResult[]; at: number }
  | { kind: "failed"; problem: ApiProblem };

/** Calls a tool as an agent would, under the same policy. A call that is left is called off; one that asks goes on asking. */
export function useAttempt(tool: Pick<ToolInfo, "id">) {
  const [attempt, setAttempt] = useState<Attempt>({ kind: "idle" });
  const [given, setGiven] = useState<Record<string, unknown>>({});
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (args: Record<string, unknown>, before: readonly ToolResult[]) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setAttempt({ kind: "running" });
    try {
      const reply = await toolsApi.invoke(tool.id, args, stop.signal);
      if (running.current !== stop) return;
      if ("result" in reply) {
        const pages = [...before, reply.result];
        return setAttempt({ kind: "done", pages, at: pages.length - 1 });
      }
      setAttempt({ kind: "asked", approval_id: reply.approval_id });
      void approvalsRemote.reload();
    } catch (error) {
      if (running.current !== stop || stop.signal.aborted) return;
      setAttempt({ kind: "failed", problem: asProblem(error) });
    }
  };
  return {
    attempt,
    call: (args: Record<string, unknown>) => {
      setGiven(args);
      void run(args, []);
    },
    goesOn: (result: ToolResult) => nextCall(result, given) !== undefined,
    /** Shows what comes after a result: a page that was seen already, or the next one. */
    next: (result: ToolResult) => {
      const seen = attempt.kind === "done" ? attempt.pages : [result];
      const at = seen.indexOf(result);
      const args = nextCall(result, given);
      if (attempt.kind === "done" && at + 1 < seen.length) setAttempt({ ...attempt, at: at + 1 });
      else if (args !== undefined) void run(args, seen);
    },
    previous: () => {
      if (attempt.kind === "done" && attempt.at > 0) setAttempt({ ...attempt, at: attempt.at - 1 });
    },
    stop: () => {
      running.current?.abort();
      running.current = undefined;
      setAttempt({ kind: "stopped" });
    },
  };
}
