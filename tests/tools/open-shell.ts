import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createToolRoots } from "#lib/access/tool-roots";
import type { Approval } from "#lib/contracts/approvals";
import type { ToolCallContext, ToolInfo, ToolResult } from "#lib/contracts/tools";
import { systemClock } from "#lib/platform/clock";
import { createBuiltinProvider } from "#lib/tools/builtin";
import { createCommandSandbox } from "#lib/tools/command-sandbox";
import type { Commands } from "#lib/tools/commands";
import { askFor, openDesk } from "./open-desk.ts";
import { ownCommands } from "./open-room.ts";

/** Why no sandbox can be made on this machine; undefined where one can. */
export async function noSandboxHere(): Promise<string | undefined> {
  const state = await createCommandSandbox({ find: ownCommands.find, clock: systemClock }).state();
  return state.kind === "ready" ? undefined : `${state.why} ${JSON.stringify(state.values)}`;
}

/** `bash` as an agent calls it, over a workspace on disk, a second folder to read from, and files that are nobody's to see. */
export function openShell(options: { commands?: Commands; denied?: string[] } = {}) {
  const { commands = ownCommands, denied = [] } = options;
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-shell-")));
  const at = (...names: string[]) => path.join(dir, "workspace", ...names);
  const readable = path.join(dir, "library");
  const documents = path.join(dir, "documents");
  const home = path.join(dir, "home");
  for (const folder of [at(), readable, documents, home]) mkdirSync(folder);
  writeFileSync(path.join(readable, "book.txt"), "a book\n");
  for (const folder of [documents, home]) writeFileSync(path.join(folder, "secret.txt"), secret);
  const roots = createToolRoots(() => ({
    allowed: [at(), readable],
    workspace_root: null,
    deny: noDeny,
    documents: [{ label: "Documents", path: documents }],
    project_dir: dir,
    home,
  }));
  const sandbox = createCommandSandbox({ find: commands.find, clock: systemClock });
  const provider = createBuiltinProvider({
    roots,
    commands,
    home,
    timeout_ms: 600_000,
    shell: { sandbox, denied, hidden: () => [home, documents] },
  });
  const tools: ToolInfo[] = [];
  const desk = openDesk({ tools, provider });
  const granted = () => ({ grant: { ...desk.context().grant, tools: ["bash"] } });
  const shows: Approval["shows"][] = [];

  return {
    dir,
    at,
    readable,
    documents,
    home,
    roots,
    sandbox,
    desk,
    /** What a person was shown, call by call. */
    shows,
    /** A call that nobody is there to allow. */
    call: (args: Record<string, unknown>): Promise<ToolResult> =>
      desk.runtime.invoke("bash", args, desk.context(granted())),
    /** A call that a person allows, with far more time than any command here needs on the slowest machine. */
    async run(
      args: Record<string, unknown> | string,
      more: Partial<ToolCallContext> = {},
    ): Promise<ToolResult> {
      const given = { timeout_seconds: 300, ...(typeof args === "string" ? { cmd: args } : args) };
      const { id, result } = await askFor(desk, given, { ...granted(), ...more }, "bash");
      shows.push((await desk.approvals.get(id)).shows);
      await desk.approvals.decide(id, "allow_once");
      return result;
    },
    async close() {
      await desk.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
export type ShellDesk = ReturnType<typeof openShell>;

/** It stands in files that no command may read. */
export const secret = "nobody's to see";
const noDeny: string[] = [];
