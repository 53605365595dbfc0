import type { Assembly } from "#lib/assembly";

const INDEX_WAIT_MS = 300_000;
const POLL_MS = 100;
const TELL_MS = 2000;

/** Waits until the folders are read, for a command that ends with its outcome, and says on stderr how far it is. */
export async function foldersRead(assembly: Assembly, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  let told = began;
  while (performance.now() - began < INDEX_WAIT_MS) {
    signal.throwIfAborted();
    const { index, mcp } = await assembly.health("en");
    const lost = mcp.servers.some((server) => server.state === "down");
    if (lost || (index.state !== "unknown" && index.state !== "building")) return;
    if (performance.now() - told > TELL_MS) {
      told = performance.now();
      console.error(`reading the folders: ${index.files} files`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
