"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { type ApiProblem, asProblem } from "../api/problem.ts";

export type Page<R> = { rows: readonly R[]; next_cursor?: string | undefined };

export type Pages<R> = {
  /** Undefined until the first page is here; while others are asked for, what was there before stays. */
  rows: readonly R[] | undefined;
  problem: ApiProblem | undefined;
  /** Whether there is more behind the last row. */
  more: boolean;
  loadMore: () => void;
  /** From the first row anew. */
  reload: () => void;
};

/** A list that is fetched by pages, anew whenever `key` is another. An answer that comes too late is left alone. */
export function usePages<R>(
  key: string,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<R>>,
): Pages<R> {
  const [rows, setRows] = useState<readonly R[]>();
  const [next, setNext] = useState<string>();
  const [problem, setProblem] = useState<ApiProblem>();
  const [attempt, setAttempt] = useState(0);
  const newest = useRef(load);
  newest.current = load;
  const under = useRef<AbortController>(undefined);

  const fetchPage = useCallback(async (cursor: string | undefined) => {
    under.current?.abort();
    const abort = new AbortController();
    under.current = abort;
    try {
      const page = await newest.current(cursor, abort.signal);
      if (abort.signal.aborted) return;
      setRows((before) => (cursor === undefined ? page.rows : [...(before ?? []), ...page.rows]));
      setNext(page.next_cursor);
      setProblem(undefined);
    } catch (error) {
      if (!abort.signal.aborted) setProblem(asProblem(error));
    } finally {
      if (under.current === abort) under.current = undefined;
    }
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key or a wish to see it anew begins at the first page.
  useEffect(() => {
    void fetchPage(undefined);
    return () => under.current?.abort();
  }, [key, attempt, fetchPage]);

  const loadMore = useCallback(() => {
    if (next !== undefined && under.current === undefined) void fetchPage(next);
  }, [next, fetchPage]);
  return {
    rows,
    problem,
    more: next !== undefined,
    loadMore,
    reload: () => setAttempt((before) => before + 1),
  };
}
