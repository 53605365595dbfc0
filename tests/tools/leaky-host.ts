import { openShell } from "./open-shell.ts";

/** A program that was started with a folder open, which it knows nothing of; it says what a command finds open. */
const desk = openShell();
const { stdout } = await desk.run(
  "for n in {3..9} {11..300}; do [ -e /proc/$$/fd/$n ] && readlink /proc/$$/fd/$n; done; true",
);
process.stdout.write(JSON.stringify({ stdout }));
await desk.close();
