import path from "node:path";

/**
 * What each environment variable accepts. Pure and without any import from a package, so that `npm start` can judge
 * the environment before anything is installed. `environment.ts` is the front for the rest of the program.
 */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

export type EnvironmentValues = {
  port: number;
  host: string;
  /** Absolute: where state is kept (database, index, saved configuration). */
  home: string;
  /** Absolute; when present this one file is read and saved instead of the tracked and the saved one. */
  config_path?: string;
  log_level: LogLevel;
  /** How long one call to the docs server may take. */
  mcp_timeout_ms: number;
};

export type EnvironmentProblem = { variable: string; value: string; message: string };

type Variables = Record<string, string | undefined>;

/**
 * The settings in force, or the first value that is not accepted. A variable set to nothing counts as not set.
 * Relative paths are relative to the project, like those of the configuration file.
 */
export function judgeEnvironment(
  env: Variables,
  project_dir: string,
):
  | { kind: "accepted"; values: EnvironmentValues }
  | { kind: "refused"; problem: EnvironmentProblem } {
  const problems: EnvironmentProblem[] = [];
  const refuse = (variable: string, accepted: string) => {
    const value = env[variable] ?? "";
    problems.push({
      variable,
      value,
      message: `${variable} is ${JSON.stringify(value)}, but ${accepted}.`,
    });
  };

  const wholeNumber = (variable: string, fallback: number, min: number, max: number) => {
    const text = env[variable]?.trim();
    if (!text) return fallback;
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    refuse(variable, `it must be a whole number from ${min} to ${max}`);
    return fallback;
  };

  const absolutePath = (variable: string) => {
    const text = env[variable];
    if (!text) return undefined;
    if (text === "~" || text.startsWith("~/")) {
      refuse(variable, "“~” is not expanded here: write the whole path");
      return undefined;
    }
    return path.resolve(project_dir, text);
  };

  const host = env.HOST?.trim() || "127.0.0.1";
  if (!isLoopback(host)) {
    refuse(
      "HOST",
      "this version answers only on this machine: use 127.0.0.1, another 127.x.x.x address, ::1 or localhost (any other address would need DOCENT_ACCESS_TOKEN and DOCENT_ALLOWED_HOSTS, which do not exist yet)",
    );
  }
  const level = env.DOCENT_LOG_LEVEL?.trim().toLowerCase() || "info";
  const log_level = logLevels.find((known) => known === level);
  if (log_level === undefined) {
    refuse("DOCENT_LOG_LEVEL", `it must be one of ${logLevels.join(", ")}`);
  }
  const config_path = absolutePath("DOCENT_CONFIG");
  const values: EnvironmentValues = {
    port: wholeNumber("PORT", 3000, 1, 65_535),
    host,
    home: absolutePath("DOCENT_HOME") ?? path.join(project_dir, ".docent"),
    ...(config_path === undefined ? {} : { config_path }),
    log_level: log_level ?? "info",
    mcp_timeout_ms: wholeNumber("MCP_TIMEOUT_MS", 10_000, 100, 3_600_000),
  };
  const [problem] = problems;
  return problem === undefined ? { kind: "accepted", values } : { kind: "refused", problem };
}

function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "::1") return true;
  const parts = host.split(".");
  return (
    parts.length === 4 &&
    parts[0] === "127" &&
    parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
  );
}
