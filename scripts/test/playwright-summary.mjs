import { writeFileSync } from "node:fs";

/** Writes counts and skips of a Playwright run into the file that `scripts/test.mjs` names. */
export default class Summary {
  #errors = 0;
  #suite;

  onBegin(_config, suite) {
    this.#suite = suite;
  }

  /** An error outside any test: a server that did not start, a file that does not load. */
  onError() {
    this.#errors += 1;
  }

  onEnd() {
    const summary = { passed: 0, failed: this.#errors, skipped: [] };
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === "expected") summary.passed += 1;
      else if (outcome === "skipped") {
        const reason = test.annotations.find((note) => note.type === "skip")?.description;
        summary.skipped.push({ name: test.title, reason });
      } else summary.failed += 1;
    }
    writeFileSync(process.env.DOCENT_TEST_SUMMARY, JSON.stringify(summary));
  }

  printsToStdio() {
    return false;
  }
}
