import {
  Concept,
  type ConceptChange,
  EpisodeList,
  type ForgetScope,
  Forgotten,
  MemoryReport,
  MemorySizes,
  type MemorySwitches,
} from "#lib/contracts/memory";
import { call, get, post, query } from "./call.ts";
import { createRemote } from "./remote.ts";

const patch = (body: unknown) => ({
  method: "PATCH",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** Memory: a client of its own, so that only a page that shows it loads it. */
export const memoryApi = {
  report: () => get(MemoryReport, "/api/memory"),
  switch: (switches: MemorySwitches) => call(MemoryReport, "/api/memory", patch(switches)),
  state: (text: string) => post(Concept, "/api/memory/concepts", { text }),
  change: (id: string, change: ConceptChange) =>
    call(Concept, `/api/memory/concepts/${encodeURIComponent(id)}`, patch(change)),
  episodes: (asked: { q?: string; cursor?: string; limit: number }, signal?: AbortSignal) =>
    get(EpisodeList, `/api/memory/episodes${query(asked)}`, signal),
  forget: (scope: ForgetScope) => post(Forgotten, "/api/memory/forget", { scope }),
  /** Where a browser saves everything from. */
  file: "/api/memory/export",
};

/** What is remembered, and how much there is. */
export const memoryRemote = createRemote(() => memoryApi.report());
export const memorySizesRemote = createRemote(() => get(MemorySizes, "/api/memory/sizes"));
