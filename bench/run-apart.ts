import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { projectDir } from "#lib/platform/project";
import type { PartName, Parts } from "./parts/list.ts";

/** Runs one part in a process of its own; `ms` is from its start to its result. Throws when it fails. */
export async function runApart<Name extends PartName>(
  name: Name,
  input: Parameters<Parts[Name]>[0],
  signal: AbortSignal,
): Promise<{ result: Awaited<ReturnType<Parts[Name]>>; ms: number }> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      "--expose-gc",
      "--max-old-space-size=8192",
      path.join(projectDir(), "bench/parts/main.ts"),
      name,
    ],
    { stdio: ["pipe", "pipe", "inherit"], signal },
  );
  child.stdin.end(JSON.stringify(input));
  let output = "";
  let ms = Number.NaN;
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
    if (output.endsWith("\n")) ms = performance.now() - began;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`The part ${name} ended with code ${code}.`);
  // The part wrote what its function returned.
  return { result: JSON.parse(output) as Awaited<ReturnType<Parts[Name]>>, ms };
}
