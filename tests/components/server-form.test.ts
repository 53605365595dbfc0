import { describe, expect, it } from "vitest";
import { shellWords } from "#lib/contracts/shell-words";
import { commandLine } from "../../components/parts/command-line.ts";
import { readServer, typedOf } from "../../components/settings/read-server.ts";

const empty = typedOf(undefined);
const command = { ...empty, name: "tracker", command: "npx -y 'my server' --x" };

describe("the form of an MCP server", () => {
  it("reads a command into words, and names of variables", () => {
    expect(readServer({ ...command, cwd: " /srv ", variables: "A_B, C" }, undefined, [])).toEqual({
      name: "tracker",
      enabled: true,
      ask: true,
      timeout_ms: 10_000,
      tools: {},
      cmd: ["npx", "-y", "my server", "--x"],
      cwd: "/srv",
      env_from: ["A_B", "C"],
    });
  });

  it("reads an address, and keeps of a server what the form does not ask for", () => {
    const before = {
      name: "web",
      url: "https://a.example/mcp",
      enabled: false,
      ask: false,
      timeout_ms: 50,
    };
    const tools = { wipe: { definition_hash: "0".repeat(64), level: "L1", risk: "safe" } } as const;
    const kept = { ...before, tools };
    expect(readServer(typedOf(kept), kept, [])).toEqual(kept);
  });

  it.each([
    ["name", { ...command, name: "My server" }],
    ["taken", { ...command, name: "docs" }],
    ["command", { ...command, command: "  " }],
    ["quotes", { ...command, command: "npx 'open" }],
    ["url", { ...command, by: "address", url: "ftp://a.example" }],
    ["url", { ...command, by: "address", url: "a.example" }],
    ["variables", { ...command, variables: "A=1" }],
  ] as const)("says which field is in the way: %s", (problem, typed) => {
    expect(readServer(typed, undefined, ["docs"])).toEqual({ problem });
  });

  it("writes words as a line that is read as the same words", () => {
    const words = ["/usr/bin/node", "my file.js", "it's", "$HOME", "a\\b", "", "灯"];
    expect(shellWords(commandLine(words))).toEqual(words);
  });
});
