import path from "node:path";
import { createAssembly } from "#lib/assembly";
import { asQuestion } from "#lib/contracts/question";
import { projectDir } from "#lib/platform/project";

/**
 * A server over a docs server that never finishes, for a test that stops and continues the whole process. It puts one
 * question with a deadline, and prints what came of it, how often, and what is stored, as one line of JSON.
 *
 * Arguments: the folder of its state and configuration, the journal of the docs server, the deadline in milliseconds.
 */
const [, , dir = "", journal = "", deadline = ""] = process.argv;
const assembly = createAssembly({
  project_dir: projectDir(),
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DOCENT_HOME: `${dir}/home`,
    DOCENT_CONFIG: `${dir}/config.json`,
    DOCENT_LOG_LEVEL: "silent",
  },
  docs_command: [process.execPath, path.join(import.meta.dirname, "holding-server.ts"), journal],
});
await assembly.tools(new AbortController().signal); // the deadline is the question's, not the start's
const run = await assembly.runs.start(
  {
    question: asQuestion("When is the signing key rotated?"),
    store: true,
    deadline_ms: Number(deadline),
  },
  { trace_id: assembly.newId("trace"), lang: "en" },
);
await new Promise<void>((resolve) => {
  const look = () => run.ended && resolve();
  run.watch(look);
  look();
});
const answers = run.events.flatMap((event) => (event.kind === "answer" ? [event.data] : []));
const { turns } = await assembly.readThread(run.thread_id);
const ms = answers.map(({ metrics }) => metrics.latency_ms);
await assembly.close();
console.log(JSON.stringify({ statuses: answers.map(({ status }) => status), turns, ms }));
