import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { inProject, projectDir } from "../bootstrap/project.mjs";

/**
 * Runs one test runner with its own output on the terminal and gives back what its summary reporter wrote, or
 * undefined when it ended without one. `failing` is true when the runner itself calls the run a failure.
 */
export async function runTier(name, command, env) {
  const file = inProject("test-results", `${name}.json`);
  mkdirSync(inProject("test-results"), { recursive: true });
  rmSync(file, { force: true });
  const child = spawn(process.execPath, command, {
    cwd: projectDir,
    env: { ...process.env, ...env, DOCENT_TEST_SUMMARY: file },
    stdio: "inherit",
  });
  const pass = (signal) => child.kill(signal);
  process.on("SIGINT", pass).on("SIGTERM", pass);
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exit, signal) => resolve(exit ?? signal));
  });
  process.off("SIGINT", pass).off("SIGTERM", pass);
  return { failing: code !== 0, summary: read(file) };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
