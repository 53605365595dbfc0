"use client";
import type { ThreadSummary } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { createRemote, type Remote } from "../api/remote.ts";

export type Threads = { threads: ThreadSummary[]; total: number; cursor: string | undefined };

const page = 100;

/**
 * The conversations, newest first, as far back as somebody has scrolled. A reload asks for the newest page alone: what is
 * older stays as it is, unless so much is new that the two no longer meet.
 */
export const threadsRemote: Remote<Threads> = createRemote(async () => {
  const newest = await api.threads({ limit: page });
  return joined(newest.threads, newest.total, newest.next_cursor, threadsRemote.get().data);
});

let loading = false;

export async function loadOlderThreads(): Promise<void> {
  const { data } = threadsRemote.get();
  if (loading || data?.cursor === undefined) return;
  loading = true;
  try {
    const older = await api.threads({ limit: page, cursor: data.cursor });
    // A reload in between has made another list, which asks for its own next page.
    if (threadsRemote.get().data !== data) return;
    const { threads, total } = older;
    threadsRemote.put({ threads: [...data.threads, ...threads], total, cursor: older.next_cursor });
  } catch {
    // The bar above the page says that the server is gone; scrolling on asks again.
  } finally {
    loading = false;
  }
}

export function joined(
  newest: ThreadSummary[],
  total: number,
  cursor: string | undefined,
  before: Threads | undefined,
): Threads {
  const last = newest.at(-1);
  const meet = before?.threads.findIndex(({ id }) => id === last?.id) ?? -1;
  if (before === undefined || meet < 0 || cursor === undefined) {
    return { threads: newest, total, cursor };
  }
  const fresh = new Set(newest.map(({ id }) => id));
  const older = before.threads.slice(meet + 1).filter(({ id }) => !fresh.has(id));
  return {
    threads: [...newest, ...older],
    total,
    cursor: older.length === 0 ? cursor : before.cursor,
  };
}
