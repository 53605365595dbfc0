import { type Assembly, createAssembly } from "#lib/assembly";
import type { Answer } from "#lib/contracts/answer";
import { AskBody } from "#lib/contracts/http";

const INDEX_WAIT_MS = 300_000;
const POLL_MS = 100;
const TELL_MS = 2000;

/**
 * Runs the whole program for one question. It ends with the answer, so unlike the page it cannot be asked again a little
 * later: it waits until the folders are read, and says on stderr how far it is.
 */
export async function askHere(call: {
  question: string;
  roots: readonly string[];
  project_dir: string;
  signal: AbortSignal;
}): Promise<Answer> {
  const { question, roots, project_dir, signal } = call;
  const env = { ...process.env, DOCENT_LOG_LEVEL: process.env.DOCENT_LOG_LEVEL ?? "warn" };
  const tenancy = { kind: roots.length > 0 ? "guest" : "owner" } as const;
  const assembly = createAssembly({ project_dir, env, roots, tenancy });
  try {
    assembly.warm();
    await foldersRead(assembly, signal);
    const body = AskBody.parse({ question });
    const trace_id = assembly.newId("trace");
    return await assembly.ask(body, { trace_id, signal, emit: () => undefined });
  } finally {
    await assembly.close();
  }
}

async function foldersRead(assembly: Assembly, signal: AbortSignal): Promise<void> {
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
