import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fingerprint } from "./fingerprint.mjs";
import { runNpm } from "./npm.mjs";
import { inProject, projectDir } from "./project.mjs";
import { refuseWhileRunning } from "./running.mjs";
import { sentences } from "./sentences.mjs";
import { workOn } from "./tell.mjs";

const stampFile = inProject("node_modules/.docent-install");
const npmAccount = inProject("node_modules/.package-lock.json");

const wanted = () =>
  fingerprint(
    ["package.json", "package-lock.json"],
    process.versions.modules,
    process.platform,
    process.arch,
  );

/** Whether node_modules is the lockfile's, complete and made for this Node. The stamp is written last. */
export function isInstalled() {
  return readText(stampFile) === wanted();
}

/** Installs exactly what the lockfile says. An install that was cut short has no stamp and is made again. */
export async function install(lock) {
  if (isInstalled()) return; // another start did it meanwhile
  if (!installedByHand()) {
    await refuseWhileRunning();
    rmSync(stampFile, { force: true });
    const doing = sentences.installing();
    await workOn(doing, sentences.installed(), async () => {
      try {
        await runNpm(["ci", "--include=dev"], { cwd: projectDir, started: lock.started, doing });
      } catch (error) {
        rmSync(npmAccount, { force: true }); // it may call an incomplete install complete
        throw error;
      }
    });
  }
  writeFileSync(stampFile, wanted());
}

/**
 * Whether a person's own `npm install` or `npm ci` already brought what the lockfile says: npm writes its account of
 * node_modules last, so an account that agrees means a complete install.
 */
function installedByHand() {
  const locked = readJson(inProject("package-lock.json"))?.packages ?? {};
  const present = readJson(npmAccount)?.packages;
  if (present === undefined) return false;
  const same = (a, b) => a.version === b.version && a.integrity === b.integrity;
  return (
    Object.entries(present).every(([name, entry]) => locked[name] && same(locked[name], entry)) &&
    Object.entries(locked).every(
      ([name, entry]) => name === "" || present[name] !== undefined || !belongsHere(entry),
    )
  );
}

/** Whether a locked package must be present on this machine. */
function belongsHere(entry) {
  if (!entry.optional) return true;
  if (entry.cpu === undefined || entry.os === undefined) return false;
  const libc = process.report?.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
  return (
    entry.cpu.includes(process.arch) &&
    entry.os.includes(process.platform) &&
    (entry.libc === undefined || entry.libc.includes(libc))
  );
}

function readText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

function readJson(file) {
  const text = readText(file);
  return text === undefined ? undefined : JSON.parse(text);
}
