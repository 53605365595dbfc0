import { realpathSync } from "node:fs";
import path from "node:path";
import { packageFolder } from "#lib/platform/package-folder";
import type { Program } from "./launch.ts";

export type WasmLanguage = "javascript" | "python";

const engines: Record<WasmLanguage, { worker: string; packages: readonly string[] }> = {
  javascript: {
    worker: "quickjs-worker.ts",
    packages: ["quickjs-emscripten-core", "@jitl"],
  },
  python: { worker: "python-worker.ts", packages: ["pyodide"] },
};

/**
 * How an instance is started, and what it has to see of the disk: its own program and its engine. Node's permission model
 * closes files, processes, threads and native code; text is not run as code; nobody can attach a debugger.
 */
export function wasmProgram(language: WasmLanguage, project_dir: string): Program {
  const { worker, packages } = engines[language];
  const child = path.join(project_dir, "lib/tools/providers/sandbox/wasm/child");
  const own = [
    path.join(project_dir, "package.json"),
    child,
    ...packages.map((name) => packageFolder(project_dir, name)),
  ];
  // As they are named, and as they are where a name is a link.
  const sight = [...new Set([...own, ...own.map((place) => realpathSync(place))])];
  const node = realpathSync(process.execPath);
  const command = [
    node,
    "--permission",
    ...sight.map((place) => `--allow-fs-read=${place}`),
    "--disallow-code-generation-from-strings",
    ...["--no-addons", "--disable-sigusr1", "--no-warnings", "--disable-proto=throw"],
    ...["--no-experimental-websocket", "--no-experimental-global-navigator"],
    "--max-old-space-size=256",
    // For Python, which waits for what is awaited outside of it.
    "--experimental-wasm-jspi",
    path.join(child, worker),
  ];
  return { command, sight: [node, ...sight] };
}
