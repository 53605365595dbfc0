#!/usr/bin/env node
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { findPackage, inProject, projectDir, runtimeDir } from "./bootstrap/project.mjs";
import { sentences } from "./bootstrap/sentences.mjs";

/**
 * Starts the docs MCP server for any MCP client: `node scripts/mcp.mjs --root DIR …`. Runs on Node 20 and newer with
 * Node's own modules alone, and hands over to the server on Node 24. It never installs or builds, because a client is
 * waiting: what is missing is one sentence on stderr and exit code 1. stdin and stdout belong to the server.
 */
const wantedMajor = 24;

function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= wantedMajor) return process.execPath;
  const bin = path.join(runtimeDir, "node_modules", "node", "bin");
  return [path.join(bin, "node"), path.join(bin, "node.exe")].find((file) => existsSync(file));
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const node = findNode();
if (node === undefined) stop(sentences.docsNodeMissing(process.versions.node));
if (findPackage("@modelcontextprotocol/sdk") === undefined) {
  stop(sentences.docsPackagesMissing());
}

const server = inProject("scripts", "mcp", "main.mjs");
const flags = JSON.parse(readFileSync(inProject("mcp-servers", "docs", "node-flags.json"), "utf8"));
const child = spawn(node, [...flags, server, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, DOCENT_PROJECT: projectDir },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => stop(sentences.docsNotStarted(error.message)));
child.on("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
