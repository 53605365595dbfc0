import { shellWords } from "#lib/contracts/shell-words";

/**
 * The MCP servers that environment variables name. Pure, and without any import from a package, like the rest of the
 * rules for variables. MCP_SERVERS_JSON forgives: what is wrong in it costs a warning and that entry, or the whole of it
 * when it is no array, and then the variables of the single server count. Those do not forgive, like any other variable.
 * No value is repeated in a warning: arguments of a command may hold a key.
 */
export type EnvironmentServer = {
  name: string;
  cmd: string[];
  /** As it was given; relative to the project. */
  cwd?: string;
  /** Names of the variables that the server gets beside those of a login. */
  env_from?: string[];
};

export const serverName = /^[a-z0-9_]+$/;
/** The server that Docent brings itself; nobody else may bear its name. */
export const ownServer = "docs";
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

type Variables = Record<string, string | undefined>;
/** One sentence about a variable whose value is not accepted. */
type Refuse = (variable: string, message: string) => void;

export function judgeMcpServers(
  env: Variables,
  refuse: Refuse,
): { servers: EnvironmentServer[]; warnings: string[] } {
  const text = env.MCP_SERVERS_JSON?.trim();
  const given = {
    name: env.MCP_SERVER_NAME?.trim(),
    command: env.MCP_SERVER_CMD?.trim(),
    args_json: env.MCP_SERVER_ARGS_JSON?.trim(),
    args: env.MCP_SERVER_ARGS,
    cwd: env.MCP_SERVER_CWD,
  };
  const entries = text ? jsonArray(text) : undefined;
  if (entries !== undefined) return judgeEntries(entries);
  const single = singleServer(given, refuse);
  const ignored =
    "MCP_SERVERS_JSON is not a JSON array, so it is left out and the variables of the single server (MCP_SERVER_CMD and the like) count.";
  return {
    servers: single === undefined ? [] : [single],
    warnings: text ? [ignored] : [],
  };
}

function judgeEntries(entries: readonly unknown[]) {
  const servers: EnvironmentServer[] = [];
  const warnings: string[] = [];
  entries.forEach((entry, i) => {
    const judged = judgeEntry(entry);
    if (typeof judged === "string") {
      warnings.push(`Entry ${i + 1} of MCP_SERVERS_JSON is left out: ${judged}.`);
    } else if (servers.some((server) => server.name === judged.name)) {
      warnings.push(
        `Entry ${i + 1} of MCP_SERVERS_JSON is left out: the name ${judged.name} stands there twice, and the first one counts.`,
      );
    } else {
      servers.push(judged);
    }
  });
  return { servers, warnings };
}

/** The server, or what is wrong with the entry. */
function judgeEntry(entry: unknown): EnvironmentServer | string {
  if (entry === null || typeof entry !== "object" || Array.isArray(entry)) {
    return "it is not an object with name and cmd";
  }
  const { name, cmd, cwd, env_from } = entry as Record<string, unknown>; // an object, no array
  if (typeof name !== "string" || !serverName.test(name)) {
    return "its name is not made of a-z, 0-9 and _";
  }
  if (name === ownServer) return `the name ${ownServer} is Docent's own`;
  if (!isTexts(cmd) || cmd.length === 0 || cmd[0]?.trim() === "") {
    return "its cmd is not a list of texts that begins with a program";
  }
  if (cwd !== undefined && cwd !== null && typeof cwd !== "string") return "its cwd is not a text";
  if (env_from !== undefined && env_from !== null && !isNames(env_from)) {
    return "its env_from is not a list of names of variables";
  }
  return {
    name,
    cmd,
    ...(typeof cwd === "string" && cwd !== "" ? { cwd } : {}),
    ...(isNames(env_from) ? { env_from } : {}),
  };
}

type Single = Record<"name" | "command" | "args_json" | "args" | "cwd", string | undefined>;

function singleServer(given: Single, refuse: Refuse): EnvironmentServer | undefined {
  const { name, command, cwd } = given;
  if (!name && !command) return undefined;
  if (!name || !serverName.test(name) || name === ownServer) {
    refuse(
      "MCP_SERVER_NAME",
      `MCP_SERVER_NAME is ${JSON.stringify(name ?? "")}, but the server that MCP_SERVER_CMD starts needs a name of a-z, 0-9 and _ that is not ${ownServer}.`,
    );
    return undefined;
  }
  if (!command) {
    refuse(
      "MCP_SERVER_CMD",
      `MCP_SERVER_CMD is "", but the server ${name} of MCP_SERVER_NAME needs the program that starts it.`,
    );
    return undefined;
  }
  const args = singleArguments(given, refuse);
  return args && { name, cmd: [command, ...args], ...(cwd ? { cwd } : {}) };
}

function singleArguments({ args_json, args }: Single, refuse: Refuse): string[] | undefined {
  if (args_json) {
    const list = jsonArray(args_json);
    if (isTexts(list)) return list;
    refuse(
      "MCP_SERVER_ARGS_JSON",
      'MCP_SERVER_ARGS_JSON is not what is accepted: a JSON array of texts, such as ["--root", "/notes"].',
    );
    return undefined;
  }
  const words = shellWords(args ?? "");
  if (words === undefined) {
    refuse(
      "MCP_SERVER_ARGS",
      "MCP_SERVER_ARGS cannot be split into words: a quote in it is never closed, or it ends with a backslash.",
    );
  }
  return words;
}

function jsonArray(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined; // no JSON
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isNames(value: unknown): value is string[] {
  return isTexts(value) && value.every((name) => variableName.test(name));
}
