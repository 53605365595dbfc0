import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * Every worker has a Docent of its own, on its own port and with its own state folder, so that two specs may change the
 * settings at once and neither meets the other. `DOCENT_E2E_PORT` names a port for each worker, with commas between
 * them; workers find in the environment what the first process put there, and which of them they are.
 */
process.env.DOCENT_E2E_PORT ??= "3117,3118";
process.env.DOCENT_E2E_HOME ??= mkdtempSync(path.join(os.tmpdir(), "docent-e2e-"));
const { DOCENT_E2E_PORT: ports, DOCENT_E2E_HOME: homes } = process.env;

export const servers = ports.split(",").map((port, worker) => ({
  port: Number(port),
  home: path.join(homes, String(worker)),
  origin: `http://127.0.0.1:${port}`,
}));

export const own = servers[
  Number(process.env.TEST_PARALLEL_INDEX ?? 0)
] as (typeof servers)[number]; // one for each
