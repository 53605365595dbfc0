import path from "node:path";
import { parseArgs } from "node:util";
import { readEnvironment } from "#lib/platform/environment";
import { createLogger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { claimState } from "#lib/platform/state-owner";
import { copyState } from "#lib/store/copy-state";
import { runCall } from "./terminal/run-command.ts";

/**
 * `npm run migrate -- --to DATABASE_URL`: the SQLite state of a person into an empty PostgreSQL database, compared row by
 * row. The state folder is kept from every server meanwhile, and nothing in it is changed. Exit 0 when all of it is there.
 */
type Call = { url: string };

process.exitCode = await runCall({ usage: say("en", "copy.usage"), readCall, work });

async function work({ url }: Call, signal: AbortSignal): Promise<number> {
  const { home, log_level } = readEnvironment({ ...process.env, DATABASE_URL: url });
  const file = path.join(home, "docent.db");
  const claim = claimed(home, file);
  try {
    const { tables, audit } = await copyState({
      ...{
        file,
        url,
        signal,
        log: createLogger("migrate", log_level, { terminal_level: "error" }),
      },
      tell: ({ what, table, rows }) => console.log(say("en", `copy.${what}`, { table, rows })),
    });
    if (audit === undefined) console.log(say("en", "copy.audit_none"));
    else {
      const { rows, broken } = audit;
      const places = broken.length;
      const key = places === 0 ? "copy.audit_whole" : "copy.audit_broken";
      console.log(say("en", key, { rows, places }));
    }
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(say("en", "copy.done", { tables: tables.length, rows }));
    return 0;
  } finally {
    claim.release();
  }
}

/** Throws `busy` while a server has the folder. */
function claimed(home: string, file: string): { release(): void } {
  let claim: ReturnType<typeof claimState>;
  try {
    claim = claimState(home);
  } catch (cause) {
    const params = { file: path.basename(file), folder: home };
    throw saidError("not_found", "copy.no_source", params, { cause });
  }
  if (claim.kind === "owned") return claim;
  const { pid, address = "npm run ask" } = claim.owner;
  throw saidError("busy", "copy.running", { pid: String(pid), address });
}

function readCall(args: string[]): Call | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { to: { type: "string" } },
    });
    return values.to === undefined || positionals.length > 0 ? undefined : { url: values.to };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
