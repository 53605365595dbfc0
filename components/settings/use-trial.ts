"use client";
import { useEffect, useRef, useState } from "react";
import { asProblem } from "../api/problem.ts";
import { useProblemText } from "../parts/use-problem-text.ts";

type Tested = { ok: boolean; message: string; models: string[] };

/** Tries a configuration before it is saved. What came of it is told of exactly that one and of no other. */
export function useTrial<T>(test: (tried: T, signal: AbortSignal) => Promise<Tested>) {
  const problemText = useProblemText();
  const [under, setUnder] = useState<string>();
  const [came, setCame] = useState<{ of: string; ok: boolean; message: string }>();
  const [names, setNames] = useState<string[]>([]);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const run = async (tried: T) => {
    stop.current?.abort();
    const now = new AbortController();
    stop.current = now;
    const of = JSON.stringify(tried);
    setUnder(of);
    setCame(undefined);
    try {
      const { ok, message, models } = await test(tried, now.signal);
      if (models.length > 0) setNames(models);
      setCame({ of, ok, message });
    } catch (error) {
      if (now.signal.aborted) return;
      setCame({ of, ok: false, message: problemText(asProblem(error)) });
    }
    setUnder(undefined);
  };
  return {
    run,
    names,
    forgetNames: () => setNames([]),
    isTesting: under !== undefined,
    /** What came of the trial of this one, or nothing. */
    of: (tried: T) => (came?.of === JSON.stringify(tried) ? came : undefined),
  };
}
