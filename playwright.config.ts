import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/bootstrap/chromium.mjs";
import { own, servers } from "./scripts/test/own-server.ts";

/**
 * The tests in the browser, against the production build. Workers read this file again and must come to the same values
 * but for their own server, hence the environment.
 */
process.env.DOCENT_CHROMIUM ??= await findChromium();

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  forbidOnly: true,
  fullyParallel: false,
  // Most of a test is waiting for the page, so that two at once also pay on two cores.
  workers: servers.length,
  retries: 0,
  // A slow or busy machine is no failure: these end only what hangs.
  timeout: 600_000,
  expect: { timeout: 120_000, toPass: { timeout: 120_000 } },
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    baseURL: own.origin,
    locale: "en-US",
    // Recording every test costs a third of the whole run. A failure tells what the page showed; for all that led to it:
    // npx playwright test <spec> --trace retain-on-failure
    trace: "off",
    screenshot: "only-on-failure",
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
  webServer: servers.map(({ port, home, origin }) => ({
    command: `"${process.execPath}" scripts/start.mjs`,
    url: `${origin}/api/health`,
    env: {
      HOST: "127.0.0.1",
      PORT: String(port),
      DOCENT_HOME: home,
      DATABASE_URL: "",
      DOCENT_LOG_LEVEL: "warn",
    },
    timeout: 600_000,
    stdout: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 60_000 },
  })),
});
