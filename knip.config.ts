import type { KnipConfig } from "knip";

/** What is started by name, or read by people and other programs, and so has no importer. */
const config: KnipConfig = {
  entry: [
    "scripts/*.{mjs,ts}",
    "scripts/test/*-summary.mjs",
    "mcp-servers/*/main.ts",
    "bench/*.{mjs,ts}",
    // Contracts are complete before everything that will use them is built.
    "lib/contracts/*.ts",
    "lib/**/*-worker.ts",
    "tests/**/*.test.{ts,tsx}",
  ],
  project: ["{app,components,lib,mcp-servers,scripts,bench,tests}/**/*.{ts,tsx,mjs}"],
  ignoreExportsUsedInFile: true,
};
export default config;
