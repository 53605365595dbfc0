import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withLock } from "./lock.mjs";
import { npmEnvironment, runNpm } from "./npm.mjs";
import { runtimeDir } from "./project.mjs";
import { sentences } from "./sentences.mjs";
import { Refusal, workOn } from "./tell.mjs";

const wantedMajor = 24;
const broughtVersion = "24.21.0";

/**
 * Goes on only under Node 24 or newer. Under an older one Node 24 is brought from the package registry into
 * `.runtime/`, the script that was called runs again on it with it first on PATH, and this process ends with its code.
 */
export async function ensureNode() {
  if (Number(process.versions.node.split(".")[0]) >= wantedMajor) return;
  if (brought() === undefined) await withLock(path.join(runtimeDir, "node.lock"), bring);
  const node = brought();
  if (node === undefined) throw new Refusal(sentences.nodeDoesNotRun(broughtVersion));
  await runAgainOn(node);
}

/** Node in `.runtime/`, when it is there and runs. */
function brought() {
  const folder = path.join(runtimeDir, "node_modules/node/bin");
  const node = path.join(folder, process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(node)) return undefined;
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return stdout?.trim() === `v${broughtVersion}` ? node : undefined;
}

/**
 * The platform's package is what the package `node` would fetch by an install script of its own; asking for it
 * directly under that name needs no script, which newer npm holds back.
 */
async function bring(lock) {
  if (brought() !== undefined) return; // another start did it meanwhile
  const doing = sentences.bringingNode(broughtVersion, process.versions.node);
  const staging = path.join(runtimeDir, `staging-${process.pid}`);
  const os = process.platform === "win32" ? "win" : process.platform;
  const prefix = os === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  const wanted = `node@npm:${prefix}-${os}-${process.arch}@${broughtVersion}`;
  await workOn(doing, sentences.broughtNode(broughtVersion), async () => {
    for (const left of readdirSync(runtimeDir)) {
      if (left.startsWith("staging-")) rmSync(path.join(runtimeDir, left), { recursive: true });
    }
    try {
      mkdirSync(staging, { recursive: true });
      writeFileSync(path.join(staging, "package.json"), '{ "private": true }\n');
      const { started } = lock;
      await runNpm(["install", "--no-save", wanted], { cwd: staging, started, doing });
      const target = path.join(runtimeDir, "node_modules");
      rmSync(target, { recursive: true, force: true });
      renameSync(path.join(staging, "node_modules"), target);
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  });
}

/** The terminal's signals reach the child as well; a signal meant for this process alone is passed on. */
async function runAgainOn(node) {
  const env = {
    ...npmEnvironment(),
    INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
    npm_execpath: process.env.npm_execpath ?? "",
    NODE_ENV: process.env.NODE_ENV ?? "",
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ""}`,
  };
  for (const name of ["npm_execpath", "NODE_ENV"]) if (env[name] === "") delete env[name];
  const child = spawn(node, process.argv.slice(1), {
    env,
    // The channel tells the child when this process is killed, so that it does not live on alone.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  process.exit(
    await new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : 143)));
    }),
  );
}
