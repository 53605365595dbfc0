/** Start-up work of the server: wires the program and starts the docs server, without making the first request wait. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { getAssembly } = await import("#lib/assembly");
  try {
    const assembly = getAssembly();
    assembly.warm();
    assembly.work();
  } catch (error) {
    // Next would put words of its own before it: scripts/bootstrap/serve.mjs tells it, and nothing is served.
    Object.assign(globalThis, { docentRefused: error });
  }
}
