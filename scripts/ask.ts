import path from "node:path";
import { parseArgs } from "node:util";
import type { Answer } from "#lib/contracts/answer";
import { asQuestion } from "#lib/contracts/question";
import { projectDir } from "#lib/platform/project";
import { askHere } from "./ask/ask-here.ts";
import { type Asked, askServer } from "./ask/ask-server.ts";
import { printAnswer } from "./ask/print-answer.ts";
import { runCall } from "./terminal/run-command.ts";
import { runningServer } from "./terminal/running-servers.ts";
import { terminalJson } from "./terminal/terminal-text.ts";

/**
 * `npm run ask -- "question"`: one question from the terminal, the same way through the program as from the page. A
 * running server answers it; without one, or with folders of its own (`--root`), the program runs in this process.
 * Exit 1 when there was no answer, 2 for a wrong call. stdout has the answer and nothing else.
 */
const usage = `usage: npm run ask -- "question" [--root DIR …] [--model NAME] [--web] [--json]
  --root DIR    search this folder instead of the configured folders; may be given more than once
  --model NAME  let this model write the answer (one of those that are set up)
  --web         search the web too, with the search that is set up
  --json        the whole answer as JSON`;

type Call = { asked: Asked; roots: string[]; json: boolean };

process.exitCode = await runCall({ usage, readCall, work });

async function work(call: Call, signal: AbortSignal): Promise<number> {
  const answer = await ask(call, signal);
  if (call.json) console.log(terminalJson(answer));
  else printAnswer(answer);
  return answer.status === "error" || answer.status === "timeout" ? 1 : 0;
}

async function ask({ asked, roots }: Call, signal: AbortSignal): Promise<Answer> {
  const server = roots.length === 0 ? await runningServer(signal) : undefined;
  if (server !== undefined) return askServer(asked, server, signal);
  return askHere({ asked, roots, project_dir: projectDir(), signal });
}

function readCall(args: string[]): Call | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        root: { type: "string", multiple: true, default: [] },
        model: { type: "string" },
        web: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
      },
    });
    const question = positionals.join(" ").trim();
    if (question === "" || values.model?.trim() === "") return undefined;
    const here = process.env.INIT_CWD ?? process.cwd();
    const { model, web } = values;
    return {
      asked: {
        question: asQuestion(question),
        ...(model === undefined ? {} : { model }),
        ...(web ? { web } : {}),
      },
      roots: values.root.map((root) => path.resolve(here, root)),
      json: values.json,
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
