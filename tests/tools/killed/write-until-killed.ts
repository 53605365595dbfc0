import { writeSync } from "node:fs";
import path from "node:path";
import { createToolRoots } from "#lib/access/tool-roots";
import { systemClock } from "#lib/platform/clock";
import { newId } from "#lib/platform/ids";
import { createLogger } from "#lib/platform/logger";
import { openStore } from "#lib/store/store";
import { createApprovals } from "#lib/tools/approvals";
import { createBuiltinProvider } from "#lib/tools/builtin";
import { createCommandSandbox } from "#lib/tools/command-sandbox";
import { createCommands } from "#lib/tools/commands";
import type { ToolProvider } from "#lib/tools/provider";
import { createToolRegistry } from "#lib/tools/registry";
import { createToolRuntime } from "#lib/tools/runtime";
import { createSchemaCheck } from "#lib/tools/schema-check";
import { grantOf, quietRuntime } from "../tool-result.ts";
import { stepTo, versionIn } from "./file-versions.ts";

/** Changes the files of a workspace step after step, each allowed by a person, and tells when a tool begins and ends. */
const [dir = ""] = process.argv.slice(2);
const home = path.join(dir, "home");
const clock = systemClock;
const log = createLogger("test", "silent");
const tell = (what: string) => writeSync(1, `${what}\n`);

const roots = createToolRoots(() => ({
  allowed: undefined,
  workspace_root: null,
  deny: [],
  documents: [],
  project_dir: dir,
  home,
}));
const commands = createCommands({ search_path: "" });
const sandbox = createCommandSandbox({ find: commands.find, clock });
const shell = { sandbox, denied: [], hidden: () => [home] };
const builtin = createBuiltinProvider({ roots, commands, home, timeout_ms: 30_000, shell });
let version = versionIn(path.join(home, "workspace")) ?? Number.NaN;
const telling: ToolProvider = {
  ...builtin,
  invoke(tool, args, call) {
    tell(`inside ${version}`);
    return builtin.invoke(tool, args, call);
  },
};
const store = openStore({ file: path.join(home, "docent.db"), clock, log });
const approvals = createApprovals({
  store: () => store.approvals,
  clock,
  events: store.events,
  queue: store.queue,
  ids: newId,
  mask: (value) => value,
  log,
});
const schemas = createSchemaCheck();
const registry = createToolRegistry({ order: () => [], schemas, log });
registry.register(telling);
const runtime = createToolRuntime({
  ...quietRuntime,
  registry,
  schemas,
  agent: (id) => ({ id, permission: "L2", tools: "any" }),
  approvals,
  beforeAct: async () => store.requireAudit("act"),
  trace: store.trace,
  clock,
  ids: newId,
  log,
});
for (;;) {
  version += 1;
  const step = stepTo(version);
  const result = await runtime.invoke(step.tool, step.arguments, {
    trace_id: "t1",
    run_id: "r1",
    task_id: "k1",
    agent_id: "a",
    grant: grantOf([step.tool], { agent_id: "a", level: "L2" }),
    deadline: clock.monotonic() + 60_000,
    signal: new AbortController().signal,
    asking: "wait",
    onAsk: ({ approval_id }) => approvals.decide(approval_id, "allow_once"),
  });
  if (!result.ok) throw new Error(result.error?.message);
  tell(`done ${version}`);
}
