import { existsSync } from "node:fs";
import path from "node:path";

/**
 * Where a package of ours is: below the project, or, once the project is a package itself, in a folder above it. As Node
 * looks for it. The folder below the project where there is none.
 */
export function packageFolder(project_dir: string, name: string): string {
  for (let at = project_dir; ; at = path.dirname(at)) {
    const folder = path.join(at, "node_modules", name);
    if (existsSync(folder)) return folder;
    if (path.dirname(at) === at) return path.join(project_dir, "node_modules", name);
  }
}
