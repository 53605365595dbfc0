import { defineConfig } from "vitest/config";

/** One vitest project over every tier but e2e, which is Playwright's. Tests import what they use explicitly. */
export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
    exclude: ["tests/e2e/**", "node_modules/**", ".next/**"],
    pool: "forks",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
