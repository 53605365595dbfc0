import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DocsToolName, docsTools } from "#lib/contracts/docs-tools";
import { png } from "../../fixtures/pictures/make.ts";
import { tools } from "../../mcp-servers/docs/tools.ts";
import {
  connectDocs,
  createWorkplace,
  type DocsClient,
  type Workplace,
} from "../docs-server/docs-client.ts";

let place: Workplace;
let docs: DocsClient;
let published: Tool[];
const names = Object.keys(docsTools) as DocsToolName[]; // the keys of the table are the names

const citation = {
  root_id: "notes",
  relative_path: "a.md",
  line_start: 1,
  line_end: 1,
  sha256: "0",
};
const goodArguments: Record<DocsToolName, Record<string, unknown>> = {
  docs_search: { query: "Which fruit is red?", explain: true, include_text: true },
  docs_read: { path: "a.md" },
  docs_outline: { path: "a.md" },
  docs_list: {},
  docs_verify: { citations: [citation] },
  docs_status: {},
  docs_suggest: { text: "fru" },
  docs_linked: { path: "a.md", targets: [{ line: 1, target: "Fruit" }] },
  docs_pictures: { query: "A picture of the apple" },
  docs_picture: { path: "apple.png", from: { path: "a.md", line: 7 } },
};
const badArguments: Record<DocsToolName, Record<string, unknown> | undefined> = {
  docs_search: { query: "" },
  docs_read: { path: "../a.md" },
  docs_outline: { path: "/etc/passwd" },
  docs_list: { root: "no such root" },
  docs_verify: { citations: [] },
  docs_status: undefined,
  docs_suggest: { text: "x", roots: ["no such root"] },
  docs_linked: { path: "a.md", targets: [] },
  docs_pictures: { within: [] },
  docs_picture: { path: "../apple.png" },
};

beforeAll(async () => {
  place = createWorkplace();
  place.configure({ roots: [{ id: "notes", label: "Notes", path: place.at("notes") }] });
  place.write(
    "notes/a.md",
    "# Fruit\n\n## Red\n\nThe apple is a red fruit.\n\n![An apple](apple.png)\n\n## Yellow\n\nThe banana.\n",
  );
  place.write("notes/apple.png", png(8, 8));
  docs = await connectDocs(place);
  published = (await docs.client.listTools()).tools;
});
afterAll(async () => {
  await docs.close();
  place.remove();
});

describe("the docs tools as published", () => {
  it("are those of the contract, once each", () => {
    expect(published.map((tool) => tool.name).sort()).toEqual([...names].sort());
    expect(tools.map((tool) => tool.name).sort()).toEqual([...names].sort());
  });

  it.each(names)("%s is read-only, described, and has object schemas", (name) => {
    const tool = published.find((t) => t.name === name);
    expect(tool?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(tool?.description?.length).toBeGreaterThan(40);
    expect(tool?.inputSchema.type).toBe("object");
    expect(tool?.outputSchema?.type).toBe("object");
  });

  // The client checks structured content against the published output schema by itself and throws when it does not fit.
  it.each(names)(
    "%s answers in the shape of the contract, with a short text beside it",
    async (name) => {
      const reply = await docs.call(name, goodArguments[name]);
      expect(reply).toMatchObject({ isError: false, text: expect.stringMatching(/\S/) });
      const parsed = docsTools[name].output.safeParse(reply.structured);
      expect(parsed.error).toBeUndefined();
      expect(parsed.data).toEqual(reply.structured); // nothing is sent that the contract does not name
    },
  );

  it.each(["\u0000", " \n\t", "\u200b\u001b"])(
    "docs_search finds nothing to ask in %j",
    async (query) => {
      const reply = await docs.call("docs_search", { query });
      expect(reply.structured).toMatchObject({
        rule: "validation",
        message: expect.stringContaining("only spaces and invisible characters"),
      });
    },
  );

  it.each(names.filter((name) => badArguments[name] !== undefined))(
    "%s refuses as a result that names its rule",
    async (name) => {
      const reply = await docs.call(name, badArguments[name]);
      expect(reply.isError).toBe(true);
      expect(reply.structured).toMatchObject({
        status: expect.stringMatching(/^(denied|error)$/),
        rule: expect.any(String),
        message: reply.text,
      });
    },
  );
});
