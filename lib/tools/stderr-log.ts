import { createInterface } from "node:readline";
import type { Stream } from "node:stream";
import { Readable } from "node:stream";
import type { Logger } from "#lib/platform/logger";

const maxLineChars = 2000;
const warnLevel = 40;

/**
 * Drains a child's stderr into our log, so that the child never blocks on a full pipe and its complaints are seen.
 * JSON lines keep their meaning (warnings stay warnings, the rest is debug); anything else, such as a stack trace, is a warning.
 */
export function logStderr(stream: Stream, server: string, log: Logger): void {
  if (!(stream instanceof Readable)) return;
  const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on("line", (line) => {
    if (line.trim() === "") return;
    const entry = { server, line: line.slice(0, maxLineChars) };
    if (levelOf(line) < warnLevel) log.debug(entry, "mcp stderr");
    else log.warn(entry, "mcp stderr");
  });
}

function levelOf(line: string): number {
  try {
    const parsed: unknown = JSON.parse(line);
    if (parsed !== null && typeof parsed === "object" && "level" in parsed) {
      return typeof parsed.level === "number" ? parsed.level : warnLevel;
    }
  } catch {
    // not a JSON line
  }
  return warnLevel;
}
