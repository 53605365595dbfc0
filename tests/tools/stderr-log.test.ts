import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { expect, it } from "vitest";
import { systemClock } from "#lib/platform/clock";
import { planted } from "../../fixtures/secrets/planted.ts";
import { logStderr } from "../../lib/tools/providers/mcp/stderr-log.ts";
import { recordingLog } from "./recording-log.ts";

it("leaves the lines of a private key out of the log, and half of what was cut", async () => {
  const { line, secret } = planted.find(({ kind }) => kind === "private key") ?? {
    line: "",
    secret: "",
  };
  const { log, lines } = recordingLog();
  const stream = new PassThrough();
  logStderr(stream, "files", log, systemClock);
  const cut = `${"word ".repeat(398)}ghp_Q7xJ3m5N2p8RtVwZ4kLs9BcDf1Gh0SaUeIoX`;
  stream.end(`starting\n${line}\nready to serve\n${cut}\n`);
  await finished(stream);
  const told = JSON.stringify(lines);
  expect(secret.split("\n").filter((piece) => told.includes(piece))).toEqual([]);
  expect(told).not.toContain("ghp_");
  for (const said of ["starting", "BEGIN RSA", "END RSA", "ready to serve"])
    expect(told).toContain(said);
});
