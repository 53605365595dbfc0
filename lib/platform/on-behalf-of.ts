import { AsyncLocalStorage } from "node:async_hooks";

/** For which asking or task work is done; what opens connections far below asks for it. */
export type Behalf = { trace_id: string; task_id?: string };

const current = new AsyncLocalStorage<Behalf>();

/** Everything that `work` begins is done for this. */
export function onBehalfOf<T>(behalf: Behalf, work: () => T): T {
  return current.run(behalf, work);
}

export function behalfNow(): Behalf | undefined {
  return current.getStore();
}
