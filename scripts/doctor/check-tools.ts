import { toolRootOptions } from "#lib/access/tool-root-problem";
import { createToolRoots, type ToolRoot } from "#lib/access/tool-roots";
import { systemClock } from "#lib/platform/clock";
import { createConfigFile } from "#lib/platform/config-file";
import type { Environment } from "#lib/platform/environment";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import { type CommandSandbox, createCommandSandbox } from "#lib/tools/command-sandbox";
import { type CommandName, createCommands } from "#lib/tools/commands";
import { machineBackends, tellBackend } from "#lib/tools/sandbox-backends";
import { lang, sentences } from "../bootstrap/sentences.mjs";
import type { Finding } from "./finding.ts";

/** Where tools work, and which commands of the machine they are made of. */
export async function checkTools(
  { tool_roots, home, config_path }: Environment,
  project_dir: string,
  log: Logger,
): Promise<Finding[]> {
  const { config } = createConfigFile({
    project_dir,
    home,
    ...(config_path === undefined ? {} : { config_path }),
    log,
  }).current();
  const options = toolRootOptions(config, { tool_roots, project_dir, home, config_path });
  const roots = createToolRoots(() => options).look();
  const own = createCommands({
    search_path: process.env.PATH,
    within_reach: () => roots.flatMap((one) => (one.state === "ok" ? [one.real_path] : [])),
  });
  const commands = await own.all();
  const machine = createCommandSandbox({ find: own.find, clock: systemClock });
  const sandbox = await machine.state();
  return [
    ...roots.map(folder),
    ...commands.map(({ name, found }): Finding => {
      const what = sentences.doctorCommand(name);
      return found === undefined
        ? { what, said: without[name](), mark: "note" }
        : { what, said: `${found.version}, ${found.path}`, mark: "ok" };
    }),
    sandbox.kind === "ready"
      ? { what: sentences.doctorSandbox(), said: sentences.doctorSandboxWorks(), mark: "ok" }
      : {
          what: sentences.doctorSandbox(),
          said: say(lang, sandbox.why, sandbox.values),
          mark: "note",
        },
    ...(await codeSandboxes({ project_dir, home, machine })),
  ];
}

/** Each language is run in each of them, and looks around there. */
async function codeSandboxes(of: {
  project_dir: string;
  home: string;
  machine: CommandSandbox;
}): Promise<Finding[]> {
  const all = machineBackends({ ...of, search_path: process.env.PATH, clock: systemClock });
  try {
    const told = await Promise.all(all.map((backend) => tellBackend(backend, lang)));
    return told.flatMap(({ id, state, message = "", detail, proven, missing }): Finding[] => {
      const what = sentences.doctorCodeSandbox(id);
      if (state === "none") return [{ what, said: message, mark: "note" }];
      const ran = proven.map((language) => `${language} (${detail[language]})`).join(", ");
      const said = sentences.doctorCodeProven(ran, detail.around === "none" ? "" : detail.around);
      return [
        { what, said, mark: "ok" },
        ...missing.map(({ language, message: why }): Finding => {
          return {
            what: sentences.doctorCodeSandbox(`${id}, ${language}`),
            said: why,
            mark: "note",
          };
        }),
      ];
    });
  } finally {
    await Promise.all(all.map((backend) => backend.close()));
  }
}

/** What is done where a command is missing. */
const without: Record<CommandName, () => string> = {
  ls: sentences.doctorByItself,
  fd: sentences.doctorByItself,
  rg: sentences.doctorByItself,
  bash: sentences.doctorNoBash,
  bwrap: sentences.doctorNoSandbox,
};

function folder(root: ToolRoot): Finding {
  const what = sentences.doctorToolFolder(root.id);
  if (root.state === "ok") return { what, said: root.real_path, mark: "ok" };
  if (root.to_be_made) return { what, said: sentences.doctorToBeMade(root.path), mark: "ok" };
  const message = say(lang, root.said.key, root.said.params);
  return { what, said: `${root.path} (${root.rule}): ${message}`, mark: "note" };
}
