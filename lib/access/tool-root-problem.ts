import nodePath from "node:path";
import type { Config } from "#lib/contracts/config";
import type { ConfigProblem } from "#lib/platform/config-problems";
import { type ToolRootOptions, toolRootOverlap, toolRootOverProgram } from "./tool-roots.ts";

/** Where this program stands, as far as tool roots depend on it. */
export type ToolRootPlace = {
  tool_roots?: readonly string[] | undefined;
  project_dir: string;
  home: string;
  config_path?: string | undefined;
};

/** The tool roots of a configuration. `documents`: folders that stand in place of the configured ones. */
export function toolRootOptions(
  { doc_access, tools }: Pick<Config, "doc_access" | "tools">,
  { tool_roots, project_dir, home, config_path }: ToolRootPlace,
  documents: ToolRootOptions["documents"] = doc_access.roots,
): ToolRootOptions {
  const { workspace_root } = tools;
  return {
    allowed: tool_roots,
    workspace_root,
    deny: doc_access.deny,
    documents,
    project_dir,
    home,
    config_path,
  };
}

/** Forbids a configuration in which tools would reach documents, or this program itself. */
export function toolRootProblem(
  place: ToolRootPlace,
): (config: Pick<Config, "doc_access" | "tools">) => ConfigProblem | undefined {
  return (config) => {
    const options = toolRootOptions(config, place);
    const over = toolRootOverProgram(options);
    if (over !== undefined) {
      return {
        path: "tools.workspace_root",
        key: "tool_root.program",
        params: { id: nodePath.basename(over) },
      };
    }
    const overlap = toolRootOverlap(options);
    if (overlap === undefined) return undefined;
    const { tool, document } = overlap;
    const at = config.doc_access.roots.findIndex(({ path }) => path === document.path);
    return {
      path: `doc_access.roots[${at}].path`,
      key: "tool_root.overlap",
      params: { id: nodePath.basename(tool), label: document.label },
    };
  };
}
