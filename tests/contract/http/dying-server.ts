import { writeSync } from "node:fs";
import { createAssembly } from "#lib/assembly";
import { asQuestion } from "#lib/contracts/question";
import { projectDir } from "#lib/platform/project";

/**
 * A server that is killed in the middle of an answer: it puts one question under a key and kills itself, as `kill -9` does,
 * at the event that its arguments name. What it printed first is where the question went. Calls that ask are allowed.
 *
 * Arguments: the folder of its state and configuration, the question, the key, the kind of event to die at, how often it
 * has to come.
 */
const [, , dir = "", question = "", key = "", kind = "", times = "1"] = process.argv;
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
const run = await assembly.runs.start(
  { question: asQuestion(question), store: true },
  { trace_id: assembly.newId("trace"), lang: "en", key },
);
writeSync(1, `${JSON.stringify({ thread_id: run.thread_id, trace_id: run.trace_id })}\n`);
const allowed = new Set<string>();
const look = (): void => {
  for (const event of run.events) {
    if (event.kind !== "approval" || allowed.has(event.data.approval_id)) continue;
    allowed.add(event.data.approval_id);
    void assembly.desk.decide(event.data.approval_id, { decision: "allow_once" }, run.trace_id);
  }
  const reached = run.events.filter((event) =>
    event.kind === "step" ? event.data.kind === kind : event.kind === kind,
  );
  if (reached.length >= Number(times)) process.kill(process.pid, "SIGKILL");
};
run.watch(look);
look();
