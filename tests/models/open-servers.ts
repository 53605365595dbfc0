import { afterEach } from "vitest";
import type { ModelQuestion } from "../../lib/models/conversation.ts";
import { ModelFailure } from "../../lib/models/failure.ts";
import type { Model } from "../../lib/models/model.ts";
import { scriptedServer, someTokens, type WireFormat } from "./wire/wire-format.ts";

/** Servers that are closed after each test of the file. */
export function openServers(): typeof scriptedServer {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const server of opened.splice(0)) await server.close();
  });
  return async (...given) => {
    const server = await scriptedServer(...given);
    opened.push(server);
    return server;
  };
}

export const aQuestion = (more: Partial<ModelQuestion> = {}): ModelQuestion => ({
  instructions: "Answer from the documents.",
  turns: [{ from: "agent", text: "On which port does it listen?" }],
  tools: [
    {
      name: "docs_search",
      description: "Searches the documents.",
      input_schema: { type: "object", properties: { query: { type: "string" } } },
    },
  ],
  signal: new AbortController().signal,
  ...more,
});

/** What a question that cannot be answered fails with. Anything else fails the test. */
export async function failureOf(
  model: Model,
  more: Partial<ModelQuestion> = {},
): Promise<ModelFailure> {
  try {
    const reply = await model.reply(aQuestion(more));
    throw new Error(`a reply: ${JSON.stringify(reply)}`);
  } catch (error) {
    if (error instanceof ModelFailure) return error;
    throw error;
  }
}

/** The events of a reply with this text. */
export const eventsOf = (format: WireFormat, text: string): string[] =>
  format.events({ text, turn: 1, tokens: someTokens });
