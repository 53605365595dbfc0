import { existsSync } from "node:fs";
import path from "node:path";
import { isDebianRoot } from "./chromium.mjs";
import { runCommand } from "./run-command.mjs";
import { sentences } from "./sentences.mjs";
import { tell } from "./tell.mjs";

/** By package, the names that its command goes by. */
const packages = { "fd-find": ["fd", "fdfind"], ripgrep: ["rg"], bubblewrap: ["bwrap"] };

/**
 * What the tests of the built-in tools use where it is there. Tried once and by apt for root on Debian alone; without them
 * those tests are skipped with a reason. Never fails.
 */
export async function bringToolCommands() {
  const missing = missingPackages();
  if (missing.length === 0 || !isDebianRoot()) return;
  tell(sentences.bringingCommands(missing.join(", ")));
  const install = missing.map((name) => `apt-get install -y --no-install-recommends ${name}`);
  const script = ["apt-get -o Acquire::Retries=0 -o Acquire::http::Timeout=20 update", ...install];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    await runCommand("timeout", ["180", "sh", "-c", script.join("; ")], { env });
  } catch {
    // said next
  }
  const still = missingPackages();
  if (still.length > 0) tell(sentences.withoutCommands(still.join(", ")));
}

function missingPackages() {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const isThere = (name) => folders.some((folder) => existsSync(path.join(folder, name)));
  return Object.keys(packages).filter((name) => !packages[name].some(isThere));
}
