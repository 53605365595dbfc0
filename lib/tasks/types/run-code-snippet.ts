import { z } from "zod";
import { AppError } from "#lib/contracts/errors";
import {
  SandboxArguments,
  SandboxEnd,
  type SandboxLanguage,
  type SnippetResult,
} from "#lib/contracts/sandbox";
import { foldedName } from "#lib/platform/folded-name";
import { sha256 } from "#lib/platform/hash";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { runCodeTool } from "#lib/tools/agent-rights";
import { inputFiles } from "#lib/tools/sandbox-input";
import { refuseName } from "../artifact-name.ts";
import { MOST_ARTIFACTS } from "../limits.ts";
import { defineTaskType, type StepContext } from "../task-type.ts";

/** What is run and what it is given; the fields of a form. */
const SnippetInput = z.strictObject({
  language: SandboxArguments.shape.language.describe(
    "javascript, python, or shell where the machine has a wall for it.",
  ),
  code: SandboxArguments.shape.code.describe("The code."),
  files: SandboxArguments.shape.files.describe("Files that it finds in the folder it starts in."),
  args: SandboxArguments.shape.args.describe("Its arguments."),
  stdin: SandboxArguments.shape.stdin.describe("What it reads from its standard input."),
  timeout_ms: SandboxArguments.shape.timeout_ms.describe(
    "When it is ended, at the latest; no more than the setting sandbox.timeout_ms.",
  ),
  memory_mb: SandboxArguments.shape.memory_mb.describe(
    "How much memory it may have; no more than the setting sandbox.memory_mb.",
  ),
  host_tools: SandboxArguments.shape.host_tools.describe(
    "JavaScript on wasm: ids of reading tools that the code may call, as mcp.docs.docs_search.",
  ),
});
type SnippetInput = z.output<typeof SnippetInput>;

const Ran = z.object({
  invocation_id: z.string(),
  ended: SandboxEnd,
  exit_code: z.number().nullable(),
});

/**
 * Runs code in a sandbox and keeps what came of it. Code that fails is a task that has done its work, and says how the code
 * ended; the task fails only where the code could not be run. Nothing outside the sandbox is changed, so that after a crash
 * the code is asked about and run again from its beginning.
 */
export const runCodeSnippet = defineTaskType({
  type: "run_code_snippet",
  input: SnippetInput,
  steps(input) {
    const { language, host_tools = [] } = input;
    return [
      {
        name: "write_files",
        effect: false,
        tools: [],
        about: { language, files: (input.files ?? []).map(({ name }) => name) },
        run: (context) => writeFiles(context, input),
      },
      {
        name: "run_code",
        effect: false,
        tools: [runCodeTool],
        host_tools,
        level: "L2",
        about: { language, host_tools },
        run: (context) => runCode(context, input),
      },
      { name: "collect_outputs", effect: false, collects: true, tools: [], run: collectOutputs },
    ];
  },
});

const endings: Record<SandboxLanguage, string> = { javascript: "js", python: "py", shell: "sh" };
const codeFile = (language: SandboxLanguage) => `code.${endings[language]}`;

/** The code to the byte, and what else it is given by its hash: by these two files runs are told apart. */
async function writeFiles(context: StepContext, input: SnippetInput) {
  const { language, code, args = [], stdin = "", host_tools = [] } = input;
  const files = inputFiles(input.files ?? []).map(({ name, content }) => ({
    ...{ name, bytes: content.byteLength, sha256: sha256(content) },
  }));
  const written = await context.artifact(codeFile(language), "text/plain", code);
  const given = {
    ...{ language, code: written.sha256, files, args, host_tools },
    stdin: { bytes: Buffer.byteLength(stdin), sha256: sha256(stdin) },
    ...(input.timeout_ms === undefined ? {} : { timeout_ms: input.timeout_ms }),
    ...(input.memory_mb === undefined ? {} : { memory_mb: input.memory_mb }),
  };
  await context.artifact("inputs.json", "application/json", JSON.stringify(given, null, 1));
  return { code: { bytes: written.bytes, sha256: written.sha256 }, files };
}

async function runCode(context: StepContext, input: SnippetInput) {
  const code = (await context.readArtifact(codeFile(input.language))).toString("utf8");
  const result = await context.call(runCodeTool, { ...input, code });
  if (!result.ok) {
    const { code: why = "tool_exec", message = "" } = result.error ?? {};
    throw new AppError(why, message);
  }
  const { invocation_id } = result.meta;
  const { outcome } = await context.runLeft(invocation_id);
  if (outcome.said !== undefined) context.notice("code_ended", outcome.said);
  const { ended, exit_code, backend, wall_ms, cpu_ms, host_calls, artifacts } = outcome;
  return {
    ...{ invocation_id, ended, exit_code, backend, host_calls, files: artifacts.length },
    ...{ wall_ms: Math.round(wall_ms), cpu_ms: cpu_ms === null ? null : Math.round(cpu_ms) },
  };
}

/** How it ended is kept without the time that it took, so that two runs that did the same have the same file. */
async function collectOutputs(context: StepContext) {
  const { invocation_id } = await context.output("run_code", Ran);
  const { outcome, stdout, stderr } = await context.runLeft(invocation_id);
  const { language, backend, ended, exit_code, said, host_calls } = outcome;
  const names = namer([
    codeFile(language),
    "inputs.json",
    "stdout.txt",
    "stderr.txt",
    "result.json",
  ]);
  for (const [name, { sha256: hash }] of [
    ["stdout.txt", stdout],
    ["stderr.txt", stderr],
  ] as const) {
    await context.artifact(name, "text/plain", await context.readLeft(invocation_id, hash));
  }
  const files: SnippetResult["files"] = [];
  const most = MOST_ARTIFACTS - names.size();
  for (const [i, artifact] of outcome.artifacts.slice(0, most).entries()) {
    const kept_as = names.plain(artifact.name);
    const bytes = await context.readLeft(invocation_id, artifact.sha256);
    await context.artifact(kept_as, artifact.media_type, bytes);
    files.push({ ...artifact, kept_as });
    context.progress(i + 1, outcome.artifacts.length);
  }
  const beyond = outcome.artifacts.length - files.length;
  if (beyond > 0) {
    const message = say(context.lang, "snippet.left_unnamed", { count: beyond, most });
    context.notice("files_left_out", message);
  }
  if (outcome.left_out.length > 0) {
    const message = say(context.lang, "snippet.files_out", { count: outcome.left_out.length });
    context.notice("files_left_out", message);
  }
  if (outcome.output_left_out > 0) {
    const message = say(context.lang, "snippet.left_out", { bytes: outcome.output_left_out });
    context.notice("output_left_out", message);
  }
  const result: SnippetResult = {
    ...{ language, backend, ended, exit_code, host_calls },
    ...(said === undefined ? {} : { said }),
    ...{ stdout, stderr, files, left_out: outcome.left_out },
    output_left_out: outcome.output_left_out,
  };
  await context.artifact("result.json", "application/json", JSON.stringify(result, null, 1));
  return { files: files.length, ended, exit_code };
}

/** Plain names for files whose names are paths: each is used once, and none is one of the task's own. */
function namer(taken: readonly string[]) {
  const used = new Set(taken.map(foldedName));
  return {
    size: () => used.size,
    plain(name: string): string {
      const flat = name.replaceAll("/", "_");
      const wanted = refuseName(flat) === undefined ? flat : "file";
      const [, stem = wanted, ending = ""] = /^(.+?)(\.[^.]{1,16})?$/.exec(wanted) ?? [];
      let kept = wanted;
      for (let n = 2; used.has(foldedName(kept)); n++) kept = `${stem}-${n}${ending}`;
      if (refuseName(kept) !== undefined) throw saidError("validation", "artifact.name_sign");
      used.add(foldedName(kept));
      return kept;
    },
  };
}
