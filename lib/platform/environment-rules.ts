import path from "node:path";
import { shellWords } from "../contracts/shell-words.ts";
import { isLoopback, nameOf, readHostEntry } from "./listening.ts";
import { type EnvironmentServer, judgeMcpServers } from "./mcp-environment.ts";
import { type TokenFault, tokenFault } from "./token-strength.ts";

/**
 * What each environment variable accepts. Pure and without any import from a package, so that `npm start` can judge
 * the environment before anything is installed. `environment.ts` is the front for the rest of the program.
 */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

export type EnvironmentValues = {
  port: number;
  host: string;
  /** Beside the loopback: under which names the server may be called. In lower case. */
  allowed_hosts: string[];
  /** Whoever opens a page or calls a route must know it. Never written anywhere, not even in part. */
  access_token?: string;
  /** Absolute: where state is kept (database, index, saved configuration). */
  home: string;
  /** Absolute; when present this one file is read and saved instead of the tracked and the saved one. */
  config_path?: string;
  log_level: LogLevel;
  /** What a person at a terminal is shown: the same where they chose it, else warnings and errors. */
  terminal_level: LogLevel;
  /** How long one call to the docs server, or to a server of the environment, may take. */
  mcp_timeout_ms: number;
  mcp_servers: EnvironmentServer[];
  /** One sentence for each thing that was wrong and forgiven. */
  warnings: string[];
  /** The longest any tool call may take. */
  tool_timeout_ms: number;
  /** Which service searches the web, and what it needs; the configuration stands above the first. */
  web_search: { backend?: SearchBackendName; searxng_url?: string; brave_key?: string };
  /** Keys of model providers, by the name of their variable. Handed to the provider alone, and never written anywhere. */
  model_keys: Record<string, string>;
  /** Commands that are refused beside the built-in ones, as they were written. */
  tool_bash_denylist: string[];
  /** How much of a tool's output is handed over at once. */
  tool_output: { lines: number; bytes: number };
  /** Absolute, each once: the folders that tools work in, instead of the configured one. */
  tool_roots?: string[];
  /** The PostgreSQL database that state is kept in; in a file of the state folder without. It may hold a password, and is never written anywhere. */
  database_url?: string;
  /** Where the index on a search server is; in this process without. Its addresses may hold passwords, and are never written anywhere. */
  search?: { url: string; index: string };
  /** Who says who people are; nobody signs in without. The secret is handed to the provider alone, and never written anywhere. */
  sign_in?: { issuer: string; client_id: string; client_secret?: string };
  /** Where OpenTelemetry is sent; nothing is unless it is set. `content`: with the words of questions and answers. */
  telemetry: { endpoint?: string; content: boolean };
};

/** As in `WebSearchBackend` of the contracts, which this file cannot import. */
export const searchBackendNames = ["stub", "ddg_html", "searxng", "brave"] as const;
type SearchBackendName = (typeof searchBackendNames)[number];

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

  /** Set but empty is no list of nothing: whoever set it wants a border and has drawn none. */
  const folders = (variable: string) => {
    const text = env[variable];
    if (text === undefined) return undefined;
    const named = text.split(",").map((part) => part.trim());
    const given = named.filter((part) => part !== "");
    const relative = given.find((part) => !path.isAbsolute(part));
    if (relative !== undefined || given.length === 0) {
      const found = relative === undefined ? "it names none" : `${JSON.stringify(relative)} is not`;
      refuse(
        variable,
        `it must be a comma-separated list of absolute folders, and ${found}: correct it, or unset it`,
      );
    }
    return [...new Set(given.map((part) => path.resolve(part)))];
  };

  const keyIn = (variable: string): string | undefined => {
    const key = env[variable]?.trim();
    if (!key || /^[\x21-\x7e]+$/.test(key)) return key || undefined;
    const message = `${variable} is not fit to be a key: only visible ASCII characters are accepted in it, and no space.`;
    problems.push({ variable, value: "", message });
    return undefined;
  };
  const webAddress = (variable: string) => {
    const text = env[variable]?.trim();
    if (!text) return undefined;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const fits = url !== undefined && /^https?:$/.test(url.protocol);
    if (fits && url.username === "" && url.search === "" && url.hash === "") return text;
    // Whatever it is may hold a password.
    const message = `${variable} must be an address that begins with http:// or https://, without a name or password, “?” or “#”.`;
    problems.push({ variable, value: "", message });
    return undefined;
  };

  const searchServer = (): EnvironmentValues["search"] => {
    const text = env.SEARCH_URL?.trim();
    const index = env.SEARCH_INDEX?.trim() || "docent";
    if (!text) return undefined;
    const urls = text.split(",").map((part) => part.trim());
    const fits = urls.every((part) => {
      if (!URL.canParse(part)) return false;
      const { protocol, search, hash } = new URL(part);
      return /^https?:$/.test(protocol) && `${search}${hash}` === "";
    });
    // Whatever it is may hold a password.
    const message = `SEARCH_URL must be the address of an OpenSearch server, as https://name:password@host:9200, or several separated by commas; without it the index is in this process.`;
    if (!fits) problems.push({ variable: "SEARCH_URL", value: "", message });
    if (!/^[a-z0-9][a-z0-9_-]{0,59}$/.test(index))
      refuse("SEARCH_INDEX", "it must be made of a-z, 0-9, - and _, and 60 characters at most");
    return fits ? { url: urls.join(","), index } : undefined;
  };

  const databaseAddress = (variable: string) => {
    const text = env[variable]?.trim();
    if (!text) return undefined;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const fits = url !== undefined && /^postgres(?:ql)?:$/.test(url.protocol);
    if (fits && url.pathname.length > 1) return text;
    // Whatever it is may hold a password.
    const message = `${variable} must be the address of a PostgreSQL database, as postgres://name:password@host:port/database; without it the state is kept in a file.`;
    problems.push({ variable, value: "", message });
    return undefined;
  };

  const onOrOff = (variable: string) => {
    const text = env[variable]?.trim() || "0";
    if (text !== "0" && text !== "1") refuse(variable, "it must be 1 or 0");
    return text === "1";
  };

  const model_keys: Record<string, string> = {};
  for (const variable of modelKeyVariables) {
    const key = keyIn(variable);
    if (key !== undefined) model_keys[variable] = key;
  }
  const warnings: string[] = [];
  const searchService = (): EnvironmentValues["web_search"] => {
    const said = env.WEB_SEARCH_BACKEND?.trim();
    const backend = searchBackendNames.find((name) => name === said);
    if (said && backend === undefined) {
      warnings.push(
        `WEB_SEARCH_BACKEND is ${JSON.stringify(said)}, and must be one of ${searchBackendNames.join(", ")}: stub is used, which searches nothing.`,
      );
    }
    const address = env.SEARXNG_URL?.trim();
    const plain = address !== undefined && isPlainWebAddress(address);
    if (address && !plain) {
      // It may hold a password, which is not repeated.
      const message =
        "SEARXNG_URL is not the address of a SearXNG: it must begin with http:// or https:// and hold no user name, password, question mark or hash sign.";
      problems.push({ variable: "SEARXNG_URL", value: "", message });
    }
    const brave_key = keyIn("BRAVE_API_KEY");
    return {
      ...(said ? { backend: backend ?? "stub" } : {}),
      ...(address && plain ? { searxng_url: address } : {}),
      ...(brave_key === undefined ? {} : { brave_key }),
    };
  };
  /** Of the provider everything that is needed, or nothing. A plain address is for one on this machine alone. */
  const provider = (): EnvironmentValues["sign_in"] => {
    const issuer = webAddress("OIDC_ISSUER");
    const client_id = env.OIDC_CLIENT_ID?.trim();
    const client_secret = keyIn("OIDC_CLIENT_SECRET");
    if (issuer === undefined) {
      if (client_id && !env.OIDC_ISSUER?.trim()) {
        refuse("OIDC_CLIENT_ID", "OIDC_ISSUER is not set: set both, or neither");
      } else if (client_secret !== undefined && !env.OIDC_ISSUER?.trim()) {
        const message =
          "OIDC_CLIENT_SECRET is set, but OIDC_ISSUER is not: nobody would sign in, and everybody would be let in. Set OIDC_ISSUER and OIDC_CLIENT_ID, or unset all three.";
        problems.push({ variable: "OIDC_CLIENT_SECRET", value: "", message });
      }
      return undefined;
    }
    const { protocol, hostname } = new URL(issuer);
    if (protocol === "http:" && !isLoopback(hostname)) {
      refuse("OIDC_ISSUER", "a provider on another machine is asked by https:// alone");
    }
    if (!client_id) {
      refuse(
        "OIDC_CLIENT_ID",
        "OIDC_ISSUER is set: name the client that Docent is at the provider",
      );
      return undefined;
    }
    return { issuer, client_id, ...(client_secret === undefined ? {} : { client_secret }) };
  };
  const host = env.HOST?.trim() || "127.0.0.1";
  const access_token = env.DOCENT_ACCESS_TOKEN?.trim() || undefined;
  const fault = access_token === undefined ? undefined : tokenFault(access_token);
  if (fault !== undefined) {
    problems.push({
      variable: "DOCENT_ACCESS_TOKEN",
      value: "",
      message: `DOCENT_ACCESS_TOKEN is not fit to be a token: ${tokenFaults[fault]}. Make one with: ${makeToken}`,
    });
  }
  const allowed_hosts = hostEntries(env.DOCENT_ALLOWED_HOSTS ?? "", (entry) =>
    refuse(
      "DOCENT_ALLOWED_HOSTS",
      `it must be a comma-separated list of host or host:port, and ${JSON.stringify(entry)} is neither`,
    ),
  );
  const sign_in = provider();
  const locked = access_token !== undefined || sign_in !== undefined;
  const hasBoth = locked && allowed_hosts.length > 0;
  if (access_token !== undefined && sign_in !== undefined) {
    problems.push({
      variable: "DOCENT_ACCESS_TOKEN",
      value: "",
      message:
        "DOCENT_ACCESS_TOKEN and OIDC_ISSUER are both set: the one lets in everybody who knows it, the other asks who they are. Unset one of them; people make tokens for their programs on the page.",
    });
  }
  if (!/^[\w.:-]+$/.test(host)) {
    refuse("HOST", "it must be an address of this machine, such as 127.0.0.1, ::1 or localhost");
  } else if (!isLoopback(host) && !hasBoth) {
    refuse(
      "HOST",
      "any address that other machines reach needs both DOCENT_ACCESS_TOKEN (at least 128 bits), or OIDC_ISSUER where people sign in, and DOCENT_ALLOWED_HOSTS (the names the server is opened by): set both, or use 127.0.0.1, another 127.x.x.x address, ::1 or localhost",
    );
  }
  const foreign = allowed_hosts.find((entry) => !isLoopback(nameOf(entry)));
  if (foreign !== undefined && !locked && isLoopback(host)) {
    refuse(
      "DOCENT_ALLOWED_HOSTS",
      `${JSON.stringify(foreign)} is a name that other machines may know: set DOCENT_ACCESS_TOKEN (at least 128 bits), or OIDC_ISSUER, as well`,
    );
  }
  const level = env.DOCENT_LOG_LEVEL?.trim().toLowerCase() ?? "";
  const chosen_level = logLevels.find((known) => known === level);
  if (chosen_level === undefined && level !== "") {
    refuse("DOCENT_LOG_LEVEL", `it must be one of ${logLevels.join(", ")}`);
  }
  const config_path = absolutePath("DOCENT_CONFIG");
  const tool_roots = folders("DOCENT_TOOL_ALLOWED_ROOTS");
  const database_url = databaseAddress("DATABASE_URL");
  const search = searchServer();
  const endpoint = webAddress("OTEL_EXPORTER_OTLP_ENDPOINT");
  const mcp = judgeMcpServers(env, (variable, message) =>
    problems.push({ variable, value: "", message }),
  );
  const values: EnvironmentValues = {
    port: wholeNumber("PORT", 3000, 1, 65_535),
    host,
    allowed_hosts,
    ...(access_token === undefined ? {} : { access_token }),
    ...(sign_in === undefined ? {} : { sign_in }),
    home: absolutePath("DOCENT_HOME") ?? path.join(project_dir, ".docent"),
    ...(config_path === undefined ? {} : { config_path }),
    log_level: chosen_level ?? "info",
    terminal_level: chosen_level ?? "warn",
    mcp_timeout_ms: wholeNumber("MCP_TIMEOUT_MS", 10_000, 100, 3_600_000),
    mcp_servers: mcp.servers,
    web_search: searchService(),
    warnings: [...mcp.warnings, ...warnings],
    tool_bash_denylist: commandEntries(env.DOCENT_TOOL_BASH_DENYLIST ?? "", (entry) =>
      refuse(
        "DOCENT_TOOL_BASH_DENYLIST",
        `it must be a comma-separated list of commands, and ${JSON.stringify(entry)} leaves a quotation open`,
      ),
    ),
    tool_timeout_ms: 1000 * wholeNumber("DOCENT_TOOL_TIMEOUT_SECONDS", 30, 1, 3600),
    model_keys,
    tool_output: {
      lines: wholeNumber("DOCENT_TOOL_MAX_OUTPUT_LINES", 2000, 1, 1_000_000),
      bytes: wholeNumber("DOCENT_TOOL_MAX_OUTPUT_BYTES", 51_200, 100, 16_777_216),
    },
    ...(tool_roots === undefined ? {} : { tool_roots }),
    ...(database_url === undefined ? {} : { database_url }),
    ...(search === undefined ? {} : { search }),
    telemetry: {
      ...(endpoint === undefined ? {} : { endpoint }),
      content: onOrOff("DOCENT_OTEL_CONTENT"),
    },
  };
  const [problem] = problems;
  return problem === undefined ? { kind: "accepted", values } : { kind: "refused", problem };
}

function isPlainWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "";
}

/** Where keys of model providers are looked for. */
const modelKeyVariables = [
  "ANTHROPIC_API_KEY",
  "OPENAI_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "DOCENT_MODEL_API_KEY",
  "DOCENT_EMBEDDING_API_KEY",
];

const makeToken = `node -p 'require("crypto").randomBytes(32).toString("base64url")'`;
const tokenFaults: Record<TokenFault, string> = {
  characters: "only visible ASCII characters are accepted in it, and no space",
  short: "it holds less than 128 bits (22 random letters and digits, or 32 hexadecimal digits)",
  patterned: "it follows a pattern that can be guessed",
};

function commandEntries(text: string, refuse: (entry: string) => void): string[] {
  const entries = text.split(",").map((entry) => entry.trim());
  const open = entries.find((entry) => shellWords(entry) === undefined);
  if (open !== undefined) refuse(open);
  return [...new Set(entries.filter((entry) => entry !== ""))];
}

/** The names in a comma-separated list, each once; what is no name is handed to `refuse`. */
function hostEntries(text: string, refuse: (entry: string) => void): string[] {
  const entries = new Set<string>();
  for (const part of text.split(",")) {
    if (part.trim() === "") continue;
    const entry = readHostEntry(part);
    if (entry === undefined) refuse(part.trim());
    else entries.add(entry);
  }
  return [...entries];
}
