import { createRequire } from "node:module";
import path from "node:path";

const packages = createRequire(import.meta.url);

/** The command of an MCP server that we did not write. */
export function realServer(name: string, ...args: string[]): string[] {
  const folder = path.dirname(packages.resolve(`${name}/package.json`));
  return [process.execPath, path.join(folder, "dist/index.js"), ...args];
}
