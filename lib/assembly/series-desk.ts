import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { mostPoints, seriesOf, sourceOf, stepsOf } from "#lib/activity/series";
import type { Series, SeriesQuery } from "#lib/contracts/activity";
import { hasRole, type Person } from "#lib/contracts/people";
import type { Clock } from "#lib/contracts/ports";
import { saidError } from "#lib/platform/said-error";
import type { KeptStore } from "./keep-store.ts";

/** One chart of what the store has added up. Throws `validation` for a time that is too long or ends before it begins. */
export function createSeriesDesk(deps: {
  store: KeptStore;
  /** Who is at work. */
  person: () => Person;
  clock: Clock;
  project_dir: string;
}) {
  const { store, person, clock, project_dir } = deps;
  return async (query: SeriesQuery): Promise<Series> => {
    const { kind, step } = query;
    const from = query.from === undefined ? undefined : new Date(query.from);
    const to = query.to === undefined ? undefined : new Date(query.to);
    const now = clock.now();
    if (from !== undefined && from >= (to ?? now)) {
      throw saidError("validation", "activity.error.times_reversed");
    }
    const steps = stepsOf(step, { from, to, now });
    if (steps === undefined) {
      throw saidError("validation", "activity.error.series_too_long", { most: mostPoints });
    }
    const { activity } = await store.get();
    const source = sourceOf[kind];
    const by = step === "hour" ? "hour" : "day";
    // The index is counted with all folders, also those that not everybody may read.
    const theirs = source !== "index" || hasRole(person().role, "admin");
    const kept = theirs ? await activity.figures(source, by, steps.starts[0] ?? "", steps.end) : [];
    const measured = measuredBy(kind, project_dir);
    return {
      ...seriesOf(kind, steps, kept),
      ...(measured === undefined ? {} : { measured }),
      counting: await activity.isCounting(),
    };
  };
}

const Results = z.object({
  measured_at: z.string(),
  rows: z.array(z.object({ name: z.string(), value: z.number() })),
});

/** Which row of `npm run bench` says how long it takes on this machine. */
const measuredRow: Partial<Record<Series["kind"], string>> = {
  ...{ ask_ms: "ask", search_ms: "query_mcp_fts5", first_ms: "first_claim" },
};

function measuredBy(kind: Series["kind"], project_dir: string): Series["measured"] {
  const name = measuredRow[kind];
  if (name === undefined) return undefined;
  try {
    const text = readFileSync(path.join(project_dir, "bench/results/against-peers.json"), "utf8");
    const { measured_at: at, rows } = Results.parse(JSON.parse(text));
    const found = rows.find((row) => row.name === name);
    return found && { at, p95: Math.round(found.value * 10) / 10 };
  } catch {
    return undefined; // nobody has measured here
  }
}
