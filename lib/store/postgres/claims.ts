import type { Events, Queue, Work } from "#lib/contracts/ports";

/**
 * Which server has which piece of work: a row for each, which goes with the row of its server. A claim is one statement, so
 * that of two at the same moment one has it.
 */
export function createClaims(deps: {
  ask: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  events: Events;
  name: string;
  /** It is looked again after so long where no event came. */
  retry_ms: number;
}): Pick<Queue, "claim" | "release" | "elsewhere" | "free"> {
  const { ask, events, name, retry_ms } = deps;

  const isElsewhere = async ({ kind, id }: Work): Promise<boolean> =>
    (await ask(whoElse, [kind, id, name])).length > 0;

  return {
    claim: async ({ kind, id }, part_of) =>
      (await ask(claim, [kind, id, part_of ?? null, name])).length > 0,
    async release({ kind, id }) {
      await ask(waitedFor.has(kind) ? releaseAndTell : release, [kind, id, name]);
    },
    async elsewhere(kind, part_of) {
      const rows = await ask(allElsewhere, [kind, name, part_of ?? null]);
      return rows.map(({ id }) => String(id));
    },
    async free(work, signal) {
      while (await isElsewhere(work)) {
        signal?.throwIfAborted();
        await new Promise<void>((resolve) => {
          const stop = events.listen(({ topic }) => {
            if (topic === "work" || topic === "everything") end();
          });
          const timer = setTimeout(() => end(), retry_ms);
          const end = () => {
            stop();
            clearTimeout(timer);
            signal?.removeEventListener("abort", end);
            resolve();
          };
          signal?.addEventListener("abort", end, { once: true });
        });
      }
      signal?.throwIfAborted();
    },
  };
}

/** What others may be waiting for. */
const waitedFor: ReadonlySet<string> = new Set(["key", "task", "alone"]);
const claim = `INSERT INTO docent_claims (kind, id, part_of, server) VALUES ($1, $2, $3, $4)
  ON CONFLICT (kind, id) DO UPDATE SET part_of = excluded.part_of
  WHERE docent_claims.server = excluded.server RETURNING 1`;
const release = "DELETE FROM docent_claims WHERE kind = $1 AND id = $2 AND server = $3";
const releaseAndTell = `WITH gone AS (${release} RETURNING kind, id)
  SELECT docent_tell($3, ARRAY['work'], ARRAY[kind]) FROM gone`;
const whoElse = "SELECT 1 FROM docent_claims WHERE kind = $1 AND id = $2 AND server <> $3";
const allElsewhere = `SELECT id FROM docent_claims
  WHERE kind = $1 AND server <> $2 AND ($3::text IS NULL OR part_of = $3)`;
