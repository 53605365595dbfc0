import { openShell } from "./open-shell.ts";

/** A program with a command under way, which is told to leave a process behind; it waits to be killed. */
const desk = openShell();
const marked = process.argv[2] ?? "";
desk.run({ cmd: `setsid sleep ${marked} & echo > begun; sleep ${marked}`, timeout_seconds: 600 });
process.stdout.write(desk.dir);
