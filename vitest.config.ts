import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** One vitest project over every tier but e2e, which is Playwright's. Tests import what they use explicitly. */
export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
    exclude: ["tests/e2e/**", "node_modules/**", ".next/**"],
    pool: "forks",
    // Two at once also where there are two cores: most tests wait for a process they started.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Node strips types with WebAssembly. V8 frees what it compiles around that twice when a worker thread begins while
    // another one ends (nodejs/node#64500), and the process dies; not compiled, it cannot be freed.
    execArgv: ["--wasm-wrapper-tiering-budget=1000000000"],
    // How long a thing that must come about may take: a slow or busy machine is no failure. These end only what hangs.
    expect: { poll: { timeout: 240_000 } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
