import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findOrBringChromium } from "./bootstrap/chromium.mjs";
import { npmEnvironment } from "./bootstrap/npm.mjs";
import { freePort } from "./bootstrap/port.mjs";
import { inProject } from "./bootstrap/project.mjs";
import { sentences } from "./bootstrap/sentences.mjs";
import { main, tell } from "./bootstrap/tell.mjs";
import { bringToolCommands } from "./bootstrap/tool-commands.mjs";
import { bootstrap } from "./bootstrap.mjs";
import { runTier } from "./test/run-tier.mjs";

/**
 * `npm test`: every tier, then one line `N passed, N failed, N skipped` on stdout. Ends with code 1 when anything
 * failed. State goes to a temporary folder: a running Docent and its data are left alone.
 */
await main(async () => {
  await bootstrap();
  const browser = await findOrBringChromium();
  await bringToolCommands();
  await bootstrap({ build: true });
  const home = mkdtempSync(path.join(os.tmpdir(), "docent-test-"));
  process.on("exit", () => rmSync(home, { recursive: true, force: true }));
  for (const name of Object.keys(process.env)) {
    // What a person set for their own Docent, or npm for this script, is not what is tested.
    const own = /^(DOCENT_|MCP_|PORT$|HOST$)/.test(name) && name !== "DOCENT_PROJECT";
    if (own || !(name in npmEnvironment())) delete process.env[name];
  }
  const env = {
    DOCENT_HOME: path.join(home, "rooms"),
    DOCENT_E2E_HOME: path.join(home, "browser"),
    DOCENT_CHROMIUM: browser,
    DOCENT_E2E_PORT: (await Promise.all([freePort(), freePort()])).join(),
  };

  tell(sentences.runningTests());
  const rooms = await runTier(
    "vitest",
    [
      inProject("node_modules/vitest/vitest.mjs"),
      "run",
      "--reporter=default",
      `--reporter=${inProject("scripts/test/vitest-summary.mjs")}`,
    ],
    env,
  );
  tell(sentences.runningBrowserTests(browser));
  const pages = await runTier(
    "playwright",
    [
      inProject("node_modules/@playwright/test/cli.js"),
      "test",
      `--reporter=list,${inProject("scripts/test/playwright-summary.mjs")}`,
    ],
    env,
  );
  report([
    ["vitest", rooms],
    ["playwright", pages],
  ]);
});

function report(tiers) {
  let passed = 0;
  const failures = [];
  const skipped = [];
  for (const [name, { failing, summary }] of tiers) {
    passed += summary?.passed ?? 0;
    failures.push(...(summary?.failures ?? []));
    skipped.push(...(summary?.skipped ?? []));
    if (summary === undefined) failures.push({ name, message: sentences.noResults(name) });
    // A runner that calls its run a failure without a failed test has failed all the same.
    else if (failing && summary.failures.length === 0) {
      failures.push({ name, message: sentences.failedWithoutTest(name) });
    }
  }
  list(
    sentences.skippedList(),
    skipped.map(({ name, reason }) => `${name}: ${reason || sentences.noReason()}`),
  );
  // Last of all, so that whoever sees only the end of a long output knows what to mend.
  list(
    sentences.failedList(),
    failures.map(({ name, message }) => `${name}\n    ${firstLines(message)}`),
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
  process.stdout.write(
    `\n${passed} passed, ${failures.length} failed, ${skipped.length} skipped\n`,
  );
}

function list(heading, rows) {
  if (rows.length === 0) return;
  process.stdout.write(`\n${heading}\n`);
  for (const row of rows) process.stdout.write(`  ${row}\n`);
}

function firstLines(message) {
  const lines = message.split("\n").filter((line) => line.trim() !== "");
  return lines.slice(0, 12).join("\n    ");
}
