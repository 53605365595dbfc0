import { fileURLToPath } from "node:url";
import { systemClock } from "#lib/platform/clock";
import {
  createMcpSession,
  type McpSession,
  type McpSessionOptions,
} from "#lib/tools/providers/mcp/session";
import { recordingLog } from "./recording-log.ts";

export const misbehavingServer = fileURLToPath(new URL("./misbehaving-server.ts", import.meta.url));
const open: McpSession[] = [];

type Options = Partial<McpSessionOptions & Extract<McpSessionOptions["target"], { kind: "stdio" }>>;

/** A session with the misbehaving server, or with the command in its place. */
export function oddSession(
  { command, env = {}, watch, polite_ms, ...options }: Options = {},
  mode?: string,
) {
  const { log, lines } = recordingLog();
  const made = createMcpSession({
    name: "odd",
    target: {
      kind: "stdio",
      command: command ?? [
        process.execPath,
        misbehavingServer,
        ...(mode === undefined ? [] : [mode]),
      ],
      cwd: process.cwd(),
      env,
      ...(watch === undefined ? {} : { watch }),
      ...(polite_ms === undefined ? {} : { polite_ms }),
    },
    timeout_ms: 20_000,
    log,
    clock: systemClock,
    ...options, // may hold another target
  });
  open.push(made);
  return { session: made, lines };
}

export const never = new AbortController().signal;
export const call = (s: McpSession, tool: string, args: Record<string, unknown> = {}) =>
  s.invoke(tool, args, { signal: never });

export async function closeOddSessions(): Promise<void> {
  await Promise.all(open.splice(0).map((s) => s.close()));
}
