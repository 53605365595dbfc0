import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

/**
 * Stands between a client and a server on stdio and writes every line that the client sends to a file. Usage:
 * `recording-relay.ts <file> <command> [arguments…]`.
 */
const [file = "", command = "", ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ["pipe", "inherit", "inherit"] });
server.on("exit", (code) => process.exit(code ?? 1));
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  appendFileSync(file, `${line}\n`);
  server.stdin.write(`${line}\n`);
});
lines.on("close", () => server.stdin.end());
