import type { Readable } from "node:stream";
import type { Clock } from "#lib/contracts/ports";
import type { Logger } from "#lib/platform/logger";
import { boundedLines } from "./bounded-lines.ts";

const maxLineBytes = 2000;
const warnLevel = 40;
const windowMs = 10_000;
const linesPerWindow = 100;

/**
 * Drains a child's stderr into our log, so that the child never blocks on a full pipe and its complaints are seen.
 * JSON lines keep their meaning (warnings stay warnings, the rest is debug); anything else, such as a stack trace, is a
 * warning. A long line is cut, and of a flood the first lines and their number are kept.
 */
export function logStderr(stream: Readable, server: string, log: Logger, clock: Clock): void {
  let began = clock.monotonic();
  let told = 0;
  let untold = 0;

  const tell = (line: string) => {
    if (line.trim() === "") return;
    const now = clock.monotonic();
    if (now - began >= windowMs) {
      sumUp();
      began = now;
      told = 0;
    }
    if (told >= linesPerWindow) {
      untold++;
      return;
    }
    told++;
    const entry = { server, line };
    if (levelOf(line) < warnLevel) log.debug(entry, "mcp stderr");
    else log.warn(entry, "mcp stderr");
  };
  const sumUp = () => {
    if (untold > 0) log.warn({ server, lines: untold }, "mcp stderr: further lines left out");
    untold = 0;
  };
  const said = (line: Buffer) => tell(line.toString("utf8"));
  const lines = boundedLines({ max_bytes: maxLineBytes, onLine: said, onLong: said });
  stream.on("data", lines.push);
  stream.on("close", () => {
    lines.end();
    sumUp();
  });
  stream.on("error", () => {}); // the end of the child tells more
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
