import { writeSync } from "node:fs";
import { createAssembly } from "#lib/assembly";
import { projectDir } from "#lib/platform/project";

/**
 * A program that runs code which never ends, and says so once a person, which is itself, has allowed it and it runs; then
 * it is killed. Its argument is the folder of its state and configuration.
 */
const [, , dir = ""] = process.argv;
const assembly = createAssembly({
  project_dir: projectDir(),
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DOCENT_HOME: `${dir}/home`,
    DOCENT_CONFIG: `${dir}/config.json`,
    DOCENT_LOG_LEVEL: "silent",
  },
});
const reader = { trace_id: "trace_1", lang: "en" as const, signal: new AbortController().signal };
const code = "console.log('begun'); for (;;);";
const { task_id } = await assembly.tasks.create(
  { type: "run_code_snippet", input: { language: "javascript", code, timeout_ms: 30_000 } },
  reader,
);
let decided = false;
const stop = assembly.tasks.watch(task_id, async () => {
  const [asked] = (await assembly.desk.approvals()).approvals;
  if (asked === undefined || decided) return;
  decided = true;
  stop();
  void assembly.desk.decide(asked.id, { decision: "allow_once" }, "trace_1");
  const look = setInterval(async () => {
    if ((await assembly.desk.approval(asked.id)).state !== "running") return;
    clearInterval(look);
    writeSync(1, `${task_id}\n`);
  }, 5);
});
setInterval(() => undefined, 60_000);
