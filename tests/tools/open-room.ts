import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { createToolRoots, type ToolRootOptions } from "#lib/access/tool-roots";
import type { ApprovalDecision } from "#lib/contracts/approvals";
import type { ToolInfo, ToolResult } from "#lib/contracts/tools";
import { systemClock } from "#lib/platform/clock";
import { createBuiltinProvider } from "#lib/tools/builtin";
import { createCommandSandbox } from "#lib/tools/command-sandbox";
import { type Commands, createCommands } from "#lib/tools/commands";
import { askFor, openDesk } from "./open-desk.ts";

/** The commands of this machine, looked for once for all tests of a file; and a machine that has none. */
export const ownCommands = createCommands({ search_path: process.env.PATH });
export const noCommands = createCommands({ search_path: "" });

export async function missingCommands(...names: Parameters<Commands["find"]>[0][]) {
  const found = await Promise.all(names.map(async (name) => [name, await ownCommands.find(name)]));
  return found.flatMap(([name, one]) => (one === undefined ? [String(name)] : []));
}

/** A workspace on disk with a folder beside it that no tool may reach, and the program's tools over both. */
export function openRoom(options: Partial<ToolRootOptions> & { commands?: Commands } = {}) {
  const { commands = ownCommands, ...rest } = options;
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-room-")));
  const home = path.join(dir, "home");
  const at = (...names: string[]) => path.join(home, "workspace", ...names);
  const outside = (...names: string[]) => path.join(dir, "outside", ...names);
  mkdirSync(at(), { recursive: true });
  mkdirSync(outside());
  const put = (file: string, text: string | Uint8Array): string => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const roots = createToolRoots(() => ({
    allowed: undefined,
    workspace_root: null,
    deny: noDeny,
    documents: [],
    project_dir: dir,
    home,
    ...rest,
  }));
  const opened: { close(): void }[] = [];

  /** Through the runtime, as an agent's call. */
  function deskWith(own: Commands) {
    const sandbox = createCommandSandbox({ find: own.find, clock: systemClock });
    const shell = { sandbox, denied: [], hidden: () => [home] };
    const provider = createBuiltinProvider({
      roots,
      commands: own,
      home,
      timeout_ms: 30_000,
      shell,
    });
    const tools: ToolInfo[] = [];
    const desk = openDesk({ tools, provider });
    opened.push(desk);
    return desk;
  }
  let desk: ReturnType<typeof openDesk> | undefined;
  const names = ["ls", "find", "grep", "read", "write", "edit", "bash"];

  return {
    dir,
    home,
    at,
    outside,
    roots,
    write: (name: string, text: string | Uint8Array) => put(at(name), text),
    writeOutside: (name: string, text: string | Uint8Array) => put(outside(name), text),
    async call(tool: string, args: Record<string, unknown>): Promise<ToolResult> {
      desk ??= deskWith(commands);
      const context = desk.context();
      const grant = { ...context.grant, tools: names };
      return desk.runtime.invoke(tool, args, { ...context, grant });
    },
    /** The same call with a person there, who is asked: what they are shown, and what comes of it once they decide. */
    async ask(tool: string, args: Record<string, unknown>) {
      desk ??= deskWith(commands);
      const { approvals } = desk;
      const { grant } = desk.context();
      const call = { grant: { ...grant, tools: names }, asking: "wait" } as const;
      const { id, result } = await askFor(desk, args, call, tool);
      const decide = async (decision: ApprovalDecision): Promise<ToolResult> => {
        await approvals.decide(id, decision);
        return result;
      };
      return { approval: await approvals.get(id), decide };
    },
    get audited() {
      return desk?.audited ?? [];
    },
    close() {
      for (const one of opened) one.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
const noDeny: string[] = [];

/** What stands below a folder but for the folders themselves: files with their text, links with where they lead. */
export function allBelow(folder: string): [path: string, what: string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return allBelow(place);
    if (entry.isSymbolicLink()) return [[place, `-> ${readlinkSync(place)}`]];
    return [[place, readFileSync(place, "utf8")]];
  });
}
