import { saidError } from "#lib/platform/said-error";

/** How many pages are kept at most, and how many bytes of all with their earlier versions. */
export type SavedLimits = { max_saved_pages: number; max_saved_bytes: number };

/** `at`: when it was saved last, in milliseconds. */
export type RoomOf = { relative_path: string; bytes: number; at: number };

/**
 * Which saved pages give way so that one more, or a further version of one, has room: the oldest first. One that a stored
 * answer or report cites stays, for that must verify, and so does one that was saved just now, for whoever had it read has not
 * answered yet. Throws `too_many_files` when the others are not enough.
 */
export async function makeRoom(given: {
  relative_path: string;
  bytes: number;
  all: readonly RoomOf[];
  limits: SavedLimits;
  cited: (relative_paths: readonly string[]) => Promise<ReadonlySet<string>>;
  now: number;
}): Promise<string[]> {
  const { relative_path, all, limits, now } = given;
  const known = all.some((one) => one.relative_path === relative_path);
  let count = all.length + (known ? 0 : 1);
  let bytes = all.reduce((sum, one) => sum + one.bytes, given.bytes);
  const fits = () => count <= limits.max_saved_pages && bytes <= limits.max_saved_bytes;
  if (fits()) return [];
  const old = all
    .filter((one) => one.relative_path !== relative_path && now - one.at > underWayMs)
    .toSorted((a, b) => a.at - b.at);
  const going: string[] = [];
  for (let at = 0; at < old.length && !fits(); at += askedAtOnce) {
    const some = old.slice(at, at + askedAtOnce);
    const cited = await given.cited(some.map((one) => one.relative_path));
    for (const one of some) {
      if (fits() || cited.has(one.relative_path)) continue;
      going.push(one.relative_path);
      count -= 1;
      bytes -= one.bytes;
    }
  }
  if (fits()) return going;
  const { max_saved_pages: most, max_saved_bytes } = limits;
  const setting = count > most ? "web.max_saved_pages" : "web.max_saved_bytes";
  const said = { most, size: Math.round(max_saved_bytes / 1_000_000) };
  throw saidError("too_many_files", "web.failed.full", said, { setting });
}

const askedAtOnce = 200;
const underWayMs = 3_600_000;
