import { openBackends } from "./open-backends.ts";

/** A program in which code runs that would not end, in each backend that is named; it waits to be killed. */
const opened = await openBackends();
for (const asked of process.argv.slice(2)) {
  const [id, language] = asked.split(":") as ["wall", "shell"];
  const code = {
    shell: "while :; do :; done",
    python: "while True: pass",
    javascript: "for (;;);",
  };
  opened.run(id, { language, code: code[language] }).catch(() => {});
}
process.stdout.write(`${JSON.stringify({ dir: opened.dir, home: opened.home })}\n`);
