import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/**
 * A local server that writes like a model behind Chat Completions: a few letters at a time, at an even pace, counting no
 * tokens, so that the program's own counter does.
 */
export type ModelServer = {
  base_url: string;
  /** What it was asked, the newest last. */
  asked: AskedModel[];
  /** Moments at which so many letters of the last reply had been handed over. */
  sent: { letters: number; at: number }[];
  close(): Promise<void>;
};

export type AskedModel = {
  at: number;
  /** As they are sent, in the order in which a provider reads them. */
  tools: unknown[];
  messages: { role: string; content: string | null }[];
};

const lettersAtOnce = 6;

export async function startModelServer(
  write: (asked: AskedModel) => string,
  pace_ms: number,
): Promise<ModelServer> {
  const asked: AskedModel[] = [];
  const sent: ModelServer["sent"] = [];
  const server = createServer(async (request, response) => {
    const at = performance.now();
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer); // no encoding is set
    const body = JSON.parse(Buffer.concat(pieces).toString("utf8")) as Omit<AskedModel, "at">;
    const told = { at, tools: body.tools ?? [], messages: body.messages };
    asked.push(told);
    sent.length = 0;
    response.writeHead(200, { "content-type": "text/event-stream" });
    let letters = 0;
    for (const content of write(told).match(new RegExp(`[\\s\\S]{1,${lettersAtOnce}}`, "gu")) ??
      []) {
      await pause(pace_ms);
      response.write(chunk({ content }));
      letters += content.length;
      sent.push({ letters, at: performance.now() });
    }
    response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listens on a port
  return {
    ...{ asked, sent, base_url: `http://127.0.0.1:${port}/v1` },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function chunk(delta: object, finish_reason: string | null = null): string {
  const head = { id: "bench", object: "chat.completion.chunk", created: 0, model: "bench" };
  return `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
}
