import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { inProject } from "../bootstrap/project.mjs";
import { Refusal, tell } from "../bootstrap/tell.mjs";
import { makeHome, prepareMachine } from "./clean-machine.mjs";
import { cloneSteps } from "./clone-steps.mjs";
import { packageSteps } from "./package-steps.mjs";

const parts = { package: packageSteps, clone: cloneSteps };

/** Makes what is tried, prepares the machine, and goes through the steps; a step that fails does not keep the next from its turn. */
export async function tryPackage(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { work: { type: "string", default: "/var/tmp/docent-clean-machine" } },
  });
  const unknown = positionals.find((name) => parts[name] === undefined);
  if (unknown !== undefined) throw new Refusal(`There is no part “${unknown}”: package, clone.`);
  refuseHere();
  const chosen = positionals.length === 0 ? Object.keys(parts) : positionals;
  const work = path.resolve(values.work);
  tell(`Preparing the machine in ${work}, once …`);
  const root = prepareMachine(work);
  const results = [];
  for (const name of chosen) {
    const at = makeCopies(name, work);
    for (const [said, step] of parts[name]({ root, ...at, makeHome })) {
      results.push(await tried(said, step));
    }
  }
  const failed = results.filter((ok) => !ok).length;
  process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function refuseHere() {
  if (process.platform !== "linux" || process.getuid() !== 0) {
    throw new Refusal("A machine of its own is made by root on Linux alone.");
  }
  for (const command of ["debootstrap", "unshare", "chroot", "git"]) {
    if (spawnSync("sh", ["-c", `command -v ${command}`]).status === 0) continue;
    throw new Refusal(`${command} was not found: on Debian, apt-get install ${command}.`);
  }
}

/** The package as it is now, or a clone of what is committed. */
function makeCopies(name, work) {
  const folder = path.join(work, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  if (name === "package") {
    const { version } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
    tell("Making the package …");
    const args = ["pack", "--silent", "--pack-destination", folder];
    execFileSync("npm", args, { cwd: inProject(), stdio: ["ignore", "ignore", "inherit"] });
    return { archive: path.join(folder, `docent-${version}.tgz`) };
  }
  const bundle = path.join(folder, "docent.bundle");
  const clone = path.join(folder, "docent");
  execFileSync("git", ["bundle", "create", "--quiet", bundle, "HEAD"], { cwd: inProject() });
  execFileSync("git", ["clone", "--quiet", bundle, clone], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return { clone };
}

async function tried(said, step) {
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  try {
    const more = await step();
    process.stdout.write(`ok    ${said}${more === undefined ? "" : `: ${more}`} (${seconds()})\n`);
    return true;
  } catch (error) {
    process.stdout.write(
      `NOT   ${said} (${seconds()})\n      ${error.message.replaceAll("\n", "\n      ")}\n`,
    );
    return false;
  }
}
