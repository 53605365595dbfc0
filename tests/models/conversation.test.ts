import { afterEach, describe, expect, it } from "vitest";
import type { ModelQuestion, Turn } from "../../lib/models/conversation.ts";
import { canary, configuredFor } from "./configured-for.ts";
import { formats } from "./wire/formats.ts";
import { scriptedServer, someTokens } from "./wire/wire-format.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});
async function serve(...given: Parameters<typeof scriptedServer>) {
  const server = await scriptedServer(...given);
  opened.push(server);
  return server;
}

const search = {
  name: "docs_search",
  description: "Searches the documents.",
  input_schema: {
    type: "object",
    properties: { query: { type: "string" }, limit: { type: "integer" } },
    required: ["query"],
    additionalProperties: false,
  },
};
const asked = (turns: readonly Turn[], more: Partial<ModelQuestion> = {}): ModelQuestion => ({
  instructions: "Answer from the documents.",
  turns,
  tools: [search],
  signal: new AbortController().signal,
  ...more,
});
const question: Turn = { from: "agent", text: "On which port does it listen? 端口是多少？" };

describe.each(formats)("a conversation with $provider over the wire", (format) => {
  it("hands on the text as it comes, piece by piece, and tells what was used", async () => {
    const text = "It listens on port 3000 [1]. 端口是 3000 🙂。";
    const server = await serve(format, () => ({ text }));
    const pieces: string[] = [];
    const reply = await configuredFor(format, server.base_url).model.reply(
      asked([question], { onText: (piece) => pieces.push(piece) }),
    );
    expect(reply).toMatchObject({ text, calls: [] });
    expect(pieces.join("")).toBe(text);
    expect(pieces.length).toBeGreaterThan(3);
    expect(reply.usage).toEqual({ ...someTokens, counted: true });
    expect(reply.tokens).toBe(someTokens.input + someTokens.output);
    expect(reply.first_token_ms).toBeGreaterThanOrEqual(0);
  });

  it("begins a question as the one before it began, and says where that ends where the provider wants to be told", async () => {
    const server = await serve(format, () => ({ text: "Yes." }));
    const { model } = configuredFor(format, server.base_url);
    for (const text of ["And on Windows?", "Why?"])
      await model.reply(
        asked([{ from: "agent", lead: "Earlier it was asked for macOS.\n\n", text }]),
      );
    const [first = "", second = ""] = server.requests.map(({ body }) => JSON.stringify(body));
    for (const { body } of server.requests) format.Request.parse(body);
    const alike = [...first].findIndex((letter, i) => second[i] !== letter);
    expect(first.slice(0, alike)).toContain("Earlier it was asked for macOS.");
    const kept = format.provider === "anthropic" ? 3 : 0; // instructions, lead, and the end
    expect(first.split('"cache_control"').length - 1).toBe(kept);
  });

  it("sends what the provider documents, to the one address, with the key in a header alone", async () => {
    const server = await serve(format, () => ({ text: "Yes." }));
    await configuredFor(format, server.base_url).model.reply(asked([question]));
    const [request] = server.requests;
    expect(server.requests).toHaveLength(1);
    expect(request?.path).toBe(format.base + format.path);
    expect(() => format.Request.parse(request?.body)).not.toThrow();
    expect(JSON.stringify(request?.body)).toContain("On which port does it listen? 端口是多少？");
    expect(JSON.stringify(request?.body)).toContain("Answer from the documents.");
    expect(format.offered(request?.body)).toEqual(["docs_search"]);
    expect(JSON.stringify(request?.headers)).toContain(canary);
    expect(JSON.stringify(request?.body) + request?.path).not.toContain(canary);
  });

  it("makes a tool call and takes its result, several in one turn as well", async () => {
    const server = await serve(format, ({ turn }) =>
      turn === 1
        ? {
            text: "Let me look.",
            calls: [
              { name: "docs_search", arguments: { query: "port “中文” \\n", limit: 3 } },
              { name: "docs_search", arguments: { query: "HOST" } },
            ],
          }
        : { text: "Port 3000." },
    );
    const { model } = configuredFor(format, server.base_url);
    const first = await model.reply(asked([question]));
    expect(first.text).toBe("Let me look.");
    expect(first.calls.map(({ name, arguments: given }) => [name, given])).toEqual([
      ["docs_search", { query: "port “中文” \\n", limit: 3 }],
      ["docs_search", { query: "HOST" }],
    ]);
    const results = first.calls.map(({ id, name }, i) => ({ id, name, text: `found #${i}` }));
    const { text, calls, own } = first;
    const second = await model.reply(
      asked([
        question,
        { from: "model", text, calls, ...(own && { own }) },
        { from: "tools", results },
      ]),
    );
    expect(second).toMatchObject({ text: "Port 3000.", calls: [] });
    const told = server.requests[1]?.body;
    expect(() => format.Request.parse(told)).not.toThrow();
    expect(JSON.stringify(told)).toContain("#0");
    expect(JSON.stringify(told)).toContain("#1");
  });

  it("also goes on from calls of another model, of which only our own words are known", async () => {
    const server = await serve(format, () => ({ text: "Port 3000." }));
    const { model } = configuredFor(format, server.base_url);
    const call = { id: "call_1", name: "docs_search", arguments: { query: "port" } };
    await model.reply(
      asked([
        question,
        { from: "model", text: "", calls: [call] },
        { from: "tools", results: [{ id: "call_1", name: "docs_search", text: "Done." }] },
        { from: "agent", text: "Plan another way." },
      ]),
    );
    expect(() => format.Request.parse(server.requests[0]?.body)).not.toThrow();
  });

  it("lets the server know when nobody waits any longer", async () => {
    const server = await serve(format, () => ({
      chunks: format.events({ text: "It listens on", turn: 1, tokens: someTokens }).slice(0, 6),
      end: "hang",
    }));
    const stop = new AbortController();
    const reply = configuredFor(format, server.base_url).model.reply(
      asked([question], { signal: stop.signal, onText: () => stop.abort(new Error("no longer")) }),
    );
    await expect(reply).rejects.toThrow("no longer");
    await server.left(1);
  });

  it("speaks the protocol of one JSON object to models without tool calls", async () => {
    const said = [
      { tool_calls: [{ name: "docs_search", arguments: { query: "port" } }], final_answer: "" },
      { tool_calls: [], final_answer: "Port “3000”,\nsaid once [1]. 🙂" },
    ];
    const server = await serve(format, ({ turn }) => ({ text: JSON.stringify(said[turn - 1]) }));
    const { model } = configuredFor(format, server.base_url, { config: { tool_protocol: "json" } });
    const pieces: string[] = [];
    const onText = (piece: string) => pieces.push(piece);
    const first = await model.reply(asked([question], { onText }));
    expect(first.calls).toMatchObject([{ name: "docs_search", arguments: { query: "port" } }]);
    expect(pieces).toEqual([]);
    const { text, calls } = first;
    const results = calls.map(({ id, name }) => ({ id, name, text: "found" }));
    const second = await model.reply(
      asked([question, { from: "model", text, calls }, { from: "tools", results }], { onText }),
    );
    expect(second.text).toBe("Port “3000”,\nsaid once [1]. 🙂");
    expect(pieces.join("")).toBe(second.text);
    expect(pieces.length).toBeGreaterThan(2);
    for (const { body } of server.requests) {
      expect(() => format.Request.parse(body)).not.toThrow();
      expect(format.offered(body)).toEqual([]);
    }
  });
});
