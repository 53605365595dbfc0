import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { inProject } from "./project.mjs";
import { runCommand } from "./run-command.mjs";
import { sentences } from "./sentences.mjs";
import { Refusal, tell } from "./tell.mjs";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const elsewhere = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A Chromium of this machine: on PATH first, then the one that Playwright keeps. Needs installed packages. */
export async function findChromium() {
  const onPath = (process.env.PATH ?? "")
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  const { chromium } = await import("@playwright/test");
  return [...onPath, ...elsewhere, chromium.executablePath()].find(runs);
}

function runs(file) {
  if (!existsSync(file)) return false;
  return spawnSync(file, ["--version"], { timeout: 30_000 }).status === 0;
}

/** Finds a Chromium or brings one: by apt for root on Debian, else from where Playwright keeps its builds. */
export async function findOrBringChromium() {
  const found = await findChromium();
  if (found !== undefined) return found;
  for (const [from, command, args] of sources()) {
    tell(sentences.bringingBrowser(from));
    await runCommand(command, args, { env: process.env });
    const brought = await findChromium();
    if (brought !== undefined) return brought;
  }
  throw new Refusal(sentences.noBrowser());
}

function sources() {
  const playwright = inProject("node_modules/@playwright/test/cli.js");
  const own = ["playwright install", process.execPath, [playwright, "install", "chromium"]];
  const apt = "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y chromium";
  return isDebianRoot() ? [["apt-get", "sh", ["-c", apt]], own] : [own];
}

export function isDebianRoot() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  return /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));
}
