import type { SandboxLanguage } from "#lib/contracts/sandbox";
import type { SandboxJob, SandboxRun } from "./backend.ts";
import type { OutsideThings } from "./outside-things.ts";

/** The last and only word of a proof that holds. */
const works = "ready";

/**
 * A program that tries what must not be possible in a sandbox and prints `ready` alone where nothing was: so it is known at
 * once that the wall holds around this language, and that the language runs.
 */
export const languageProofs = {
  python: ({ secret, port }: OutsideThings) => `
import socket
found = []
def attempt(what, reach):
    try:
        reach()
        found.append(what)
    except OSError:
        pass
attempt("files outside can be seen", lambda: open(${JSON.stringify(secret)}).read())
attempt("there is a network", lambda: socket.create_connection(("127.0.0.1", ${port}), 5))
print(found[0] if found else "${works}")`,
  node: ({ secret, port }: OutsideThings) => `
const fs = require("node:fs");
const end = (found) => { console.log(found); process.exit(0); };
const socket = require("node:net").connect({ host: "127.0.0.1", port: ${port} });
socket.on("connect", () => end("there is a network"));
socket.on("error", () => {
  try { fs.readFileSync(${JSON.stringify(secret)}); } catch { end("${works}"); }
  end("files outside can be seen");
});`,
  quickjs: ({ secret }: OutsideThings) => `
const found = ["fetch", "process", "require"].filter((name) => name in globalThis).map((name) => name + " is there");
try { files.read(${JSON.stringify(secret)}); found.push("files outside can be seen"); } catch {}
console.log(found[0] ?? "${works}");`,
} as const;

/** A program under small limits, with more time than it needs on the slowest machine. */
export function proofJob(language: SandboxLanguage, code: string): SandboxJob {
  const MiB = 1024 ** 2;
  return {
    ...{ language, code, files: [], args: [], stdin: "" },
    signal: new AbortController().signal,
    limits: {
      ...{ timeout_ms: 30_000, cpu_ms: 20_000, memory_mb: 128, output_bytes: MiB },
      ...{ files: 10, file_bytes: MiB, total_bytes: MiB, processes: 16 },
    },
  };
}

/** Why the sandbox does not hold, by what a proof printed in it; undefined where it does. */
export function faultIn({ ended, exit_code, stdout, stderr }: SandboxRun): string | undefined {
  if (exit_code === 0 && stdout.trim() === works) return undefined;
  return (stdout.trim() || stderr.trim().split("\n").at(-1) || ended).slice(0, 200);
}
