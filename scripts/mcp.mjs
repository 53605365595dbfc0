#!/usr/bin/env node
/**
 * Starts the docs MCP server for any MCP client: `node scripts/mcp.mjs --root DIR …`. Runs on Node 20 and newer with
 * Node's own modules alone, and hands over to the server on Node 24. It never installs or builds, because a client is
 * waiting: what is missing is one sentence on stderr and exit code 1. stdin and stdout belong to the server.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const needed = 24;

function node24() {
  if (Number.parseInt(process.versions.node, 10) >= needed) return process.execPath;
  const bin = path.join(project, ".runtime", "node_modules", "node", "bin");
  return [path.join(bin, "node"), path.join(bin, "node.exe")].find((file) => existsSync(file));
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const node = node24();
if (node === undefined) {
  stop(
    `The docs server needs Node ${needed} and this is ${process.versions.node}: run “npm start” once in the Docent folder, which brings it.`,
  );
}
if (!existsSync(path.join(project, "node_modules", "@modelcontextprotocol", "sdk"))) {
  stop(
    "Docent's packages are not installed: run “npm start” (or “npm ci”) once in the Docent folder.",
  );
}

const server = path.join(project, "mcp-servers", "docs", "main.ts");
const child = spawn(node, [server, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, DOCENT_PROJECT: project },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => stop(`The docs server could not be started: ${error.message}`));
child.on("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
