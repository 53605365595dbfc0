"use client";
import { usePathname, useRouter } from "next/navigation";
import { useSyncExternalStore } from "react";

/**
 * Requests for an empty page, from one conversation to the next without asking the server. They are counted, because the
 * address alone cannot tell: somebody who stands on "/" with an answer under way stays on "/".
 */
let count = 0;
type Wanted = { question: string | undefined; told?: "deleted" };
let waiting: Wanted | undefined;
const listeners = new Set<() => void>();

export const isAskPage = (pathname: string) => pathname === "/" || pathname.startsWith("/t/");

/** An empty page with the focus in its box, or with a question that is asked at once. `told`: what was done before it. */
export function askAnew(question?: string, told?: "deleted"): void {
  count += 1;
  waiting = { question, ...(told === undefined ? {} : { told }) };
  if (window.location.pathname !== "/") window.history.pushState(null, "", "/");
  for (const listener of listeners) listener();
}

/** The same from any page. */
export function useAskAnew(): (question?: string) => void {
  const pathname = usePathname();
  const router = useRouter();
  return (question) => {
    if (isAskPage(pathname)) return askAnew(question);
    waiting = { question };
    router.push("/");
  };
}

/** What the empty page was asked for with, once. */
export function takeNewQuestion(): Wanted | undefined {
  const taken = waiting;
  waiting = undefined;
  return taken;
}

export function useNewQuestions(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => count,
    () => 0,
  );
}
