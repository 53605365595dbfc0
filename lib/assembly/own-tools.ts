import path from "node:path";
import { realPlace } from "#lib/access/rules";
import { type ToolRootPlace, toolRootOptions } from "#lib/access/tool-root-problem";
import { createToolRoots, type DocumentFolder } from "#lib/access/tool-roots";
import { onePerson, type Person } from "#lib/contracts/people";
import type { Clock } from "#lib/contracts/ports";
import type { LoadedConfig } from "#lib/platform/config-file";
import type { Environment } from "#lib/platform/environment";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import type { Approvals } from "#lib/tools/approvals";
import { createBuiltinProvider } from "#lib/tools/builtin";
import { createCommandSandbox } from "#lib/tools/command-sandbox";
import { type Commands, createCommands } from "#lib/tools/commands";
import type { OrphanWatch } from "#lib/tools/orphan-watch";
import { createBashSwitch } from "./bash-switch.ts";
import { tellTools, toolFacts } from "./tool-places.ts";

/** The program's own tools: the folders they work in, the commands they are built on, their sandbox, and whether `bash` is on. */
export function createOwnTools(deps: {
  /** Instead of those found on the search path. */
  commands?: Commands | undefined;
  search_path: string | undefined;
  place: ToolRootPlace;
  /** Folders that stand in place of the configured ones. */
  documents: readonly DocumentFolder[] | undefined;
  config: () => LoadedConfig;
  env: Pick<Environment, "tool_timeout_ms" | "tool_bash_denylist">;
  approvals: Pick<Approvals, "permissions" | "latest" | "askUnless" | "revoke">;
  /** Who is at work: people who sign in have a workspace each. */
  person: () => Person;
  watch: OrphanWatch;
  clock: Clock;
  ids: NewId;
  log: Logger;
}) {
  const { search_path, place, documents, config, env, approvals, person, watch, clock, ids, log } =
    deps;
  const { home, project_dir } = place;
  const options = () => {
    const usual = toolRootOptions(config().config, place, documents);
    const { id } = person();
    // Folders that the environment names are everybody's: whoever set them said so.
    return id === onePerson || usual.allowed !== undefined ? usual : { ...usual, whose: id };
  };
  const roots = createToolRoots(options);
  const {
    commands = createCommands({
      search_path,
      within_reach: () =>
        roots.look().flatMap((one) => (one.state === "ok" ? [one.real_path] : [])),
    }),
  } = deps;
  const sandbox = createCommandSandbox({ find: commands.find, clock, watch });
  const hidden = () =>
    [home, ...options().documents.map((one) => path.resolve(project_dir, one.path))].map(realPlace);
  return {
    provider: createBuiltinProvider({
      ...{ roots, commands, home },
      timeout_ms: env.tool_timeout_ms,
      shell: { sandbox, denied: env.tool_bash_denylist, hidden },
    }),
    sandbox,
    bash: createBashSwitch({ approvals, config, sandbox, roots, hidden, ids, log }),
    facts: () => {
      const { workspace_root } = config().config.tools;
      return toolFacts({ roots, commands, place, workspace_root });
    },
    tell: () => tellTools({ roots, commands, log }),
  };
}
