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
 * warning. A long line is cut, and of a flood the first lines and their number are kept. Of a private key, which no line
 * gives away alone, the lines between its ends are left out.
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
  let keyLines = 0;
  const said = (line: string) => {
    if (keyLines > 0) {
      keyLines -= 1;
      if (ofKey.test(line)) return;
      if (line.includes("-----END")) keyLines = 0;
    }
    if (beginsKey.test(line)) keyLines = mostKeyLines;
    tell(line);
  };
  const lines = boundedLines({
    max_bytes: maxLineBytes,
    onLine: (line) => said(line.toString("utf8")),
    // What was cut in the middle may be half of a secret, which nobody knows for one.
    onLong: (line) => said(line.toString("utf8").replace(/\S{1,200}$/, "")),
  });
  stream.on("data", lines.push);
  stream.on("close", () => {
    lines.end();
    sumUp();
  });
  stream.on("error", () => {}); // the end of the child tells more
}

const beginsKey = /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----\s*$/;
const ofKey = /^[\s>|"',]*[A-Za-z\d+/=]+[\s"',|]*$/;
/** More than any key has; from then on a line is a line. */
const mostKeyLines = 200;

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
