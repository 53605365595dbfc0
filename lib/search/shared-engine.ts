import type { NetworkLog } from "#lib/contracts/network";
import type { Clock } from "#lib/contracts/ports";
import type { WordTable } from "#lib/meaning/word-table";
import { systemClock } from "#lib/platform/clock";
import type { SearchEngine } from "./engines/engine.ts";
import { down, openCluster } from "./engines/opensearch/cluster.ts";
import { createOpenSearchEngine } from "./engines/opensearch/engine.ts";

export type SharedEngine = (table?: WordTable) => SearchEngine;

/** An index on a search server, which several servers may share. It is asked for the first time when something is put there. */
export function sharedEngine(deps: {
  url: string;
  index: string;
  clock: Clock;
  network?: NetworkLog;
}): SharedEngine {
  return (table) =>
    createOpenSearchEngine({
      open: () => openCluster(deps),
      prefix: deps.index,
      ...(table === undefined ? {} : { table }),
    });
}

/** What an administrator asks: whether all parts of its indexes are there, and how many documents these hold. */
export async function lookAtSearchServer({ url, index }: { url: string; index: string }) {
  const cluster = await openCluster({ url, clock: systemClock });
  const { status, body } = await cluster.ask("GET", `/_cluster/health/${index}-*`);
  // What `_cluster/health` answers.
  const health = body as { status?: "green" | "yellow" | "red"; number_of_nodes?: number };
  const query = { exists: { field: "passages" } };
  const counted = await cluster.ask("POST", `/${index}-*/_count`, { query });
  const { count = 0 } = counted.body as { count?: number }; // what `_count` answers
  if (status !== 200 || health.status === undefined)
    throw down("search.engine.failed", { reason: status });
  return { status: health.status, nodes: health.number_of_nodes ?? 0, documents: count };
}
