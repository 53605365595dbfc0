"use client";
import { useEffect, useRef, useState } from "react";
import type { ToolInfo, ToolResult } from "#lib/contracts/tools";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { approvalsRemote, toolsApi } from "../api/tools.ts";

/** One call by hand: under way, waiting for a person, or ended. */
export type Attempt =
  | { kind: "idle" | "running" | "stopped" }
  | { kind: "asked"; approval_id: string }
  | { kind: "done"; result: ToolResult }
  | { kind: "failed"; problem: ApiProblem };

/** Calls a tool as an agent would, under the same policy. A call that is left is called off; one that asks goes on asking. */
export function useAttempt(tool: Pick<ToolInfo, "id">) {
  const [attempt, setAttempt] = useState<Attempt>({ kind: "idle" });
  const [given, setGiven] = useState<Record<string, unknown>>({});
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const call = async (args: Record<string, unknown>) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setGiven(args);
    setAttempt({ kind: "running" });
    try {
      const reply = await toolsApi.invoke(tool.id, args, stop.signal);
      if (running.current !== stop) return;
      if ("result" in reply) return setAttempt({ kind: "done", result: reply.result });
      setAttempt({ kind: "asked", approval_id: reply.approval_id });
      void approvalsRemote.reload();
    } catch (error) {
      if (running.current !== stop || stop.signal.aborted) return;
      setAttempt({ kind: "failed", problem: asProblem(error) });
    }
  };
  const stop = () => {
    running.current?.abort();
    running.current = undefined;
    setAttempt({ kind: "stopped" });
  };
  return { attempt, given, call, stop };
}
