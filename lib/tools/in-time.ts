import vm from "node:vm";

/**
 * Does work at once, on this thread, and breaks it off when it takes longer than so: for work whose amount a stranger
 * decides, such as a regular expression or references that multiply. `undefined` when it was broken off; what the work
 * throws goes through. V8 starts a thread that watches the clock, which costs about a tenth of a millisecond.
 */
export function inTime<T>(ms: number, work: () => T): { value: T } | undefined {
  place.work = work;
  try {
    // The result of `work`, which the script hands through as it is.
    return { value: script.runInContext(place, { timeout: ms }) as T };
  } catch (error) {
    if (codeOf(error) === tooLong) return undefined;
    throw error;
  } finally {
    place.work = nothing;
  }
}

/** The error may be of the script's own world, and so no instance of ours. */
function codeOf(error: unknown): unknown {
  return error !== null && typeof error === "object" ? Reflect.get(error, "code") : undefined;
}

const tooLong = "ERR_SCRIPT_EXECUTION_TIMEOUT";
const nothing = (): unknown => undefined;
const place: { work: () => unknown } = { work: nothing };
vm.createContext(place);
const script = new vm.Script("work()");
