import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createAssembly } from "#lib/assembly";
import { AskBody } from "#lib/contracts/http";
import { projectDir } from "#lib/platform/project";

/**
 * `node bench/pictures.ts --questions FILE --trees DIR [--each]`: asks questions for pictures, lines of JSON with `tree`,
 * `question`, `picture` (from the top of the tree), `page` and `line`, of each tree alone, and counts where the picture comes
 * in the answer.
 */
const { questions, trees, each } = parseArgs({
  options: {
    questions: { type: "string" },
    trees: { type: "string" },
    each: { type: "boolean", default: false },
  },
}).values;
if (questions === undefined || trees === undefined)
  throw new Error("usage: node bench/pictures.ts --questions FILE --trees DIR [--each]");

type Asked = { tree: string; lang: string; question: string; page: string; picture: string };
const asked = readFileSync(questions, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line) as Asked); // the file's own form, as above

const counts = { asked: 0, first: 0, shown: 0, page: 0, none: 0 };
const times: number[] = [];
for (const tree of new Set(asked.map((one) => one.tree))) {
  const home = mkdtempSync(path.join(os.tmpdir(), "docent-pictures-"));
  const env = { ...process.env, DATABASE_URL: "", DOCENT_HOME: home, DOCENT_LOG_LEVEL: "error" };
  const roots = [path.resolve(trees, tree)];
  const assembly = createAssembly({
    ...{ project_dir: projectDir(), env, roots },
    tenancy: { kind: "guest" },
  });
  assembly.warm();
  const signal = new AbortController().signal;
  for (;;) {
    const { index } = await assembly.health("en");
    if (index.state !== "unknown" && index.state !== "building") break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  for (const one of asked.filter((question) => question.tree === tree)) {
    const trace_id = assembly.newId("trace");
    const body = AskBody.parse({ question: one.question, store: false });
    const began = performance.now();
    const answer = await assembly.ask(body, { trace_id, signal, emit: () => undefined });
    times.push(performance.now() - began);
    const found = (answer.pictures ?? []).map(({ relative_path }) => relative_path);
    const at = found.indexOf(one.picture);
    counts.asked += 1;
    counts.first += at === 0 ? 1 : 0;
    counts.shown += at >= 0 ? 1 : 0;
    counts.none += found.length === 0 ? 1 : 0;
    counts.page += answer.pictures?.some((p) => p.citation.relative_path === one.page) ? 1 : 0;
    if (each)
      console.log(`${at + 1}\t${tree}\t${one.question}\t${one.picture}\t${found.join(", ")}`);
  }
  await assembly.close();
  rmSync(home, { recursive: true, force: true });
}
times.sort((a, b) => a - b);
const ms = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
console.log(JSON.stringify({ ...counts, p50_ms: ms(0.5), p95_ms: ms(0.95) }));
