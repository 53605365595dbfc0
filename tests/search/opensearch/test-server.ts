import type { WordTable } from "#lib/meaning/word-table";
import { systemClock } from "#lib/platform/clock";
import { newId } from "#lib/platform/ids";
import { openCluster } from "#lib/search/engines/opensearch/cluster";
import { createOpenSearchEngine } from "#lib/search/engines/opensearch/engine";

/**
 * A search server for tests, at the address in DOCENT_TEST_SEARCH_URL: `npm run test:search` starts one of three nodes and runs
 * the tests that need it. Each test has indexes of its own there.
 */
export const search_url = process.env.DOCENT_TEST_SEARCH_URL;
export const why = "DOCENT_TEST_SEARCH_URL names no search server: npm run test:search brings one";

const prefixes: string[] = [];

export function newPrefix(): string {
  const prefix = `docent-test-${newId("x")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")}`;
  prefixes.push(prefix);
  return prefix;
}

export const openTestCluster = (url = search_url ?? "") => openCluster({ url, clock: systemClock });

export function createTestEngine(more: { prefix?: string; table?: WordTable; url?: string } = {}) {
  const { prefix = newPrefix(), table, url } = more;
  return createOpenSearchEngine({
    open: () => openTestCluster(url),
    ...{ prefix, shards: 2, replicas: 1 },
    ...(table === undefined ? {} : { table }),
  });
}

export async function removeTestIndexes(): Promise<void> {
  if (search_url === undefined || prefixes.length === 0) return;
  const cluster = await openTestCluster();
  for (const prefix of prefixes.splice(0)) await cluster.ask("DELETE", `/${prefix}-*`);
}
