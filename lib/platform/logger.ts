import pino, { type Logger as Pino } from "pino";

export type Logger = Pick<Pino, "debug" | "info" | "warn" | "error" | "child">;

/** JSON lines on stderr: stdout belongs to JSON-RPC in the docs server and to the answer in `npm run ask`. */
export function createLogger(name: string, level: string): Logger {
  return pino({ name, level }, pino.destination({ fd: 2, sync: true }));
}
