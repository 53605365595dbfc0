import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildServer, isServerBuilt } from "./docs-server.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { npmEnvironment } from "./npm.mjs";
import { inProject, projectDir, runtimeDir } from "./project.mjs";
import { lastLines, runCommand } from "./run-command.mjs";
import { refuseWhileRunning } from "./running.mjs";
import { sentences } from "./sentences.mjs";
import { Refusal, tell, workOn } from "./tell.mjs";

/** Everything a build of the pages reads. */
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

const arePagesBuilt = () => existsSync(stampFile) && readFileSync(stampFile, "utf8") === wanted();

/** Whether pages and docs server were built, to their end, from what stands in the folder now. */
export const isBuilt = () => arePagesBuilt() && isServerBuilt();

export async function build(lock) {
  if (isBuilt()) return; // another start did it meanwhile
  await refuseWhileRunning();
  if (!arePagesBuilt()) await buildPages(lock); // which empties the folder
  if (isServerBuilt()) return;
  await workOn(sentences.buildingServer(), sentences.serverBuilt(), buildServer);
}

async function buildPages(lock) {
  const inputs = wanted();
  rmSync(stampFile, { force: true });
  dropCompiled();
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

/** What Node compiled of the pages before. The folder stays: this process has said that it keeps what it compiles there. */
function dropCompiled() {
  const folder = path.join(runtimeDir, "compile-cache");
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) rmSync(path.join(entry.parentPath, entry.name), { force: true });
  }
}
