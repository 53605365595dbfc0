/** One row of the report. `missed` makes the command fail; a `note` is for the person to judge. */
export type Finding = { what: string; said: string; mark: "ok" | "note" | "missed" };
