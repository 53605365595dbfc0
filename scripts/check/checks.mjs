import { inProject, projectDir } from "../bootstrap/project.mjs";
import { runCommand } from "../bootstrap/run-command.mjs";

const bin = (file) => inProject("node_modules", file);

/** Everything static, each a list of commands of the installed packages. To add one: one line. */
const checks = {
  // Pages have types that Next derives from the folders of app/.
  types: [
    [bin("next/dist/bin/next"), "typegen"],
    [bin("typescript/bin/tsc"), "--project", ".", "--noEmit"],
  ],
  lint: [[bin("@biomejs/biome/bin/biome"), "ci", "--colors=off"]],
  imports: [
    [
      bin("dependency-cruiser/bin/dependency-cruiser.mjs"),
      "--config",
      ".dependency-cruiser.mjs",
      ".",
    ],
  ],
  dead: [[bin("knip/bin/knip.js"), "--no-progress"]],
};
export const checkNames = Object.keys(checks);

/** Runs one check; `output` is empty when it is clean. */
export async function runCheck(name) {
  for (const command of checks[name]) {
    const { code, output } = await runCommand(process.execPath, command, {
      cwd: projectDir,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1" },
    });
    if (code !== 0) return { output: output.trim() || `ended with code ${code}` };
  }
  return { output: "" };
}
