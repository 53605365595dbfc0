import { createOrphanWatch } from "#lib/tools/orphan-watch";
import { call, oddSession } from "./odd-session.ts";
import { recordingLog } from "./recording-log.ts";

/** A program with an MCP server that does not end by itself, and with that server's child; it waits to be killed. */
const watch = createOrphanWatch({ log: recordingLog().log, grace_s: 0 });
const { session } = oddSession({ watch }, "stay");
const { structured } = await call(session, "have_child");
const { pid } = structured as { pid: number };
process.stdout.write(JSON.stringify({ server: session.status().pid, child: pid }));
setInterval(() => {}, 60_000);
