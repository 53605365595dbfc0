import type { McpToolSetting } from "#lib/contracts/config";
import { AppError } from "#lib/contracts/errors";
import type { ToolInfo } from "#lib/contracts/tools";
import { sha256 } from "#lib/platform/hash";
import type { ToolProvider, ToolSpec } from "./provider.ts";
import type { Definition } from "./providers/mcp/definitions.ts";
import {
  createMcpSession,
  type McpSession,
  type McpSessionOptions,
} from "./providers/mcp/session.ts";

export type { SessionStatus } from "./providers/mcp/session.ts";

/**
 * One MCP server: its session, and its tools as a provider under `mcp.<server>`. What its tools may do is decided here
 * and by the person, never by what the server says of them: a foreign one may reach anything and is asked about, until a
 * person sets it otherwise. Such a setting holds for the definition the person saw and for no later one.
 */
export type McpServer = Pick<
  McpSession,
  "name" | "timeout_ms" | "list" | "status" | "restart" | "close"
> & {
  provider: ToolProvider;
  /**
   * A tool of our own server that is in no list: the program's own work, which no agent and no person calls. Throws
   * AppError as the session does, and for every server of others.
   */
  callUnlisted: McpSession["invoke"];
};

export type McpServerOptions = McpSessionOptions & {
  rights:
    | { kind: "own" }
    | {
        kind: "foreign";
        /** What is started or reached, as a hash: the same words from another program are another tool. */
        identity: string;
        /** By name of tool; the same object as long as nothing changed. */
        settings: () => Readonly<Record<string, McpToolSetting>>;
      };
};

type Rights = Pick<ToolInfo, "capability_level" | "risk" | "side_effects" | "requires_confirm">;

/** Our own docs server reads only, and judges every path itself. */
export const docsRights: Rights = {
  capability_level: "L0",
  risk: "safe",
  side_effects: "none",
  requires_confirm: false,
};
/** How long a list waits for a server that is starting. */
const startingMs = 2000;
/** Of one foreign server at once; further calls wait for a place. */
const foreignCalls = 8;
const foreignRights: Rights = {
  capability_level: "L2",
  risk: "unknown",
  side_effects: "unknown",
  requires_confirm: true,
};

export function createMcpServer({ rights, ...options }: McpServerOptions): McpServer {
  const session = createMcpSession(options);
  const id = `mcp.${session.name}`;
  const settings = rights.kind === "own" ? () => noSettings : rights.settings;
  /** Made of what the session and the person last gave, so that the same tools are the same array. */
  let made: { from: readonly Definition[]; by: object; specs: readonly ToolSpec[] } | undefined;

  function boundHash({ definition_hash }: Definition): string {
    return rights.kind === "own"
      ? definition_hash
      : sha256(`${rights.identity}\n${definition_hash}`);
  }

  function specOf(definition: Definition, by: Readonly<Record<string, McpToolSetting>>): ToolSpec {
    const definition_hash = boundHash(definition);
    const shared = {
      id: `${id}.${definition.name}`,
      provider_id: id,
      timeout_ms: session.timeout_ms,
    };
    const setting = Object.hasOwn(by, definition.name) ? by[definition.name] : undefined;
    const held = setting?.definition_hash === definition_hash ? rightsOf(setting) : foreignRights;
    return {
      ...definition,
      ...shared,
      definition_hash,
      ...(rights.kind === "own" ? docsRights : held),
    };
  }

  /** One of others that takes its time to start holds up no list: it has no tools until it is there. */
  async function patiently(signal: AbortSignal): Promise<readonly Definition[]> {
    if (rights.kind === "own" || session.status().state === "ready") return session.list(signal);
    const late = AbortSignal.timeout(startingMs);
    try {
      return await session.list(AbortSignal.any([signal, late]));
    } catch (error) {
      if (!late.aborted || signal.aborted) throw error;
      throw new AppError(
        "provider_unavailable",
        `The MCP server "${session.name}" is still starting. Try again in a moment.`,
        { retryable: true },
      );
    }
  }

  const provider: ToolProvider = {
    id,
    repeats: false, // the session starts it again, and the next call finds it
    ours: rights.kind === "own",
    verbatim: rights.kind === "own",
    ...(rights.kind === "own" ? {} : { concurrency: foreignCalls }),
    async listTools(signal) {
      const from = await patiently(signal);
      const by = settings();
      if (made?.from !== from || made.by !== by) {
        made = { from, by, specs: from.map((definition) => specOf(definition, by)) };
      }
      return made.specs;
    },
    invoke: (tool, args, call) =>
      session.invoke(tool.name, args, {
        ...call,
        changes: tool.side_effects !== "none",
        isMeant: (definition) => boundHash(definition) === tool.definition_hash,
      }),
    close: () => session.close(),
  };

  const { name, timeout_ms, list, status, restart, close } = session;
  const callUnlisted: McpSession["invoke"] = async (tool, args, call) => {
    if (rights.kind !== "own") {
      throw new AppError("tool_not_granted", `${name} is not our own server.`);
    }
    return session.invoke(tool, args, call);
  };
  return { name, timeout_ms, list, status, restart, close, provider, callUnlisted };
}

const noSettings = {};

function rightsOf({ level, risk }: McpToolSetting): Rights {
  return {
    capability_level: level,
    risk,
    side_effects: level === "L0" ? "none" : "declared",
    requires_confirm: risk !== "safe",
  };
}
