import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder of package.json. Bundled code (Next) has no useful `import.meta.url`, so the starting process says where
 * it stands: `DOCENT_PROJECT`, then the working directory, then the place of this file.
 */
export function projectDir(env: Record<string, string | undefined> = process.env): string {
  const named = env.DOCENT_PROJECT;
  if (named) return named;
  if (existsSync(path.join(process.cwd(), "global_config.json"))) return process.cwd();
  return path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
}
