import { AppError } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";
import type { NewId } from "#lib/platform/ids";

/** Whose output it is: a cursor is good for the caller alone that it was given to. */
export type PageOwner = { tool_id: string; agent_id: string; thread_id: string | null };

/**
 * What did not fit into a result, kept in memory for a while. The caller goes on by calling the same tool with nothing
 * but `{ cursor }`; the tool itself is not called again.
 */
export type Pages = {
  /** Undefined for a rest that is too large to be kept. */
  keep(page: Page, owner: PageOwner): string | undefined;
  /** Gives a rest once. Throws `validation` for a cursor that is unknown, past its time, or another caller's. */
  take(cursor: string, owner: PageOwner): Page;
};

/** `beyond`: what was left out for good after it. `lines`: how many the caller wants at once. */
export type Page = { rest: string; beyond: Beyond; lines?: number | undefined };
export type Beyond = { lines: number; bytes: number };

const KEPT_MS = 10 * 60 * 1000;
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** The cursor when these arguments ask for the next page, else undefined. */
export function cursorIn(args: unknown): string | undefined {
  if (args === null || typeof args !== "object") return undefined;
  const [only, ...more] = Object.entries(args);
  if (only === undefined || more.length > 0 || only[0] !== "cursor") return undefined;
  const cursor: unknown = only[1];
  return typeof cursor === "string" && OURS.test(cursor) ? cursor : undefined;
}
const PREFIX = "page";
/** Exactly as our ids are, so that a tool's own cursors reach the tool. */
const OURS = new RegExp(`^${PREFIX}_[0-9a-f]{24}$`);

export function createPages(deps: { clock: Clock; ids: NewId }): Pages {
  const { clock, ids } = deps;
  const kept = new Map<string, PageOwner & Page & { until: number }>();
  let characters = 0;

  function drop(cursor: string): void {
    characters -= kept.get(cursor)?.rest.length ?? 0;
    kept.delete(cursor);
  }

  return {
    keep({ rest, beyond, lines }, owner) {
      if (rest.length > MOST_CHARACTERS) return undefined;
      for (const [cursor, { until }] of kept) {
        const full = characters + rest.length > MOST_CHARACTERS;
        if (full || until <= clock.monotonic()) drop(cursor); // oldest first
      }
      const cursor = ids(PREFIX);
      kept.set(cursor, { ...owner, rest, beyond, lines, until: clock.monotonic() + KEPT_MS });
      characters += rest.length;
      return cursor;
    },
    take(cursor, owner) {
      const page = kept.get(cursor);
      const mine =
        page?.tool_id === owner.tool_id &&
        page.agent_id === owner.agent_id &&
        page.thread_id === owner.thread_id;
      if (!page || !mine || page.until <= clock.monotonic()) {
        throw new AppError(
          "validation",
          `There is no page at this cursor of ${owner.tool_id} any more. Call the tool again.`,
        );
      }
      drop(cursor);
      return { rest: page.rest, beyond: page.beyond, lines: page.lines };
    },
  };
}
