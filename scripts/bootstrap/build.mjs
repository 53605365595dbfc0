import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fingerprint } from "./fingerprint.mjs";
import { npmEnvironment } from "./npm.mjs";
import { inProject, projectDir } from "./project.mjs";
import { lastLines, runCommand } from "./run-command.mjs";
import { refuseWhileRunning } from "./running.mjs";
import { sentences } from "./sentences.mjs";
import { Refusal, tell, workOn } from "./tell.mjs";

/** Everything a build reads. */
export const buildInputs = [
  "app",
  "components",
  "lib",
  "public",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "proxy.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];

const stampFile = inProject(".next/docent-build");
const wanted = () => fingerprint(buildInputs, process.platform, process.arch);

/** Whether `.next` was built, to its end, from what stands in the folder now. */
export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === wanted();
}

export async function build(lock) {
  const inputs = wanted();
  if (isBuilt()) return; // another start did it meanwhile
  await refuseWhileRunning();
  rmSync(stampFile, { force: true });
  const doing = sentences.building();
  await workOn(doing, sentences.built(), async () => {
    const { code, output } = await runCommand(
      process.execPath,
      [inProject("node_modules/next/dist/bin/next"), "build"],
      {
        cwd: projectDir,
        env: {
          ...npmEnvironment(),
          NODE_ENV: "production",
          NEXT_TELEMETRY_DISABLED: "1",
          DOCENT_PROJECT: projectDir,
        },
        started: lock.started,
      },
    );
    if (code === 0) return;
    tell(lastLines(output, 60));
    throw new Refusal(/ENOSPC/.test(output) ? sentences.noSpace() : sentences.failed(doing, code));
  });
  writeFileSync(stampFile, inputs);
}
