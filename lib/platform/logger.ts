import { isatty } from "node:tty";
import pino, { type Logger as Pino } from "pino";
import { writtenInLine } from "#lib/contracts/written-out";
import { maskText } from "./secrets.ts";

export type Logger = Pick<Pino, "debug" | "info" | "warn" | "error" | "child">;

/**
 * JSON lines on stderr: stdout belongs to JSON-RPC in the docs server and to the answer in `npm run ask`. A person at a
 * terminal who asked for warnings and errors alone reads each as a sentence. Secrets are masked whoever says them, a
 * server's own stderr included.
 */
export function createLogger(name: string, level: string): Logger {
  const sentences = isatty(2) && /^(?:warn|error|fatal)$/.test(level);
  const hooks = {
    streamWrite: (line: string) => {
      const { text } = maskText(line);
      return sentences ? `${sentenceOf(text)}\n` : text;
    },
  };
  return pino({ name, level, hooks }, pino.destination({ fd: 2, sync: true }));
}

/** What a terminal has no use for: when, who, and the ids by which a program finds a line again. */
const leftOut = /^(?:level|time|pid|hostname|name|msg|at|etag|\w+_id)$/;

/** `mcp server ready (server: docs).`, from a line of the log. */
export function sentenceOf(line: string): string {
  const entry: unknown = JSON.parse(line);
  const { msg = "", ...fields } = entry as Record<string, unknown>; // pino writes objects
  const more = Object.entries(fields)
    .filter(([key]) => !leftOut.test(key))
    .map(([key, value]) => `${key}: ${Array.isArray(value) ? value.join(", ") : String(value)}`);
  const said = `${msg}`.replace(/[.!?。]$/, "") || "Something happened";
  const sentence = `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
  return writtenInLine(more.length === 0 ? `${sentence}.` : `${sentence} (${more.join("; ")}).`);
}
