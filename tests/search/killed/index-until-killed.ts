import { writeFileSync } from "node:fs";
import path from "node:path";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { createDocsIndex } from "#lib/search/docs-index";
import { killedSettings } from "./killed-settings.ts";

/**
 * A process of its own that reads and keeps an index, changes documents and does so again until it is killed. It says
 * on stdout what it is about to do, so that it can be killed in the middle of that.
 */
const dir = process.argv[2] ?? "";
const { access, config, home } = killedSettings(dir);
const log = createLogger("test", "silent");
const index = createDocsIndex({ access, config, clock: systemClock, log, home });
const say = (what: string) => process.stdout.write(`${what}\n`);

for (let round = 0; ; round++) {
  say("reading");
  await index.refresh();
  say("keeping");
  await index.keep();
  for (let i = round % 5; i < 150; i += 5) {
    const file = path.join(dir, "docs", `f${i}.md`);
    writeFileSync(file, `# File ${i}\n\nThe falcon of round${round} and number${i}.\n`);
  }
}
