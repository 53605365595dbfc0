import { isatty } from "node:tty";
import pino, { type Logger as Pino } from "pino";
import { writtenInLine } from "#lib/contracts/written-out";
import { type LogLevel, logLevels } from "./environment-rules.ts";
import { createLogFile } from "./log-file.ts";
import { maskText } from "./secrets.ts";

export type Logger = Pick<Pino, "debug" | "info" | "warn" | "error" | "child">;

/**
 * JSON lines on stderr: stdout belongs to JSON-RPC in the docs server and to the answer in `npm run ask`. At a terminal the
 * level may be another one, and warnings and errors alone are sentences there. With a file each line of `level` is kept in
 * it, too. Secrets are masked whoever says them, a server's own stderr included.
 */
export function createLogger(
  name: string,
  level: LogLevel,
  { terminal_level = level, file }: { terminal_level?: LogLevel; file?: string } = {},
): Logger {
  const terminal = isatty(2);
  const shown = terminal ? terminal_level : level;
  const stderr = pino.destination({ fd: 2, sync: true });
  const sentences = terminal && /^(?:warn|error|fatal)$/.test(shown);
  const toStderr = sentences
    ? { write: (line: string) => stderr.write(`${sentenceOf(line)}\n`) }
    : stderr;
  const hooks = { streamWrite: (line: string) => maskText(line).text };
  if (file === undefined) return pino({ name, level: shown, hooks }, toStderr);
  const least = logLevels.find((one) => one === level || one === shown) ?? level;
  const streams = [
    ...(shown === "silent" ? [] : [{ level: shown, stream: toStderr }]),
    ...(level === "silent" ? [] : [{ level, stream: createLogFile(file) }]),
  ];
  return pino({ name, level: least, hooks }, pino.multistream(streams));
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
