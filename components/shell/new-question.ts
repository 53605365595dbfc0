"use client";
import { usePathname, useRouter } from "next/navigation";
import { useSyncExternalStore } from "react";

/**
 * Requests for an empty page, from one conversation to the next without asking the server. They are counted, because the
 * address alone cannot tell: somebody who stands on "/" with an answer under way stays on "/".
 */
let count = 0;
let waiting: { question: string | undefined } | undefined;
const listeners = new Set<() => void>();

export const isAskPage = (pathname: string) => pathname === "/" || pathname.startsWith("/t/");

/** An empty page with the focus in its box, or with a question that is asked at once. */
export function askAnew(question?: string): void {
  count += 1;
  waiting = { question };
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
export function takeNewQuestion(): { question: string | undefined } | undefined {
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
