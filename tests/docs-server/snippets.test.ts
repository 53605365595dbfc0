import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import nodePath from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createWorkplace, launcher, project, talkTo, type Workplace } from "./docs-client.ts";

const pages = ["docs/clients.md", "handbook/en/mcp.md", "handbook/zh-CN/mcp.md"];
const token = "pQ4vX9sLmT2kRz7WbN5cYhAa";
const Entry = z.union([
  z.object({ command: z.literal("node"), args: z.array(z.string()) }),
  z.object({ type: z.literal("http"), url: z.string(), headers: z.record(z.string(), z.string()) }),
]);
const Entries = z.object({ docent: Entry });
const Snippet = z.union([
  z.object({ mcpServers: Entries }).transform(({ mcpServers }) => mcpServers.docent),
  z.object({ servers: Entries }).transform(({ servers }) => servers.docent),
]);
const snippets = pages.flatMap((page) =>
  [...readFileSync(nodePath.join(project, page), "utf8").matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text = ""], i) => ({ name: `${page}, ${i + 1}`, entry: Snippet.parse(JSON.parse(text)) }),
  ),
);

let place: Workplace;
let served: ChildProcess | undefined;
let address = "";

beforeAll(async () => {
  place = createWorkplace();
  place.configure({});
  place.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
  const args = [launcher, "--http", "--port", "0", "--root", place.at("notes")];
  served = spawn(process.execPath, args, {
    env: { ...place.env(), DOCENT_ACCESS_TOKEN: token } as unknown as NodeJS.ProcessEnv, // its type wants NODE_ENV
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = await once(served.stdout ?? served, "data");
  address = /http:\S+\/mcp/.exec(String(line))?.[0] ?? "";
});
afterAll(async () => {
  served?.kill("SIGTERM");
  await (served && once(served, "close"));
  place.remove();
});

/** As a person would after replacing what the entry leaves to them. */
function filledIn(text: string): string {
  return text
    .replace("/absolute/path/to/docent", project)
    .replace("/absolute/path/to/notes", place.at("notes"))
    .replace(/YOUR_TOKEN|\$\{input:docent\}/, token)
    .replace("http://127.0.0.1:3001/mcp", address);
}

/** Pages say the same in two languages: each entry is connected once. */
const different = [...new Map(snippets.map((one) => [JSON.stringify(one.entry), one])).values()];

describe("entries for MCP clients, as the pages show them", () => {
  it("are for both ways of connecting, on every page", () => {
    for (const page of pages) {
      const kinds = snippets
        .filter(({ name }) => name.startsWith(page))
        .map(({ entry }) => ("url" in entry ? "http" : "stdio"));
      expect(new Set(kinds)).toEqual(new Set(["http", "stdio"]));
    }
  });

  it.each(different)("connect and answer a question ($name)", async ({ entry }) => {
    const client = new Client({ name: "test", version: "1" });
    const transport =
      "url" in entry
        ? new StreamableHTTPClientTransport(new URL(filledIn(entry.url)), {
            requestInit: {
              headers: Object.fromEntries(
                Object.entries(entry.headers).map(([name, value]) => [name, filledIn(value)]),
              ),
            },
          })
        : new StdioClientTransport({
            command: process.execPath,
            args: entry.args.map(filledIn),
            env: place.env(),
            stderr: "ignore",
          });
    // The transport's type names its handlers with undefined, which exact optional properties tell from absent ones.
    await client.connect(transport as Parameters<Client["connect"]>[0]);
    const docs = await talkTo(client);
    const reply = await docs.call("docs_ask", { question: "When is the signing key rotated?" });
    expect(reply.text).toContain("The signing key is rotated every ninety days [1].");
    await docs.close();
  });
});
