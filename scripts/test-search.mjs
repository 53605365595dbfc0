import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "./bootstrap/port.mjs";
import { inProject } from "./bootstrap/project.mjs";
import { main, Refusal } from "./bootstrap/tell.mjs";
import { bootstrap } from "./bootstrap.mjs";
import { bringSearchPackages, searchPackages } from "./test/search-packages.mjs";

/**
 * `npm run test:search`: three OpenSearch nodes in one process, and the tests that need them; `npm test` does without. Arguments are
 * handed to vitest. With `--nodes` alone the nodes stay until Ctrl+C, and their addresses are on stdout. Takes Java 17 or
 * newer and Maven, which brings the packages once.
 */
const nodes = 3;
const memory = process.env.SEARCH_NODES_MEMORY ?? "2g";
const folder = inProject("tests/search/opensearch/nodes");

await main(async () => {
  await bootstrap();
  bringSearchPackages();
  const home = mkdtempSync(path.join(os.tmpdir(), "docent-search-nodes-"));
  process.on("exit", () => rmSync(home, { recursive: true, force: true }));
  const first = await freePort();
  const java = spawn(
    "java",
    [
      `-Xmx${memory}`,
      "-cp",
      path.join(searchPackages, "*"),
      path.join(folder, "Nodes.java"),
      home,
    ].concat([nodes, first].map(String)),
    { stdio: ["pipe", "pipe", "ignore"] },
  );
  process.on("exit", () => java.kill("SIGKILL"));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
  await untilReady(java);
  const urls = Array.from({ length: nodes }, (_, i) => `http://127.0.0.1:${first + i}`).join(",");
  const args = process.argv.slice(2);
  if (args[0] === "--nodes") {
    process.stdout.write(`${urls}\n`);
    await new Promise((resolve) => java.once("exit", resolve));
    return;
  }
  const tests = args.length > 0 ? args : ["tests/search/opensearch", "engine-contract"];
  const { status } = spawnSync(
    process.execPath,
    [inProject("node_modules/vitest/vitest.mjs"), "run", "--testTimeout=120000", ...tests],
    { stdio: "inherit", env: { ...process.env, DOCENT_TEST_SEARCH_URL: urls } },
  );
  process.exit(status ?? 1);
});

function untilReady(java) {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: java.stdout });
    lines.on("line", (line) => {
      if (line.startsWith("ready ")) resolve();
    });
    java.once("error", () => reject(new Refusal("Java 17 or newer is needed for the nodes.")));
    java.once("exit", (code) =>
      reject(new Refusal(`The search nodes ended (code ${code}) before they were ready.`)),
    );
  });
}
