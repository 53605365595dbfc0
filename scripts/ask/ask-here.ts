import { createAssembly } from "#lib/assembly";
import type { Answer } from "#lib/contracts/answer";
import { AskBody } from "#lib/contracts/http";
import { foldersRead } from "../terminal/folders-read.ts";
import type { Asked } from "./ask-server.ts";

/**
 * Runs the whole program for one question. It ends with the answer, so unlike the page it cannot be asked again a little
 * later: it waits until the folders are read, and says on stderr how far it is.
 */
export async function askHere(call: {
  asked: Asked;
  roots: readonly string[];
  project_dir: string;
  signal: AbortSignal;
}): Promise<Answer> {
  const { asked, roots, project_dir, signal } = call;
  const env = { ...process.env, DOCENT_LOG_LEVEL: process.env.DOCENT_LOG_LEVEL ?? "warn" };
  const tenancy = { kind: roots.length > 0 ? "guest" : "owner" } as const;
  const assembly = createAssembly({ project_dir, env, roots, tenancy, terminal: true });
  try {
    assembly.warm();
    await foldersRead(assembly, signal);
    const body = AskBody.parse(asked);
    const trace_id = assembly.newId("trace");
    return await assembly.ask(body, { trace_id, signal, emit: () => undefined });
  } finally {
    await assembly.close();
  }
}
