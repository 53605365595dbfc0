import { describe, expect, it } from "vitest";
import { AppError } from "#lib/contracts/errors";
import { readEnvironment } from "#lib/platform/environment";

const read = (env: Record<string, string>) =>
  readEnvironment({ DOCENT_PROJECT: "/project", ...env });

const token = "pQ4vX9sLmT2kRz7WbN5cYh";

function refusal(env: Record<string, string>): AppError {
  try {
    read(env);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("the environment was accepted");
}

describe("the environment", () => {
  it("takes the address of a PostgreSQL database, and repeats none that it refuses", () => {
    const url = "postgres://docent:p%40ss@db.example:5432/docent?sslmode=require";
    expect(read({ DATABASE_URL: ` ${url} ` }).database_url).toBe(url);
    expect(read({ DATABASE_URL: "" }).database_url).toBeUndefined();
    for (const wrong of ["docent", "mysql://me:hidden@h/db", "postgres://me:hidden@h", "/var/db"]) {
      const { message } = refusal({ DATABASE_URL: wrong });
      expect(message).toMatch(/^DATABASE_URL must be the address of a PostgreSQL database/);
      expect(message).not.toContain("hidden");
    }
  });

  it("takes the addresses of a search server, and repeats none that it refuses", () => {
    const url = "https://docent:p%40ss@one.example:9200,https://two.example:9200";
    expect(read({ SEARCH_URL: url.replace(",", " , ") }).search).toEqual({ url, index: "docent" });
    expect(read({ SEARCH_URL: url, SEARCH_INDEX: "team-1" }).search?.index).toBe("team-1");
    expect(read({ SEARCH_INDEX: "team-1" }).search).toBeUndefined();
    for (const wrong of ["search", "ftp://me:hidden@h", "https://h?x=hidden", "https://h,hidden"]) {
      const { message } = refusal({ SEARCH_URL: wrong });
      expect(message).toMatch(/^SEARCH_URL must be the address of an OpenSearch server/);
      expect(message).not.toContain("hidden");
    }
    expect(refusal({ SEARCH_URL: url, SEARCH_INDEX: "Ä" }).message).toContain("SEARCH_INDEX");
  });

  it("needs nothing to be set", () => {
    expect(read({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      allowed_hosts: [],
      home: "/project/.docent",
      log_level: "info",
      terminal_level: "warn",
      mcp_timeout_ms: 10_000,
      model_keys: {},
      mcp_servers: [],
      web_search: {},
      telemetry: { content: false },
      warnings: [],
      tool_bash_denylist: [],
      tool_timeout_ms: 30_000,
      tool_output: { lines: 2000, bytes: 51_200 },
    });
  });

  it("takes a search service and what it needs", () => {
    const set = {
      WEB_SEARCH_BACKEND: " searxng ",
      SEARXNG_URL: "http://127.0.0.1:8888/searx/",
      BRAVE_API_KEY: "BSA-0123",
    };
    expect(read(set).web_search).toEqual({
      backend: "searxng",
      searxng_url: "http://127.0.0.1:8888/searx/",
      brave_key: "BSA-0123",
    });
  });

  it("searches with nothing where the service is not known, and warns", () => {
    const { web_search, warnings } = read({ WEB_SEARCH_BACKEND: "altavista" });
    expect(web_search).toEqual({ backend: "stub" });
    expect(warnings).toEqual([
      'WEB_SEARCH_BACKEND is "altavista", and must be one of stub, ddg_html, searxng, brave: stub is used, which searches nothing.',
    ]);
  });

  it.each([
    "127.0.0.1:8888",
    "ftp://search.test/",
    "http://",
    "http://user:hunter2@search.test/",
    "http://search.test/?q=",
    "http://search.test/#x",
    "not an address",
  ])("refuses the address %s of a search service, and does not repeat it", (SEARXNG_URL) => {
    const { message } = refusal({ SEARXNG_URL });
    expect(message).toMatch(/^SEARXNG_URL is not the address of a SearXNG: /);
    expect(message).not.toContain("hunter2");
  });

  it("refuses a key that cannot be one", () => {
    expect(refusal({ BRAVE_API_KEY: "two words" }).message).toMatch(/^BRAVE_API_KEY is not fit/);
  });

  it("takes what is set", () => {
    expect(
      read({
        PORT: "8080",
        HOST: "::1",
        DOCENT_HOME: "/state",
        DOCENT_CONFIG: "conf/mine.json",
        DOCENT_LOG_LEVEL: "Debug",
        MCP_TIMEOUT_MS: "500",
        MCP_SERVER_NAME: "notes",
        MCP_SERVER_CMD: "node",
        MCP_SERVER_ARGS: `server.js --title 'two words' "a \\"b\\"" c\\ d ''`,
        MCP_SERVER_CWD: "servers",
        DOCENT_ACCESS_TOKEN: ` ${token} `,
        DOCENT_TOOL_BASH_DENYLIST: "curl, git push,, curl",
        DOCENT_TOOL_TIMEOUT_SECONDS: "5",
        DOCENT_TOOL_MAX_OUTPUT_LINES: "10",
        DOCENT_TOOL_MAX_OUTPUT_BYTES: "1000",
        DOCENT_ALLOWED_HOSTS: "Docs.Example.org, 10.0.0.5:8443,[fd00::1],docs.example.org",
      }),
    ).toEqual({
      port: 8080,
      host: "::1",
      access_token: token,
      allowed_hosts: ["docs.example.org", "10.0.0.5:8443", "[fd00::1]"],
      home: "/state",
      config_path: "/project/conf/mine.json",
      log_level: "debug",
      terminal_level: "debug",
      mcp_timeout_ms: 500,
      model_keys: {},
      mcp_servers: [
        {
          name: "notes",
          cmd: ["node", "server.js", "--title", "two words", 'a "b"', "c d", ""],
          cwd: "servers",
        },
      ],
      web_search: {},
      telemetry: { content: false },
      warnings: [],
      tool_bash_denylist: ["curl", "git push"],
      tool_timeout_ms: 5000,
      tool_output: { lines: 10, bytes: 1000 },
    });
  });

  it("counts a variable set to nothing as not set", () => {
    const empty = { PORT: "", HOST: " ", DOCENT_HOME: "", DOCENT_CONFIG: "", MCP_TIMEOUT_MS: "" };
    expect(read({ ...empty, DOCENT_LOG_LEVEL: "" })).toEqual(read({}));
  });

  it.each(["0", "65536", "-1", "3000.5", "3e3", "0x10", "３０００", "eighty", "99999999999"])(
    "refuses the port %s in a sentence that names variable, value and range",
    (PORT) => {
      const error = refusal({ PORT });
      expect(error.code).toBe("config_invalid");
      expect(error.message).toBe(
        `PORT is ${JSON.stringify(PORT)}, but it must be a whole number from 1 to 65535.`,
      );
    },
  );

  it.each(["127.0.0.1", "127.8.0.9", "localhost", "::1"])("answers on the loopback %s", (HOST) => {
    expect(read({ HOST }).host).toBe(HOST);
  });

  const everywhere = ["0.0.0.0", "::", "192.168.1.4", "127.0.0.1.example.org", "127.0.0.256"];
  it.each([...everywhere, "127.1"])(
    "is reached at %s only with a token and with names, and says so in one sentence",
    (HOST) => {
      const sentence = /^HOST is ".*DOCENT_ACCESS_TOKEN .*DOCENT_ALLOWED_HOSTS /;
      expect(refusal({ HOST }).message).toMatch(sentence);
      expect(refusal({ HOST, DOCENT_ACCESS_TOKEN: token }).message).toMatch(sentence);
      expect(refusal({ HOST, DOCENT_ALLOWED_HOSTS: "docs.example.org" }).message).toMatch(sentence);
      expect(
        read({ HOST, DOCENT_ACCESS_TOKEN: token, DOCENT_ALLOWED_HOSTS: "docs.example.org" }).host,
      ).toBe(HOST);
    },
  );

  it.each(["*", "http://x", "a b"])("refuses %j, which is no address", (HOST) => {
    expect(refusal({ HOST }).message).toMatch(/^HOST is ".*address of this machine/);
  });

  it.each(["short", "a".repeat(64), "has a space in it and is quite long 4711"])(
    "refuses the token %j without saying it",
    (DOCENT_ACCESS_TOKEN) => {
      const error = refusal({ DOCENT_ACCESS_TOKEN });
      expect(error.message).toMatch(/^DOCENT_ACCESS_TOKEN is not fit/);
      expect(error.message).not.toContain(DOCENT_ACCESS_TOKEN);
      expect(JSON.stringify(error.details)).not.toContain(DOCENT_ACCESS_TOKEN);
    },
  );

  it.each(["http://docs.example.org", "docs.example.org:0", "a:70000", "*", "a/b", "fd00::1"])(
    "refuses %s as a name the server may have",
    (DOCENT_ALLOWED_HOSTS) => {
      expect(refusal({ DOCENT_ALLOWED_HOSTS, DOCENT_ACCESS_TOKEN: token }).message).toMatch(
        /^DOCENT_ALLOWED_HOSTS is ".*host or host:port/,
      );
    },
  );

  it("takes no name that others may know without a token, even on the loopback", () => {
    const DOCENT_ALLOWED_HOSTS = "localhost:8080, docs.example.org";
    expect(refusal({ DOCENT_ALLOWED_HOSTS }).message).toMatch(/"docs.example.org".*ACCESS_TOKEN/);
    expect(read({ DOCENT_ALLOWED_HOSTS: "localhost:8080" }).allowed_hosts).toHaveLength(1);
  });

  it("refuses a part of what sign-in takes, and does not say the secret", () => {
    const OIDC_CLIENT_SECRET = "a-secret-of-the-client";
    const error = refusal({ OIDC_CLIENT_SECRET });
    expect(error.message).toMatch(/^OIDC_CLIENT_SECRET is set, but OIDC_ISSUER is not/);
    expect(JSON.stringify([error.message, error.details])).not.toContain(OIDC_CLIENT_SECRET);
    expect(refusal({ OIDC_CLIENT_ID: "docent" }).message).toContain("OIDC_ISSUER is not set");
    const OIDC_ISSUER = "https://id.example";
    expect(refusal({ OIDC_ISSUER, OIDC_CLIENT_SECRET }).message).toContain("name the client");
  });

  it("refuses an unknown log level and lists the known ones", () => {
    expect(refusal({ DOCENT_LOG_LEVEL: "loud" }).message).toContain("trace, debug, info");
  });

  it.each(["~", "~/notes"])("does not make a folder named “~” out of %s", (DOCENT_HOME) => {
    expect(refusal({ DOCENT_HOME }).message).toContain("write the whole path");
  });
});

describe("the MCP servers of the environment", () => {
  const single = { MCP_SERVER_NAME: "one", MCP_SERVER_CMD: "node" };

  it("come from the JSON array, before the single one", () => {
    const entries = [{ name: "a", cmd: ["x", "y"], cwd: null, env_from: ["KEY"] }];
    const { mcp_servers, warnings } = read({
      ...single,
      MCP_SERVERS_JSON: JSON.stringify(entries),
    });
    expect(mcp_servers).toEqual([{ name: "a", cmd: ["x", "y"], env_from: ["KEY"] }]);
    expect(warnings).toEqual([]);
  });

  it.each(["{", '{"name":"a","cmd":["x"]}', "null"])(
    "come from the single one when the JSON is %s, with one warning",
    (MCP_SERVERS_JSON) => {
      const { mcp_servers, warnings } = read({ ...single, MCP_SERVERS_JSON });
      expect(mcp_servers).toEqual([{ name: "one", cmd: ["node"] }]);
      expect(warnings).toEqual([expect.stringContaining("is not a JSON array")]);
    },
  );

  it("lose a bad entry and keep the rest, with one warning each that repeats no value", () => {
    const good = { name: "good", cmd: ["x"] };
    const bad = [
      "s3cret",
      { name: "No-Good", cmd: ["s3cret"] },
      { name: "docs", cmd: ["s3cret"] },
      { name: "empty", cmd: [] },
      { name: "words", cmd: "s3cret" },
      { name: "place", cmd: ["s3cret"], cwd: 1 },
      { name: "keys", cmd: ["s3cret"], env_from: ["s3cret=1"] },
      { name: "good", cmd: ["s3cret"] },
    ];
    const { mcp_servers, warnings } = read({ MCP_SERVERS_JSON: JSON.stringify([good, ...bad]) });
    expect(mcp_servers).toEqual([good]);
    expect(warnings).toHaveLength(bad.length);
    expect(warnings[0]).toMatch(/^Entry 2 of MCP_SERVERS_JSON is left out: /);
    expect(warnings.join()).not.toContain("s3cret");
  });

  it("take arguments as JSON before those as words", () => {
    const MCP_SERVER_ARGS_JSON = '["a b", "c"]';
    expect(read({ ...single, MCP_SERVER_ARGS_JSON, MCP_SERVER_ARGS: "'" }).mcp_servers).toEqual([
      { name: "one", cmd: ["node", "a b", "c"] },
    ]);
  });

  it.each([
    ["MCP_SERVER_NAME", { MCP_SERVER_CMD: "node" }],
    ["MCP_SERVER_NAME", { ...single, MCP_SERVER_NAME: "docs" }],
    ["MCP_SERVER_NAME", { ...single, MCP_SERVER_NAME: "a-b" }],
    ["MCP_SERVER_CMD", { MCP_SERVER_NAME: "one" }],
    ["MCP_SERVER_ARGS_JSON", { ...single, MCP_SERVER_ARGS_JSON: '{"key":"s3cret"}' }],
    ["MCP_SERVER_ARGS", { ...single, MCP_SERVER_ARGS: "--key 's3cret" }],
    ["MCP_SERVER_ARGS", { ...single, MCP_SERVER_ARGS: "s3cret\\" }],
  ])("stop the start over a bad %s", (variable, env) => {
    const error = refusal(env);
    expect(error.details).toEqual({ variable });
    expect(error.message).toMatch(new RegExp(`^${variable} `));
    expect(error.message).not.toContain("s3cret");
  });
});
