import { createLogger } from "#lib/platform/logger";
import { copyState } from "#lib/store/copy-state";

/** Child process that copies a file into a database and tells of each table. Arguments: FILE DATABASE_URL. */
const [file = "", url = ""] = process.argv.slice(2);
await copyState({
  ...{ file, url, log: createLogger("child", "silent"), signal: new AbortController().signal },
  tell: (done) => process.stdout.write(`${JSON.stringify(done)}\n`),
});
