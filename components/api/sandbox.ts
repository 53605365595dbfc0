import { SandboxReport } from "#lib/contracts/sandbox";
import { get, query } from "./call.ts";
import { createRemote } from "./remote.ts";

/** Which sandboxes there are, and what runs in them; looked at anew when Settings change. */
export const sandboxRemote = createRemote(() => get(SandboxReport, "/api/sandbox"));

/** Where a browser shows or saves a file from that code left outside a task. */
export const runFile = (run: { invocation_id: string; thread?: string }, sha256: string): string =>
  `/api/sandbox/runs/${encodeURIComponent(run.invocation_id)}/${sha256}${query({ thread: run.thread })}`;
