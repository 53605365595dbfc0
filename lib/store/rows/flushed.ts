import type { Engine } from "./engine.ts";
import { type Statements, snapshot, transaction } from "./statements.ts";
import type { TraceWriter } from "./trace-writer.ts";

export type Flushed = ReturnType<typeof afterFlush>;

/** Work that is done once what was told until now is written: it is read with the rest, and goes with the rest. */
export function afterFlush({ run }: Engine, { flush }: TraceWriter) {
  return {
    read: <T>(work: () => Statements<T>): Promise<T> =>
      run(function* () {
        yield* flush();
        return yield* snapshot(work);
      }),
    write: <T>(work: () => Statements<T>): Promise<T> =>
      run(function* () {
        yield* flush();
        return yield* transaction(work);
      }),
  };
}
