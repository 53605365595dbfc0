import canonicalize from "canonicalize";
import type { ToolRoots } from "#lib/access/tool-roots";
import type { Lang } from "#lib/contracts/answer";
import type { Approval, StandingPermission } from "#lib/contracts/approvals";
import type { Config } from "#lib/contracts/config";
import { AppError } from "#lib/contracts/errors";
import type { ToolInfo } from "#lib/contracts/tools";
import type { LoadedConfig } from "#lib/platform/config-file";
import { faultOf } from "#lib/platform/fault";
import { sha256 } from "#lib/platform/hash";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import type { Question } from "#lib/tools/approvals";
import { type CommandSandbox, commandEnvironment } from "#lib/tools/command-sandbox";

/** The tool that is off until a person has switched it on and allowed it. */
export const guardedTool = "bash";

type Off = NonNullable<ToolInfo["off"]>;

/** What is needed of the approvals. */
type Approvals = {
  permissions(): Promise<StandingPermission[]>;
  latest(
    tool_id: string,
    definition_hash: string,
  ): Promise<Pick<Approval, "id" | "state"> | undefined>;
  askUnless(question: Question, unless: { settled: true }): Promise<unknown>;
  revoke(permission_id: string): Promise<unknown>;
};

/**
 * Whether `bash` may be called at all. It takes a setting, a sandbox that holds on this machine, and a person's permission
 * for the very folders it would work in, whoever switched it on: a save over HTTP or a hand in the file. Without the three
 * it is off, and says which one is missing. Switching it off takes the permission back.
 */
export function createBashSwitch(deps: {
  approvals: Approvals;
  config: () => LoadedConfig;
  sandbox: CommandSandbox;
  roots: ToolRoots;
  hidden: () => readonly string[];
  ids: NewId;
  log: Logger;
}) {
  const { approvals, config, sandbox, roots, hidden, ids, log } = deps;
  let wasOn: boolean | undefined;

  /** What the permission is bound to: other folders are another question. */
  function subject() {
    const now = roots.now();
    const first = now.first();
    if (first === undefined) return undefined;
    const readable = now.list().flatMap((one) => (one.state === "ok" ? [one.real_path] : []));
    const workspace = first.real_path;
    const identity = sha256(canonicalize({ tool: guardedTool, workspace, readable }) ?? "");
    return { identity, sight: { workspace, cwd: workspace, readable, hidden: hidden() } };
  }
  type Subject = NonNullable<ReturnType<typeof subject>>;

  const own = async () =>
    (await approvals.permissions()).filter(({ tool_id }) => tool_id === guardedTool);
  const isAllowed = async ({ identity }: Subject) =>
    (await own()).some(({ definition_hash }) => definition_hash === identity);

  async function ask(about: Subject, trace_id: string, lang: Lang): Promise<void> {
    const { identity, sight } = about;
    const command = await sandbox.describe(sight);
    // One that is past its time is no question any more.
    if ((await approvals.latest(guardedTool, identity))?.state === "pending") return;
    const question: Question = {
      tool_id: guardedTool,
      provider_id: "builtin",
      definition_hash: identity,
      arguments: {},
      cwd: sight.cwd,
      level: "L2",
      risk: "guarded",
      resource: null,
      thread_id: null,
      agent_id: "person",
      shows: {
        kind: "tool",
        tool: guardedTool,
        command,
        cwd: sight.cwd,
        env_names: Object.keys(commandEnvironment(sight.cwd)),
      },
      choices: ["allow_always", "deny"],
      trace_id,
      reason: say(lang, "command.asks"),
    };
    await approvals.askUnless(question, { settled: true });
  }

  /** Sees that it was switched on by hand, and asks. */
  async function follow(about: Subject, lang: Lang): Promise<void> {
    const before = wasOn;
    wasOn = true;
    if (before === false || (await approvals.latest(guardedTool, about.identity)) === undefined) {
      await ask(about, ids("trace"), lang);
    }
  }

  /** Sees that it was switched off by hand, whatever could be run now, and takes the permission back. */
  async function takeBack(): Promise<void> {
    wasOn = false;
    if (config().error !== undefined) return;
    for (const { id } of await own()) {
      await approvals.revoke(id).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== "not_found") throw error;
      }); // another look took it back
    }
  }

  async function look(lang: Lang): Promise<Off | undefined> {
    const on = config().config.tools.bash.enabled;
    if (!on) await takeBack();
    const state = await sandbox.state();
    if (state.kind === "none") {
      return { why: "unavailable", message: say(lang, state.why, state.values) };
    }
    const about = subject();
    if (about === undefined) return { why: "unavailable", message: say(lang, "command.no_folder") };
    if (!on) return { why: "setting", message: say(lang, "command.off") };
    await follow(about, lang);
    if (await isAllowed(about)) return undefined;
    const latest = await approvals.latest(guardedTool, about.identity);
    if (latest?.state !== "pending") {
      return { why: "refused", message: say(lang, "command.not_allowed") };
    }
    return { why: "waiting", message: say(lang, "command.waits"), approval_id: latest.id };
  }

  return {
    /** Why it is off; undefined when it may be called. */
    async off(lang: Lang = "en"): Promise<Off | undefined> {
      try {
        return await look(lang);
      } catch (error) {
        log.warn(faultOf(error), "whether commands are allowed is not known");
        return { why: "unavailable", message: say(lang, "command.unknown") };
      }
    },
    /** After a save: the one that switches it on asks, and so does one that changes nothing, to be asked once more. */
    async saved(before: Config, trace_id: string, lang: Lang): Promise<void> {
      const { config: now } = config();
      const again = canonicalize(before) === canonicalize(now);
      const asks = now.tools.bash.enabled && (again || !before.tools.bash.enabled);
      const about = asks && (await sandbox.state()).kind === "ready" ? subject() : undefined;
      if (about !== undefined) {
        wasOn = true;
        await ask(about, trace_id, lang);
      }
      await this.off(lang);
    },
  };
}
