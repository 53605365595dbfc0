import type { TraceSink } from "#lib/contracts/ports";

/** Of what is done with it there is no record. */
export const nothingKept: TraceSink = {
  span: () => undefined,
  read: () => undefined,
  call: () => undefined,
  task: () => undefined,
};
