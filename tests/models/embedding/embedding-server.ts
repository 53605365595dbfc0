import { afterEach } from "vitest";
import {
  type WireReply,
  type WireRequest,
  type WireServer,
  wireServer,
} from "../wire/wire-server.ts";

/** What a provider of embeddings was asked, whichever wire format it speaks. */
export type EmbeddingRequest = { texts: string[]; dimensions: number | undefined };

/** A script's reply: vectors in the order of the texts, or bytes as they stand. */
export type EmbeddingReply = { vectors: unknown[]; order?: number[] } | { wire: WireReply };

export const json = (body: unknown): WireReply => ({
  headers: { "content-type": "application/json" },
  chunks: [JSON.stringify(body)],
});

/** A vector that tells its text: texts that share words are near to each other. */
export function vectorOf(text: string, dimensions = 16): number[] {
  const vector = new Array<number>(dimensions).fill(0.001);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let hash = 7;
    for (const letter of word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
    vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + 1;
  }
  return vector;
}

export const faithfully = ({ texts, dimensions }: EmbeddingRequest): EmbeddingReply => ({
  vectors: texts.map((text) => vectorOf(text, dimensions)),
});

export type EmbeddingServer = WireServer & { base_url: string; asked: EmbeddingRequest[] };

/** An embedding server on this machine in OpenAI's shape, which answers by a script. */
export async function embeddingServer(
  script: (
    request: EmbeddingRequest,
    number: number,
  ) => EmbeddingReply | Promise<EmbeddingReply> = faithfully,
): Promise<EmbeddingServer> {
  const asked: EmbeddingRequest[] = [];
  const server = await wireServer(async (request, number) => {
    if (request.path.endsWith("/models"))
      return json({ data: [{ id: "chat" }, { id: "embed-1" }] });
    const read = readOpenAi(request);
    asked.push(read);
    const reply = await script(read, number);
    return "wire" in reply ? reply.wire : json(openAiBody(reply, read));
  });
  return { ...server, asked, base_url: `${server.origin}/v1` };
}

function readOpenAi({ path, body }: WireRequest): EmbeddingRequest {
  if (!path.endsWith("/embeddings")) throw new Error(`asked at ${path}`);
  const { input, dimensions } = body as { input: string[]; dimensions?: number }; // what our client sends
  return { texts: input, dimensions };
}

export function openAiBody(
  { vectors, order }: { vectors: unknown[]; order?: number[] },
  { texts }: EmbeddingRequest,
) {
  const numbers = order ?? vectors.map((_, i) => i);
  return {
    object: "list",
    model: "test-model",
    data: numbers.map((index) => ({ object: "embedding", index, embedding: vectors[index] })),
    usage: { prompt_tokens: texts.join(" ").length, total_tokens: texts.join(" ").length },
  };
}

/** Servers that are closed after each test of the file. */
export function openEmbeddingServers(): typeof embeddingServer {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const server of opened.splice(0)) await server.close();
  });
  return async (...given) => {
    const server = await embeddingServer(...given);
    opened.push(server);
    return server;
  };
}
