import { writeFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Writes counts, failures and skips of a vitest run into the file that `scripts/test.mjs` names. */
export default class Summary {
  onTestRunEnd(modules, unhandledErrors) {
    const summary = { passed: 0, failures: [], skipped: [] };
    const fail = (name, errors) =>
      summary.failures.push({
        name,
        message: stripVTControlCharacters(errors.map(tellError).join("\n")),
      });
    for (const error of unhandledErrors) fail("outside every test", [error]);
    for (const module of modules) {
      const file = path.relative(process.cwd(), module.moduleId);
      // A file or group that breaks before its tests run has failed although no test did.
      if (module.errors().length > 0) fail(file, module.errors());
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) fail(`${file} > ${suite.fullName}`, suite.errors());
      }
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === "passed") summary.passed += 1;
        else if (result.state === "failed") fail(`${file} > ${test.fullName}`, result.errors);
        else summary.skipped.push({ name: test.fullName, reason: result.note });
      }
    }
    writeFileSync(process.env.DOCENT_TEST_SUMMARY, JSON.stringify(summary));
  }
}

function tellError(error) {
  return [error.message, error.diff].filter(Boolean).join("\n");
}
