import { saidError } from "#lib/platform/said-error";

/** Rows have their time in UTC with milliseconds, so that times compare as texts. */
export function utc(time: string): string {
  return new Date(time).toISOString();
}

/** The number of the last row of a page before. Throws `validation` for a cursor that no page gave. */
export function readCursor(cursor: string): number {
  const id = /^[0-9]{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw saidError("validation", "error.bad_cursor");
  return id;
}
