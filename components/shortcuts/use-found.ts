"use client";
import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import type { Suggestions, ThreadSummary } from "#lib/contracts/http";
import { api } from "../api/client.ts";

const most = 5;
/** A pause in typing this long is worth a look. */
const pauseMs = 120;
const nothing: Found = { threads: [], headings: [] };
type Found = { threads: ThreadSummary[]; headings: Suggestions["suggestions"] };

/** Conversations and headings that hold what is typed; the newest conversations while nothing is. */
export function useFound(typed: string): Found {
  const lang = useLocale() === "zh-CN" ? "zh-CN" : "en";
  const [found, setFound] = useState<Found>(nothing);
  useEffect(() => {
    const abort = new AbortController();
    const look = async () => {
      // The palette works without a server too; what is wrong is said by the bar above the page.
      const [threads, headings] = await Promise.all([
        api.threads({ q: typed, limit: most }, abort.signal).catch(() => undefined),
        typed === ""
          ? undefined
          : api.suggest({ q: typed, limit: most, lang }, abort.signal).catch(() => undefined),
      ]);
      if (abort.signal.aborted) return;
      setFound({ threads: threads?.threads ?? [], headings: headings?.suggestions ?? [] });
    };
    const timer = setTimeout(() => void look(), typed === "" ? 0 : pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed, lang]);
  return found;
}
