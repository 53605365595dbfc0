import type { Config } from "#lib/contracts/config";
import { shellWords } from "#lib/contracts/shell-words";
import { commandLine } from "../parts/command-line.ts";

export type ConfiguredServer = Config["mcp_servers"][number];

/** A server as a form asks for it. */
export type ServerTyped = {
  name: string;
  by: "command" | "address";
  command: string;
  url: string;
  cwd: string;
  variables: string;
};

export type ServerProblem = "name" | "taken" | "command" | "quotes" | "url" | "variables";

export function typedOf(server: ConfiguredServer | undefined): ServerTyped {
  return {
    name: server?.name ?? "",
    by: server?.url === undefined ? "command" : "address",
    command: commandLine(server?.cmd ?? []),
    url: server?.url ?? "",
    cwd: server?.cwd ?? "",
    variables: server?.env_from?.join(" ") ?? "",
  };
}

/** The server as it would stand in the settings, or which field is in the way. `taken` are the names of the others. */
export function readServer(
  typed: ServerTyped,
  before: ConfiguredServer | undefined,
  taken: readonly string[],
): ConfiguredServer | { problem: ServerProblem } {
  const name = typed.name.trim();
  const variables = typed.variables.split(/[\s,]+/).filter((word) => word !== "");
  const cwd = typed.cwd.trim();
  if (!/^[a-z0-9_]+$/.test(name)) return { problem: "name" };
  if (taken.includes(name)) return { problem: "taken" };
  if (!variables.every((word) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(word))) {
    return { problem: "variables" };
  }
  const kept = {
    name,
    enabled: before?.enabled ?? true,
    ask: before?.ask ?? true,
    timeout_ms: before?.timeout_ms ?? 10_000,
    tools: before?.tools ?? {},
  };
  const env_from = variables.length === 0 ? {} : { env_from: variables };
  if (typed.by === "address") {
    const url = typed.url.trim();
    return /^https?:$/.test(URL.parse(url)?.protocol ?? "")
      ? { ...kept, url, ...env_from }
      : { problem: "url" };
  }
  const cmd = shellWords(typed.command);
  if (cmd === undefined) return { problem: "quotes" };
  if (cmd.length === 0 || cmd.includes("")) return { problem: "command" };
  return { ...kept, cmd, ...(cwd === "" ? {} : { cwd }), ...env_from };
}
