import path from "node:path";
import { build, isBuilt } from "./bootstrap/build.mjs";
import { install, isInstalled } from "./bootstrap/install.mjs";
import { withLock } from "./bootstrap/lock.mjs";
import { ensureNode } from "./bootstrap/node-runtime.mjs";
import { isPacked, projectDir, runtimeDir } from "./bootstrap/project.mjs";

/**
 * Brings a clone to where a command can run: Node 24, the packages of the lockfile, and with `build` the built pages.
 * What is there and fresh is left alone, so a second start costs a few hashes; an installed package has all of it. Uses nothing but Node's own modules and
 * runs on Node 20. Under an older Node than 24 this does not return: the calling script runs again on Node 24.
 */
export async function bootstrap(options = {}) {
  await ensureNode();
  process.env.DOCENT_PROJECT = projectDir;
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  if (isPacked) return;
  const fresh = () => isInstalled() && (!options.build || isBuilt());
  if (fresh()) return;
  await withLock(path.join(runtimeDir, "bootstrap.lock"), async (lock) => {
    await install(lock);
    if (options.build) await build(lock);
  });
}

export { ensureNode };
