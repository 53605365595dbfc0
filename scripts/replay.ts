import { parseArgs } from "node:util";
import type { ReplayComparison } from "#lib/contracts/activity";
import { projectDir } from "#lib/platform/project";
import { printComparison, printTable } from "./replay/print-comparison.ts";
import type { ReplayClient } from "./replay/replay-client.ts";
import { replaysOfServer } from "./replay/replay-server.ts";
import { runCall } from "./terminal/run-command.ts";
import { runningServer } from "./terminal/running-servers.ts";
import { terminalJson } from "./terminal/terminal-text.ts";

/**
 * `npm run replay -- TRACE`: an asking or a task once more on today's folders, held against what came of it then. With
 * `--all SINCE` every answered question since then and every case that was kept. A running server does it; without one the
 * program runs in this process. Nothing that has an effect is run.
 */
const usage = `usage: npm run replay -- TRACE [--live] [--json]
       npm run replay -- --all SINCE [--live] [--json]
  TRACE        the trace id of a question or a task
  --all SINCE  everything asked since then, and the kept cases;
               SINCE is a date (2026-11-29), a time (2026-11-29T10:00:00Z), or so long ago: 12h, 7d
  --live       ask the live model instead of using the recorded replies
  --json       the comparisons as JSON
exit: 0 the same, 1 different, 2 invalid arguments, 3 something could not be replayed`;

type Call = {
  what: { trace: string } | { since: Date };
  model: "recorded" | "live";
  json: boolean;
};

process.exitCode = await runCall({ usage, readCall, work });

async function work({ what, model, json }: Call, signal: AbortSignal): Promise<number> {
  const client = await open(signal);
  try {
    const traces = "trace" in what ? [what.trace] : await client.since(what.since.toISOString());
    const done: ReplayComparison[] = [];
    for (const [at, trace] of traces.entries()) {
      signal.throwIfAborted();
      const comparison = await client.replay(trace, model);
      done.push(comparison);
      if (traces.length > 1) process.stderr.write(`\r${at + 1} of ${traces.length}`);
    }
    if (traces.length > 1) process.stderr.write("\n");
    if (json) console.log(terminalJson("trace" in what ? done[0] : done));
    else if ("trace" in what) for (const one of done) printComparison(one);
    else printTable(done);
    if (done.some(({ verdict }) => verdict === "different")) return 1;
    return done.some(({ verdict }) => verdict === "impossible") ? 3 : 0;
  } finally {
    await client.close();
  }
}

async function open(signal: AbortSignal): Promise<ReplayClient> {
  const server = await runningServer(signal);
  if (server !== undefined) return replaysOfServer(server, signal);
  // The whole program, which nobody waits for who only asks how this is called.
  const { replaysHere } = await import("./replay/replay-here.ts");
  return replaysHere({ project_dir: projectDir(), signal });
}

function readCall(args: string[]): Call | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        all: { type: "string" },
        live: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
      },
    });
    const how = { model: values.live ? "live" : "recorded", json: values.json } as const;
    const [trace, ...more] = positionals;
    if (more.length > 0) return undefined;
    if (values.all !== undefined) {
      const since = sinceOf(values.all);
      return since === undefined || trace !== undefined ? undefined : { what: { since }, ...how };
    }
    return trace === undefined ? undefined : { what: { trace }, ...how };
  } catch {
    return undefined;
  }
}

function sinceOf(text: string): Date | undefined {
  const ago = /^([0-9]{1,5})([hd])$/.exec(text);
  if (ago !== null) {
    const hours = Number(ago[1]) * (ago[2] === "d" ? 24 : 1);
    return new Date(Date.now() - hours * 3_600_000);
  }
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at);
}
