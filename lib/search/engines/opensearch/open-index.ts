import { type Cluster, down } from "./cluster.ts";
import { type IndexOptions, indexBody, namesOf, versionOf } from "./index-layout.ts";

/** The server and the name by which its index is searched; made where it is not there yet. */
export type OpenIndex = {
  /** What is given up with `signal` waits no longer; the opening goes on for others. */
  (signal?: AbortSignal): Promise<{ cluster: Cluster; alias: string }>;
  /** Looks again whether it is there when the work fails. */
  within<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * One index for each layout and each table of meanings, behind a name of its own: servers of two versions search side by side,
 * each its own, while the newer one is filled. Several servers may make it at once; one of them does.
 */
export function openIndex(
  deps: { open(): Promise<Cluster>; prefix: string; made_by: string } & IndexOptions,
): OpenIndex {
  const { prefix, made_by } = deps;
  const { alias, index } = namesOf(prefix, made_by);
  let opened: Promise<Cluster> | undefined;
  let looked: Promise<void> | undefined;

  async function look(cluster: Cluster): Promise<void> {
    const { status, body } = await cluster.ask("GET", `/${alias}/_mapping`);
    if (status === 404) return make(cluster);
    // What `_mapping` answers: of each index behind the name its mapping.
    const mappings = Object.values(body as Record<string, { mappings?: { _meta?: unknown } }>);
    const versions = mappings.map(({ mappings }) => mappings?._meta as { docent?: unknown });
    if (versions.length !== 1 || versions.some((meta) => meta?.docent !== versionOf(made_by)))
      throw down("search.engine.version", { index: alias });
    await untilThere(cluster);
  }

  /** Where it has just been made, by this server or another, its shards may not be there yet. What is asked next tells if they stay away. */
  async function untilThere(cluster: Cluster): Promise<void> {
    await cluster.ask("GET", `/_cluster/health/${alias}?wait_for_status=yellow&timeout=15s`);
  }

  async function make(cluster: Cluster): Promise<void> {
    const body = { ...indexBody(made_by, deps), aliases: { [alias]: {} } };
    const made = await cluster.ask("PUT", `/${index}`, body);
    // What the server answers where another one was quicker.
    const type = (made.body as { error?: { type?: string } }).error?.type;
    if (made.status >= 400 && type !== "resource_already_exists_exception")
      throw down("search.engine.failed", { reason: type ?? made.status });
    await untilThere(cluster);
  }

  const open = async () => {
    opened ??= deps.open();
    const cluster = await opened;
    looked ??= look(cluster);
    await looked;
    return { cluster, alias };
  };
  const ready = (signal?: AbortSignal) =>
    signal === undefined ? open() : Promise.race([open(), givenUp(signal)]);
  return Object.assign(ready, {
    async within<T>(work: () => Promise<T>): Promise<T> {
      try {
        return await work();
      } catch (error) {
        looked = undefined;
        throw error;
      }
    },
  });
}

const givenUp = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
