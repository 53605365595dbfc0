"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { isLive, type TaskInfo } from "#lib/contracts/tasks";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { followTask } from "../api/task-events.ts";
import { tasksApi } from "../api/tasks.ts";

/** What is told faster than this is looked at together. */
const TOGETHER_MS = 250;

/** One task as it is now: looked at anew when it tells something, until it has ended. */
export function useTask(id: string): {
  task?: TaskInfo;
  problem?: ApiProblem;
  reload: () => Promise<void>;
} {
  const [task, setTask] = useState<TaskInfo>();
  const [problem, setProblem] = useState<ApiProblem>();
  const shown = useRef(id);
  shown.current = id;
  const reload = useCallback(async () => {
    try {
      const now = await tasksApi.task(id);
      if (shown.current !== id) return;
      setTask(now);
      setProblem(undefined);
    } catch (error) {
      if (shown.current === id) setProblem(asProblem(error));
    }
  }, [id]);
  useEffect(() => {
    void reload();
  }, [reload]);

  const live = task !== undefined && isLive(task.state);
  useEffect(() => {
    if (!live) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void reload();
      }, TOGETHER_MS);
    };
    void followTask(id, look, stop.signal);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [id, live, reload]);
  return {
    ...(task === undefined ? {} : { task }),
    ...(problem === undefined ? {} : { problem }),
    reload,
  };
}
