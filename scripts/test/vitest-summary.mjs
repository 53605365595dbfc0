import { writeFileSync } from "node:fs";

/** Writes counts and skips of a vitest run into the file that `scripts/test.mjs` names. */
export default class Summary {
  onTestRunEnd(modules, unhandledErrors) {
    const summary = { passed: 0, failed: unhandledErrors.length, skipped: [] };
    for (const module of modules) {
      // A file or group that breaks before its tests run has failed although no test did.
      summary.failed += module.errors().length;
      for (const suite of module.children.allSuites()) summary.failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === "passed") summary.passed += 1;
        else if (result.state === "failed") summary.failed += 1;
        else summary.skipped.push({ name: test.fullName, reason: result.note });
      }
    }
    writeFileSync(process.env.DOCENT_TEST_SUMMARY, JSON.stringify(summary));
  }
}
