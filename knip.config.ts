import type { KnipConfig } from "knip";

/** What is started by name, or read by people and other programs, and so has no importer. */
const config: KnipConfig = {
  entry: [
    "scripts/*.{mjs,ts}",
    "scripts/test/*-summary.mjs",
    "scripts/mcp/main.mjs",
    "mcp-servers/*/main.mjs",
    "bench/parts/main.ts",
    "training/sets/{build-sets,build-written}.ts",
    "training/meaning/read-pages.ts",
    "training/memory/{fit-likeness,judge-pairs}.ts",
    "bench/web-extraction.ts",
    "bench/word-pairs.ts",
    "bench/played-model.ts",
    "bench/{pictures,tool-search,replayed-model,prompt-lines,letters-sent}.ts",
    "training/answers/{bring-evidence,give-headings,*-worker}.ts",
    // Contracts are complete before everything that will use them is built.
    "lib/contracts/*.ts",
    "lib/**/*-worker.ts",
    "tests/**/*.test.{ts,tsx}",
    // Child processes of tests.
    "tests/**/*-server.ts",
    "tests/**/write-turns.ts",
    // Made the files beside it, by an older program.
    "tests/store/fixtures/*/make-state.ts",
    "tests/**/checkpoint-log.ts",
    "tests/**/full-disk.ts",
    "tests/**/index-until-killed.ts",
    "tests/**/write-until-killed.ts",
    "tests/**/compact-until-killed.ts",
    "tests/**/forget-until-killed.ts",
    "tests/**/connect-until-killed.ts",
    "tests/**/work-until-killed.ts",
    "tests/**/copy-until-killed.ts",
    "tests/**/claim-until-killed.ts",
    "tests/servers/serve-routes.ts",
    "tests/**/loaded-packages.ts",
    "tests/**/apply-until-killed.ts",
    "tests/**/killed-{host,code}.ts",
    // Programs that people run: docs/conformance.md.
    "tests/conformance/*.ts",
    "tests/flow/refuse-network.mjs",
    "tests/bootstrap/stuck-disk.mjs",
  ],
  project: ["{app,components,lib,mcp-servers,scripts,bench,training,tests}/**/*.{ts,tsx,mjs,css}"],
  // Run by scripts/check/checks.mjs as programs. Servers of others, run by tests.
  ignoreDependencies: [
    "@biomejs/biome",
    "dependency-cruiser",
    "@modelcontextprotocol/server-everything",
    "@modelcontextprotocol/server-filesystem",
  ],
  ignoreBinaries: [
    "debootstrap",
    "ip",
    "java",
    "javac",
    "mkfifo",
    "mount",
    "mvn",
    "rg",
    "script",
    "umount",
    "unshare",
  ],
  ignoreExportsUsedInFile: true,
};
export default config;
