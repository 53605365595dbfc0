import type { Assembly } from "#lib/assembly";

const held = globalThis as typeof globalThis & { docentAssembly?: Assembly };

/**
 * The one assembly of this process, which `instrumentation.ts` makes before the first request. Routes and pages take it
 * from here and import no more than its type: each of them is bundled apart, and with what makes it each would load the
 * whole program once more.
 */
export function heldAssembly(): Assembly {
  const { docentAssembly } = held;
  if (docentAssembly === undefined) throw new Error("The server has not begun.");
  return docentAssembly;
}
