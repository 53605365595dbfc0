import nodePath from "node:path";
import type { Access } from "#lib/access/access";
import type { HealthyRoot } from "#lib/access/resolve-root";
import type { Refused } from "#lib/access/verdict";
import { AppError } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";
import { say } from "#lib/platform/say";
import { type Closed, type Sighting, walkRoot } from "./crawl/walk-root.ts";
import { skipOf } from "./facts.ts";
import type { RootProgress } from "./index-status.ts";
import { type Intake, openIntake } from "./intake.ts";
import type { Entry, Place, Skipped } from "./inventory.ts";
import { isDown } from "./is-down.ts";
import { dropEntries, rereadFile, type Shelves } from "./shelves.ts";
import { openTurns } from "./turns.ts";

export type RefreshOptions = {
  max_files: number;
  /** Read files again that were left out because reading them took too much. */
  again: boolean;
  signal: AbortSignal;
  clock: Pick<Clock, "monotonic">;
  /** Roots that cannot be reached at this moment and whose files are kept all the same. */
  rootsAway(): ReadonlySet<string>;
  /** Said when the files of a root are known, every now and then while they are read, and at the end. */
  onRoot(root_id: string, progress: Omit<RootProgress, "indexed_at">): void;
  /** Said after each batch that became searchable. */
  onBatch(): void;
  /** Said of an error that no rule names; the file is left out and the walk goes on. */
  onFault(error: unknown, place: Place): void;
};

/** What a walk through a root saw, in the order of the paths. */
export type Walked = { root: HealthyRoot; sightings: Sighting[]; closed: Closed[] };

/** Walks these roots; nothing is compared, so that what was kept need not be there yet. */
export async function walkAll(
  access: Pick<Access, "screen">,
  roots: readonly HealthyRoot[],
  signal: AbortSignal,
): Promise<Walked[]> {
  const walked: Walked[] = [];
  for (const root of roots) {
    const sightings: Sighting[] = [];
    const closed: Closed[] = [];
    for await (const some of walkRoot(root, access, (one) => closed.push(one), signal)) {
      sightings.push(...some);
    }
    sightings.sort((a, b) => (a.relative_path < b.relative_path ? -1 : 1));
    walked.push({ root, sightings, closed });
  }
  return walked;
}

/**
 * Brings the index to what walks through every healthy root saw: new and changed files are read, vanished ones
 * dropped, the rest left alone. A file that several roots or links lead to is read once and remembers every place.
 */
export async function refreshAll(
  shelves: Shelves,
  walked: readonly Walked[],
  options: RefreshOptions,
): Promise<void> {
  const intake = openIntake(shelves, options);
  try {
    await compareAll(shelves, walked, intake, options);
  } finally {
    await intake.end();
  }
}

/** So many files are judged by the roots and folders as they were at one moment. */
const judgedAtOnce = 32;

async function compareAll(
  shelves: Shelves,
  walked: readonly Walked[],
  intake: Intake,
  options: RefreshOptions,
): Promise<void> {
  const { access, inventory } = shelves;
  const seen = new Map<string, Place[]>();
  let total = 0;
  const turns = openTurns();
  // A file below a paused root may be one no longer, or be one again, without having changed.
  const paused = access.roots.flatMap((root) =>
    root.state === "ok" && root.paused ? [root.real_path] : [],
  );
  const isBelowPaused = (path: string) =>
    paused.some((folder) => path.startsWith(folder + nodePath.sep));

  for (const { root, sightings, closed } of walked) {
    const skipped = new Map<string, Skipped>();
    const before = inventory.skipped(root.id);
    let known = 0;
    for (const { relative_path, kind, rule } of closed) {
      const message =
        kind === "folder" && rule === "unreadable"
          ? say("en", "search.closed_folder")
          : say("en", `rule.${rule}`);
      const place = { root_id: root.id, relative_path };
      skipped.set(relative_path, { ...place, rule, message, signature: "" });
    }
    const begun = options.clock.monotonic();
    const bytes_known = sightings.reduce((sum, { bytes }) => sum + bytes, 0);
    let bytes_done = 0;
    const tell = () =>
      options.onRoot(root.id, {
        known: sightings.length,
        bytes_known,
        bytes_done,
        begun,
        state: "building",
      });
    tell();

    let judging = access.now();
    let judged = 0;
    for (const sighting of sightings) {
      bytes_done += sighting.bytes;
      if (turns.over()) {
        tell();
        await turns.next();
        options.signal.throwIfAborted();
        judging = access.now();
      }
      const place = { root_id: root.id, relative_path: sighting.relative_path };
      const leaveOut = (why: Pick<Skipped, "rule" | "message">) =>
        skipped.set(place.relative_path, { ...place, ...why, signature: sighting.signature });

      if (sighting.link) {
        // What a link leads to is walked under its own name, where one of the roots holds it; else the link is refused.
        const verdict = await access.judge(sighting.relative_path, root.id);
        if (verdict.kind === "refused" && !isNoDocument(verdict)) leaveOut(verdict);
        continue;
      }
      const { path } = sighting;
      const same = inventory.byPath(path)?.signature === sighting.signature;
      if (same && !isBelowPaused(path)) {
        if (!remember(seen, path, place)) total += 1;
        known += 1;
        continue;
      }
      const left = before.get(place.relative_path);
      if (left?.signature === sighting.signature && isLasting(left, options.again)) {
        skipped.set(place.relative_path, left);
        continue;
      }
      if (judged++ % judgedAtOnce === 0) judging = access.now();
      const verdict = await judging.judge(sighting.relative_path, root.id);
      if (verdict.kind === "refused") {
        if (!isNoDocument(verdict)) leaveOut(verdict);
        continue;
      }
      known += 1;
      if (remember(seen, verdict.real_path, place)) continue;
      if (same) {
        total += 1;
        continue;
      }
      if (total >= options.max_files) await intake.settle();
      if (total >= options.max_files) {
        seen.delete(verdict.real_path);
        leaveOut({
          rule: "too_many_files",
          message: say("en", "search.too_many_files", { limit: options.max_files }),
        });
        continue;
      }
      total += 1;
      await intake.add(verdict, sighting.signature, place, (error) => {
        seen.delete(verdict.real_path);
        total -= 1;
        known -= 1;
        const why = skipOf(error);
        if (!(error instanceof AppError)) options.onFault(error, place);
        leaveOut(why);
        // What moved under our hands is looked at again next time.
        if (why.rule === "path_changed") skipped.delete(place.relative_path);
      });
    }
    await intake.flush();
    inventory.setSkipped(root.id, skipped);
    options.onRoot(root.id, { known, bytes_known, bytes_done, begun, state: "ready" });
  }

  // Asked at the end: a root may have gone while it was walked.
  const away = options.rootsAway();
  const gone = [...inventory.entries()].filter(
    ({ real_path, places }) =>
      !seen.has(real_path) && !places.some((place) => away.has(place.root_id)),
  );
  await dropEntries(shelves, gone);
  for (const entry of [...inventory.entries()]) {
    const places = seen.get(entry.real_path) ?? entry.places;
    if (areSame(places, entry.places)) continue;
    inventory.put({ ...entry, places });
    if (!areSame(places.slice(0, 1), entry.places.slice(0, 1)))
      await moveTo(shelves, { ...entry, places });
  }
}

/**
 * Whether a file that has not changed is left out once more without a look. What may pass by itself is looked at each
 * time: a disk that failed for a moment, a limit of the folders together, a root below that was paused, a file beside a folder
 * that told its kind.
 */
function isLasting({ rule }: Skipped, again: boolean): boolean {
  return !passing.has(rule) && (rule !== "parse_limit" || !again);
}

const passing: ReadonlySet<Skipped["rule"]> = new Set<Skipped["rule"]>([
  "too_many_files",
  "unreadable",
  "not_allowlisted",
  "dependency_folder",
]);

/** The first place of a file decides its turn among equals, which the engine learns when the file is read again. */
async function moveTo(shelves: Shelves, entry: Entry): Promise<void> {
  const { root_id, relative_path } = entry.places[0] ?? { root_id: "", relative_path: "" };
  const verdict = await shelves.access.judge(relative_path, root_id);
  if (verdict.kind === "refused") return dropEntries(shelves, [entry]);
  await rereadFile(shelves, entry, verdict).catch((error: unknown) => {
    if (isDown(error)) throw error;
    return dropEntries(shelves, [entry]); // the next look says why
  });
}

/**
 * Not there any more or never meant to be read: neither is worth a line in the list of what was skipped. What stands on
 * the denylist must not have one: the list goes to any client, and a name can be the secret.
 */
export function isNoDocument(refused: Refused): boolean {
  return refused.missing || refused.rule === "not_a_document" || refused.rule === "denylisted";
}

function areSame(some: readonly Place[], others: readonly Place[]): boolean {
  return (
    some.length === others.length &&
    some.every((place, i) => {
      const other = others[i];
      return place.root_id === other?.root_id && place.relative_path === other.relative_path;
    })
  );
}

/** Notes that a place leads to this file; true when another place did before. */
function remember(seen: Map<string, Place[]>, real_path: string, place: Place): boolean {
  const places = seen.get(real_path);
  if (places === undefined) {
    seen.set(real_path, [place]);
    return false;
  }
  if (!places.some((p) => p.root_id === place.root_id && p.relative_path === place.relative_path)) {
    places.push(place);
  }
  return true;
}
