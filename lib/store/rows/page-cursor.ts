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

/** Rows of a page of the audit. One more than these is asked for, to know whether there is another page. */
export const PAGE = 100;

export function pageOf<Row extends { id: number }, Shown>(
  found: readonly Row[],
  show: (row: Row) => Shown,
): { rows: Shown[]; next_cursor?: string } {
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  return {
    rows: rows.map(show),
    ...(found.length > PAGE && last ? { next_cursor: String(last.id) } : {}),
  };
}
