import pino, { type Logger as Pino } from "pino";
import { maskText } from "./secrets.ts";

export type Logger = Pick<Pino, "debug" | "info" | "warn" | "error" | "child">;

/**
 * JSON lines on stderr: stdout belongs to JSON-RPC in the docs server and to the answer in `npm run ask`. Secrets are
 * masked whoever says them, a server's own stderr included.
 */
export function createLogger(name: string, level: string): Logger {
  const hooks = { streamWrite: (line: string) => maskText(line).text };
  return pino({ name, level, hooks }, pino.destination({ fd: 2, sync: true }));
}
