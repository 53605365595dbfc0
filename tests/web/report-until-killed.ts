import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createAssembly } from "#lib/assembly";
import { projectDir } from "#lib/platform/project";
import { wiresTo } from "./research-site.ts";

/**
 * The program over a folder of its own and the test's web, working on one report until it is done or killed: it takes up
 * what is there, or starts the task.
 */
const [dir = "", port = "", input = "{}"] = process.argv.slice(2);
const at = (...names: string[]) => path.join(dir, ...names);
mkdirSync(at("notes"), { recursive: true });
writeFileSync(
  at("notes", "aurora.md"),
  "# Aurora\n\nThe Aurora server listens on port 8080 by default.\n",
);
const config = {
  doc_access: { roots: [{ id: "notes", label: "Notes", path: at("notes") }] },
  web: {
    search_backend: "searxng",
    allow_hosts: ["127.0.0.1", "*.example"],
    max_bytes: 300_000,
    timeout_ms: 700,
  },
};
writeFileSync(at("config.json"), JSON.stringify(config));
const assembly = createAssembly({
  project_dir: projectDir(),
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DOCENT_HOME: at("home"),
    DOCENT_CONFIG: at("config.json"),
    DOCENT_LOG_LEVEL: "silent",
    SEARXNG_URL: `http://127.0.0.1:${port}`,
  },
  web: wiresTo(Number(port)),
});
assembly.warm();
assembly.work();
const reader = {
  trace_id: assembly.newId("trace"),
  lang: "en",
  signal: new AbortController().signal,
} as const;
const [known] = (await assembly.tasks.list({ limit: 1 })).tasks;
const { task_id } =
  known ??
  (await assembly.tasks.create({ type: "research_report", input: JSON.parse(input) }, reader));
await assembly.tasks.ended(task_id);
const { state, error } = await assembly.tasks.find(task_id);
process.stdout.write(`${JSON.stringify({ task_id, state, error })}\n`);
await assembly.close();
