import { type ToolRootPlace, toolRootOptions } from "#lib/access/tool-root-problem";
import {
  type DocumentFolder,
  type ToolRoots,
  toolRootOverlap,
  toolRootOverProgram,
} from "#lib/access/tool-roots";
import type { BuiltInTools } from "#lib/contracts/tools";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import type { Commands } from "#lib/tools/commands";
import { configAtStart } from "./config-at-start.ts";

/**
 * Throws `config_invalid` where a tool root and a folder of documents, or this program, lie one inside the other, with
 * both named: before anything is started. Later the configuration file itself refuses such a change.
 */
export function refuseToolRoots({
  documents,
  ...place
}: ToolRootPlace & {
  /** Folders that stand in place of the configured ones. */
  documents?: readonly DocumentFolder[] | undefined;
}): void {
  const options = toolRootOptions(configAtStart(place), place, documents);
  const over = toolRootOverProgram(options);
  if (over !== undefined) throw saidError("config_invalid", "tool_root.program", { id: over });
  const overlap = toolRootOverlap(options);
  if (overlap === undefined) return;
  const { tool, document } = overlap;
  const label =
    document.label === document.path ? document.path : `${document.label}: ${document.path}`;
  throw saidError("config_invalid", "tool_root.overlap", { id: tool, label });
}

/** One line for what the tools will do without, which settings and doctor tell a person, and one for each tool root that nothing can be done in. */
export function tellTools({
  roots,
  commands,
  log,
}: {
  roots: ToolRoots;
  commands: Commands;
  log: Logger;
}): void {
  for (const root of roots.look()) {
    if (root.state === "closed" && !root.to_be_made) log.warn({ rule: root.rule }, root.message);
  }
  commands.all().then(
    (all) => {
      const missing = all.flatMap(({ name, found }) => (found === undefined ? [name] : []));
      if (missing.length > 0) log.info({ missing }, "commands that tools are built on are missing");
    },
    (error: unknown) => log.error(faultOf(error), "the commands could not be looked for"),
  );
}

/** Where the tools work and with what, for whoever lists them. */
export async function toolFacts({
  roots,
  commands,
  place,
  workspace_root,
}: {
  roots: ToolRoots;
  commands: Commands;
  place: ToolRootPlace;
  workspace_root: string | null;
}): Promise<BuiltInTools> {
  const usual = workspace_root === null ? "default" : "configuration";
  return {
    roots: roots.look().flatMap((root) => {
      if (root.state === "ok") return [root.real_path];
      return root.to_be_made ? [root.path] : [];
    }),
    roots_from: place.tool_roots === undefined ? usual : "environment",
    commands: (await commands.all()).map(({ name, for: tools, found }) => ({
      name,
      for: [...tools],
      ...(found === undefined ? {} : { path: found.path, version: found.version }),
    })),
  };
}
