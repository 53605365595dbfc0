import { type Assembly, createAssembly } from "#lib/assembly";
import { foldersRead } from "./folders-read.ts";

/** The whole program in this process, once the folders are read. Nobody can be asked: what would ask is refused. */
export async function programHere(call: {
  project_dir: string;
  roots?: readonly string[];
  signal: AbortSignal;
}): Promise<Assembly> {
  const { project_dir, roots = [], signal } = call;
  const env = { ...process.env, DOCENT_LOG_LEVEL: process.env.DOCENT_LOG_LEVEL ?? "warn" };
  const assembly = createAssembly({ project_dir, env, roots, attended: false, terminal: true });
  try {
    assembly.warm();
    await foldersRead(assembly, signal);
    return assembly;
  } catch (error) {
    await assembly.close();
    throw error;
  }
}
