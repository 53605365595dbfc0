import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/bootstrap/chromium.mjs";

/**
 * The tests in the browser, against the production build with a state folder of its own. Workers read this file again
 * and must come to the same values, hence the environment.
 */
process.env.DOCENT_E2E_PORT ??= "3117";
process.env.DOCENT_E2E_HOME ??= mkdtempSync(path.join(os.tmpdir(), "docent-e2e-"));
process.env.DOCENT_CHROMIUM ??= await findChromium();
const baseURL = `http://127.0.0.1:${process.env.DOCENT_E2E_PORT}`;

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  forbidOnly: true,
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 60_000,
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    baseURL,
    locale: "en-US",
    trace: "retain-on-failure",
    launchOptions: {
      ...(process.env.DOCENT_CHROMIUM ? { executablePath: process.env.DOCENT_CHROMIUM } : {}),
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-dev-shm-usage",
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" scripts/start.mjs`,
    url: `${baseURL}/api/health`,
    env: {
      HOST: "127.0.0.1",
      PORT: process.env.DOCENT_E2E_PORT,
      DOCENT_HOME: process.env.DOCENT_E2E_HOME,
      DOCENT_LOG_LEVEL: "warn",
    },
    timeout: 240_000,
    stdout: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
