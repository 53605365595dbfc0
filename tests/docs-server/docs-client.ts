import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import nodePath from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";

export const project = nodePath.resolve(import.meta.dirname, "../..");
export const serverFile = nodePath.join(project, "mcp-servers/docs/main.mjs");
export const launcher = nodePath.join(project, "scripts/mcp.mjs");

/** A temporary folder with documents, a state folder and a configuration file of its own. */
export type Workplace = {
  dir: string;
  at(...names: string[]): string;
  write(path: string, text: string | Buffer): string;
  configure(docAccess: Record<string, unknown>): void;
  env(): Record<string, string>;
  remove(): void;
};

export function createWorkplace(): Workplace {
  const dir = realpathSync(mkdtempSync(nodePath.join(os.tmpdir(), "docent-docs-")));
  const at = (...names: string[]) => nodePath.join(dir, ...names);
  mkdirSync(at("home"));
  return {
    dir,
    at,
    write(path, text) {
      mkdirSync(nodePath.dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
      return at(path);
    },
    configure(doc_access) {
      // However slow the machine, a question waits until the folders are read.
      const patient = { search_timeout_ms: 240_000, ...doc_access };
      writeFileSync(at("config.json"), JSON.stringify({ doc_access: patient }));
    },
    env: () => ({
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      DOCENT_HOME: at("home"),
      DOCENT_CONFIG: at("config.json"),
      DOCENT_PROJECT: project,
      DOCENT_LOG_LEVEL: "info",
    }),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

export type ToolReply = {
  isError: boolean;
  // Each test knows the tool it called and reads the fields of its output.
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs by tool
  structured: any;
  text: string;
};

export type DocsClient = {
  client: Client;
  call(
    name: string,
    args?: Record<string, unknown>,
    options?: { signal?: AbortSignal; onprogress?: (progress: Progress) => void },
  ): Promise<ToolReply>;
  stderr(): string;
  pid(): number;
  close(): Promise<void>;
};

/** The real server as a child process, spoken to by the SDK's own client; `by` is a program that starts it. */
export function connectDocs(
  place: Workplace,
  args: string[] = [],
  by: readonly string[] = [],
  client?: Client,
): Promise<DocsClient> {
  return connectTo(place, [...by, process.execPath, serverFile, ...args], client);
}

/** The server as other clients start it, which answers questions too. */
export function connectLauncher(place: Workplace, args: string[] = []): Promise<DocsClient> {
  return connectTo(place, [process.execPath, launcher, ...args]);
}

async function connectTo(
  place: Workplace,
  [command = "", ...args]: readonly string[],
  client: Client = new Client({ name: "test", version: "1" }),
): Promise<DocsClient> {
  const transport = new StdioClientTransport({
    ...{ command, args, env: place.env(), cwd: place.dir },
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  await client.connect(transport);
  return {
    ...(await talkTo(client)),
    stderr: () => stderr,
    pid: () => transport.pid ?? 0,
  };
}

/** A connected client, whatever carries its messages. */
export async function talkTo(
  client: Client,
): Promise<Pick<DocsClient, "client" | "call" | "close">> {
  await client.listTools(); // from here on the client checks every answer against the published output schema
  return {
    client,
    async call(name, toolArguments = {}, options = {}) {
      const result = await client.callTool({ name, arguments: toolArguments }, undefined, options);
      const [first] = Array.isArray(result.content) ? result.content : [];
      return {
        isError: result.isError === true,
        structured: result.structuredContent,
        text: first?.type === "text" ? first.text : "",
      };
    },
    close: () => client.close(),
  };
}
