import { describe, expect, it } from "vitest";
import { z } from "zod";
import { configuredFor } from "../models/configured-for.ts";
import { aQuestion, openServers } from "../models/open-servers.ts";
import type { Says } from "../models/scripted-model.ts";
import { anthropicMessages } from "../models/wire/anthropic-messages.ts";
import { openaiChat } from "../models/wire/openai-chat.ts";
import { startFlow } from "./flow-setup.ts";

/** A provider that says of its replies which documents they rest on: its word is a marker like any other. */
const serve = openServers();

const files = {
  "server.md": "# Tidewater\n\nThe Tidewater server listens on port 4180.\n",
  "start.md": "# Start\n\nThe Tidewater server is started with `tide up`, on port 4180.\n",
};
const question = "Which port does the Tidewater server listen on?";
const Documents = z.object({
  messages: z
    .array(z.object({ content: z.array(z.looseObject({ type: z.string() })) }))
    .transform(([first]) => first?.content ?? []),
});
type Document = { type: string; title: string; source: { data: string }; text: string };

async function answerOf(reply: (told: { documents: Document[]; body: unknown }) => Says) {
  const server = await serve(anthropicMessages, ({ body }) => {
    anthropicMessages.Request.parse(body);
    const content = Documents.parse(body).messages as Document[];
    return reply({ documents: content.filter(({ type }) => type === "document"), body });
  });
  const { model } = configuredFor(anthropicMessages, server.base_url);
  const flow = await startFlow({ files, model, cites: true });
  try {
    await flow.ready();
    const { answer } = await flow.ask(question, { mode: "model" });
    return { answer, server };
  } finally {
    await flow.close();
  }
}
const holding = (documents: Document[], text: string) =>
  documents.findIndex(({ source }) => source.data.includes(text));

describe("citations that a provider makes itself", () => {
  it("send the evidence as documents, and what comes back is judged like a marker", async () => {
    let task: unknown;
    const { answer } = await answerOf(({ documents, body }) => {
      task ??= body;
      const said = { documents: [holding(documents, "listens on port 4180")] };
      return {
        parts: [
          { text: "The Tidewater server listens on port 4180", ...said },
          { text: ". ", documents: [] },
          { text: "The Tidewater server listens on port 9999.", ...said },
          { text: "\n\nThe Tidewater server is started by hand.", documents: [7] },
          { text: " The Tidewater server listens on a port.", documents: [] },
        ],
      };
    });
    expect(answer.claims.map(({ text }) => text)).toEqual([
      "The Tidewater server listens on port 4180.",
    ]);
    expect(answer.citations.map(({ relative_path }) => relative_path)).toEqual(["server.md"]);
    expect(answer).toMatchObject({ mode: "model", status: "partial" });
    const content = Documents.parse(task).messages as Document[];
    const words = content.find(({ type }) => type === "text")?.text ?? "";
    expect(words).toContain(question);
    expect(words).not.toContain("listens on port 4180");
    expect(content.map(({ title }) => title).filter(Boolean)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\[1\] .*\.md/)]),
    );
  });

  it("stand behind code and lists, and beside numbers that the model wrote", async () => {
    const server = await serve(anthropicMessages, () => ({
      parts: [
        { text: "Start it:\n\n```sh\ntide", documents: [1] },
        { text: " up\n```", documents: [] },
        { text: "\n\n1. Open it [1].\n2. Close it", documents: [0, 1] },
        { text: ".\n", documents: [] },
      ],
    }));
    const { model } = configuredFor(anthropicMessages, server.base_url);
    const documents = [
      { number: 3, name: "[3] a.md", text: "a" },
      { number: 8, name: "[8] b.md", text: "b" },
    ];
    const pieces: string[] = [];
    const turns = [{ from: "agent" as const, text: "?", documents }];
    const { text } = await model.reply(
      aQuestion({ turns, onText: (piece) => void pieces.push(piece) }),
    );
    expect(text).toBe(
      "Start it:\n\n```sh\ntide up\n```\n[8]\n\n1. Open it [1].\n2. Close it [3][8].\n",
    );
    expect(pieces.join("")).toBe(text);
  });

  it("are asked of no provider that has none, and of none that writes JSON", () => {
    const cites = (...given: Parameters<typeof configuredFor>) => configuredFor(...given).cites;
    expect(cites(anthropicMessages, "http://127.0.0.1:1")).toBe(true);
    expect(cites(openaiChat, "http://127.0.0.1:1")).toBeUndefined();
    expect(
      cites(anthropicMessages, "http://127.0.0.1:1", { config: { tool_protocol: "json" } }),
    ).toBeUndefined();
  });
});
