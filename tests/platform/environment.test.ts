import { describe, expect, it } from "vitest";
import { AppError } from "#lib/contracts/errors";
import { readEnvironment } from "#lib/platform/environment";

const read = (env: Record<string, string>) =>
  readEnvironment({ DOCENT_PROJECT: "/project", ...env });

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
  it("needs nothing to be set", () => {
    expect(read({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      home: "/project/.docent",
      log_level: "info",
      mcp_timeout_ms: 10_000,
    });
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
      }),
    ).toEqual({
      port: 8080,
      host: "::1",
      home: "/state",
      config_path: "/project/conf/mine.json",
      log_level: "debug",
      mcp_timeout_ms: 500,
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

  it.each(["0.0.0.0", "::", "192.168.1.4", "127.0.0.1.example.org", "127.0.0.256", "127.1", "*"])(
    "refuses to be reached at %s",
    (HOST) => {
      expect(refusal({ HOST }).message).toMatch(/^HOST is ".*DOCENT_ACCESS_TOKEN/);
    },
  );

  it("refuses an unknown log level and lists the known ones", () => {
    expect(refusal({ DOCENT_LOG_LEVEL: "loud" }).message).toContain("trace, debug, info");
  });

  it.each(["~", "~/notes"])("does not make a folder named “~” out of %s", (DOCENT_HOME) => {
    expect(refusal({ DOCENT_HOME }).message).toContain("write the whole path");
  });
});
