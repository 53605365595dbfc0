import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { createAssembly } from "#lib/assembly";
import type { Lang } from "#lib/contracts/answer";
import { detectLang } from "#lib/language/words";
import { projectDir } from "#lib/platform/project";
import { errorSentence, saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { foldersRead } from "./terminal/folders-read.ts";
import { runCommand } from "./terminal/run-command.ts";
import { terminalJson } from "./terminal/terminal-text.ts";
import { printVerdict } from "./verify/print-verdict.ts";

/**
 * `npm run verify -- FILE`: holds an exported conversation, or the JSON of an answer, against the files as they are now.
 * Needs no server: it starts the docs server for itself and reads through it alone, whatever the file names. Exit 0 when
 * every source stands and every sentence is carried, 1 when not, 2 for a wrong call.
 */
const usage = `usage: npm run verify -- FILE [--root DIR …] [--json]
  FILE         an exported conversation (Markdown or JSON), or what npm run ask -- --json printed
  --root DIR   check against this folder instead of the configured folders; may be given more than once
  --json       the whole verdict as JSON`;

const largestBytes = 16 * 1024 * 1024;

type Call = { file: string; roots: string[]; json: boolean };

process.exitCode = await main();

async function main(): Promise<number> {
  const call = readCall(process.argv.slice(2));
  if (call === undefined) {
    console.error(usage);
    return 2;
  }
  let lang: Lang = "en";
  const check = async (signal: AbortSignal) => {
    const text = readExported(call.file);
    lang = langOf(text);
    const verdict = await verify(text, lang, call.roots, signal);
    if (call.json) console.log(terminalJson(verdict));
    else printVerdict(verdict, lang);
    return verdict.holds ? 0 : 1;
  };
  return runCommand(check, (error) => errorSentence(error, lang));
}

async function verify(text: string, lang: Lang, roots: string[], signal: AbortSignal) {
  const env = { ...process.env, DOCENT_LOG_LEVEL: process.env.DOCENT_LOG_LEVEL ?? "warn" };
  // It stores nothing of its own but the audit of what it read, beside whoever owns the state folder.
  const tenancy = { kind: "guest" } as const;
  const assembly = createAssembly({
    project_dir: projectDir(),
    env,
    roots,
    tenancy,
    terminal: true,
  });
  try {
    assembly.warm();
    // What has moved to another file is found through the index.
    await foldersRead(assembly, signal);
    return await assembly.verifyExport(text, { trace_id: assembly.newId("trace"), lang, signal });
  } finally {
    await assembly.close();
  }
}

/** That of the export's own headings; the words of any other file. */
function langOf(text: string): Lang {
  const langs = ["en", "zh-CN"] as const;
  return (
    langs.find((lang) => text.includes(`\n### ${say(lang, "export.about")}\n`)) ?? detectLang(text)
  );
}

/** Throws `validation` for what is no file of a size that an export can have. */
function readExported(file: string): string {
  const name = path.basename(file);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true) throw saidError("validation", "verify.no_file", { name });
  if (found.size > largestBytes) {
    const most = largestBytes / 1024 / 1024;
    throw saidError("too_large", "verify.too_large", { name, most });
  }
  return readFileSync(file, "utf8").replace(/^\ufeff/, "");
}

function readCall(args: string[]): Call | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        root: { type: "string", multiple: true, default: [] },
        json: { type: "boolean", default: false },
      },
    });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) return undefined;
    const here = process.env.INIT_CWD ?? process.cwd();
    const roots = values.root.map((root) => path.resolve(here, root));
    return { file: path.resolve(here, file), roots, json: values.json };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
