"use client";
import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import type { Suggestions, ThreadSummary } from "#lib/contracts/http";
import type { Episode } from "#lib/contracts/memory";
import { api } from "../api/client.ts";
import { memoryApi } from "../api/memory.ts";

const most = { threads: 12, like: 5, headings: 5 };
/** Less like than this is something else. */
const leastLike = 0.2;
/** A pause in typing this long is worth a look. */
const pauseMs = 120;
const nothing: Found = { threads: [], like: [], headings: [] };
type Found = {
  threads: ThreadSummary[];
  like: Episode[];
  headings: Suggestions["suggestions"];
};

/**
 * Conversations and headings that hold what is typed, and questions that asked much the same in other words; the newest
 * conversations while nothing is typed.
 */
export function useFound(typed: string): Found {
  const lang = useLocale() === "zh-CN" ? "zh-CN" : "en";
  const [found, setFound] = useState<Found>(nothing);
  useEffect(() => {
    const abort = new AbortController();
    const look = async () => {
      // The palette works without a server too; what is wrong is said by the bar above the page.
      const [threads, headings, asked] = await Promise.all([
        api.threads({ q: typed, limit: most.threads }, abort.signal).catch(() => undefined),
        typed === ""
          ? undefined
          : api
              .suggest({ q: typed, limit: most.headings, lang }, abort.signal)
              .catch(() => undefined),
        typed === ""
          ? undefined
          : memoryApi
              .episodes({ q: typed, limit: most.like * 2 }, abort.signal)
              .catch(() => undefined),
      ]);
      if (abort.signal.aborted) return;
      setFound({
        threads: threads?.threads ?? [],
        like: likeThese(asked?.episodes ?? [], threads?.threads ?? []),
        headings: headings?.suggestions ?? [],
      });
    };
    const timer = setTimeout(() => void look(), typed === "" ? 0 : pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed, lang]);
  return found;
}

/** One of each conversation, and none of those that hold the words themselves. */
function likeThese(episodes: readonly Episode[], threads: readonly ThreadSummary[]): Episode[] {
  const seen = new Set(threads.map(({ id }) => id));
  const like = episodes.filter(({ thread_id, likeness = 0 }) => {
    const fresh = likeness >= leastLike && !seen.has(thread_id);
    seen.add(thread_id);
    return fresh;
  });
  return like.slice(0, most.like);
}
