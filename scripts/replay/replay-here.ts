import { createAssembly } from "#lib/assembly";
import { foldersRead } from "../terminal/folders-read.ts";
import type { ReplayClient } from "./replay-client.ts";

/** The whole program in this process, once the folders are read. */
export async function replaysHere(call: {
  project_dir: string;
  signal: AbortSignal;
}): Promise<ReplayClient> {
  const { project_dir, signal } = call;
  const env = { ...process.env, DOCENT_LOG_LEVEL: process.env.DOCENT_LOG_LEVEL ?? "warn" };
  const assembly = createAssembly({ project_dir, env, attended: false });
  const { replays } = assembly.activity;
  const reader = () => ({ trace_id: assembly.newId("trace"), lang: "en", signal }) as const;
  try {
    assembly.warm();
    await foldersRead(assembly, signal);
  } catch (error) {
    await assembly.close();
    throw error;
  }
  return {
    replay: (trace_id, model) => replays.replay(trace_id, { model }, reader()),
    since: async (since) => replays.since(since),
    close: () => assembly.close(),
  };
}
