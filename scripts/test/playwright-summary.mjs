import { writeFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Writes counts, failures and skips of a Playwright run into the file that `scripts/test.mjs` names. */
export default class Summary {
  #failures = [];
  #suite;

  onBegin(_config, suite) {
    this.#suite = suite;
  }

  /** An error outside any test: a server that did not start, a file that does not load. */
  onError(error) {
    this.#fail("outside every test", [error]);
  }

  onEnd() {
    const summary = { passed: 0, failures: this.#failures, skipped: [] };
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === "expected") summary.passed += 1;
      else if (outcome === "skipped") {
        const reason = test.annotations.find((note) => note.type === "skip")?.description;
        summary.skipped.push({ name: test.title, reason });
      } else {
        const file = path.relative(process.cwd(), test.location.file);
        this.#fail(`${file} > ${test.title}`, test.results.at(-1)?.errors ?? []);
      }
    }
    writeFileSync(process.env.DOCENT_TEST_SUMMARY, JSON.stringify(summary));
  }

  printsToStdio() {
    return false;
  }

  #fail(name, errors) {
    const texts = errors.map((error) => error.message ?? error.value ?? "");
    this.#failures.push({ name, message: stripVTControlCharacters(texts.join("\n")) });
  }
}
