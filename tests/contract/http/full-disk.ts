import { rmSync, writeFileSync } from "node:fs";
import { createAssembly } from "#lib/assembly";
import { asQuestion } from "#lib/contracts/question";
import { projectDir } from "#lib/platform/project";

/**
 * What happens on a disk that fills up: one line of JSON for each thing that was tried. Its argument is a folder with
 * `config.json` whose state, below `disk/`, lies on a small disk of its own.
 */
const [, , dir = ""] = process.argv;
const filler = `${dir}/disk/filler`;
const assembly = createAssembly({
  project_dir: projectDir(),
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DOCENT_HOME: `${dir}/disk/home`,
    DOCENT_CONFIG: `${dir}/config.json`,
    DOCENT_LOG_LEVEL: "silent",
  },
});

const question = "When is the signing key rotated?";
async function ask(key: string): Promise<unknown> {
  const signal = new AbortController().signal;
  const trace_id = assembly.newId("trace");
  try {
    const body = { question: asQuestion(question), store: true };
    const answer = await assembly.ask(body, { trace_id, key, signal, emit: () => undefined });
    return { status: answer.status, thread_id: answer.thread_id };
  } catch (error) {
    return { code: assembly.explain(error, trace_id).code };
  }
}
const say = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** Until not one byte more goes onto the disk. */
function fill(): void {
  let size = 1024 * 1024;
  let n = 0;
  while (size >= 1) {
    try {
      writeFileSync(`${filler}${n++}`, Buffer.alloc(size, "x"));
    } catch {
      size = Math.floor(size / 2);
    }
  }
}

const first = (await ask("first")) as { thread_id: string }; // the disk is empty: it is an answer
say(first);
fill();
say(await ask("second"));
say({ turns: (await assembly.readThread(first.thread_id)).turns });
say(await ask("first"));
rmSync(`${filler}0`);
say(await ask("second"));
await assembly.close();
