"use client";
import type { ThreadSummary } from "#lib/contracts/http";
import { api } from "../api/client.ts";
import { createRemote } from "../api/remote.ts";

/** The list of conversations, newest first, as many pages as were asked for. */
let pages = 1;

export const threadsRemote = createRemote(async () => {
  const threads: ThreadSummary[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const list = await api.threads(cursor);
    threads.push(...list.threads);
    cursor = list.next_cursor;
    if (cursor === undefined) break;
  }
  return { threads, more: cursor !== undefined };
});

export function loadOlderThreads(): Promise<void> {
  pages += 1;
  return threadsRemote.reload();
}
