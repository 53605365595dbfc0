import { programHere } from "../terminal/program-here.ts";
import type { ReplayClient } from "./replay-client.ts";

export async function replaysHere(call: {
  project_dir: string;
  signal: AbortSignal;
}): Promise<ReplayClient> {
  const { signal } = call;
  const program = await programHere(call);
  const { replays } = program.activity;
  const reader = () => ({ trace_id: program.newId("trace"), lang: "en", signal }) as const;
  return {
    replay: (trace_id, model) => replays.replay(trace_id, { model }, reader()),
    since: async (since) => replays.since(since),
    close: () => program.close(),
  };
}
