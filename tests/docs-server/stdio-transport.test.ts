import { EventEmitter } from "node:events";
import { PassThrough, Writable } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { createStdioTransport } from "../../mcp-servers/docs/stdio-transport.ts";

function open(output: Writable = new PassThrough()) {
  const input = new PassThrough();
  const transport = createStdioTransport({ input, output, max_line_bytes: 1000 });
  const received: JSONRPCMessage[] = [];
  transport.onmessage = (message: JSONRPCMessage) => received.push(message);
  const said = () =>
    String(output instanceof PassThrough ? output.read() : "")
      .split("\n")
      .filter((line) => line !== "" && line !== "null")
      .map((line) => JSON.parse(line));
  return { input, transport, received, said };
}

const ping = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;

describe("a line of input", () => {
  it("is a message, however it is cut into chunks and whatever its line end", async () => {
    const { input, transport, received } = open();
    await transport.start();
    const bytes = Buffer.from(
      `${ping(1)}\r\n\n   \n${ping(2)}\n${ping(3).replace("ping", "p文")}\n`,
    );
    for (const byte of bytes) input.write(Buffer.from([byte]));
    await expect.poll(() => received.length).toBe(3);
    expect(received[2]).toMatchObject({ id: 3, method: "p文" });
  });

  it("that is no JSON or no message is answered, and the next one is read", async () => {
    const { input, transport, received, said } = open();
    await transport.start();
    input.write(`{"jsonrpc":\nnonsense\n{"id":7}\n[${ping(1)}]\n"x"\n${ping(2)}\n`);
    await expect.poll(() => received.length).toBe(1);
    expect(said().map((reply) => [reply.id, reply.error.code])).toEqual([
      [null, -32700],
      [null, -32700],
      [7, -32600],
      [null, -32600],
      [null, -32600],
    ]);
  });

  it("that is too long is refused once, is not kept, and the next one is read", async () => {
    const { input, transport, received, said } = open();
    await transport.start();
    for (let i = 0; i < 50; i += 1) input.write("x".repeat(900));
    input.write(`\n${ping(1)}\n`);
    await expect.poll(() => received.length).toBe(1);
    const replies = said();
    expect(replies).toHaveLength(1);
    expect(replies[0].error.message).toContain("1000 bytes");
  });

  it("that is cut off by the end of input is dropped, and the end is told once", async () => {
    const { input, transport, received } = open();
    let ends = 0;
    transport.onend = () => {
      ends += 1;
    };
    await transport.start();
    input.end(`${ping(1)}\n{"jsonrpc":"2.0"`);
    await expect.poll(() => ends).toBe(1);
    input.destroy();
    expect(received).toHaveLength(1);
    expect(ends).toBe(1);
  });
});

describe("output", () => {
  it("lets many answers wait for a slow reader behind one listener", async () => {
    const written: string[] = [];
    const pending: (() => void)[] = [];
    const slow = new Writable({
      highWaterMark: 10,
      write(chunk, _, done) {
        written.push(String(chunk));
        pending.push(done);
      },
    });
    const { transport } = open(slow);
    await transport.start();
    const before = slow.listenerCount("drain");
    const sent = Array.from({ length: 40 }, (_, id) =>
      transport.send({ jsonrpc: "2.0", id, result: { text: "x".repeat(100) } }),
    );
    expect(slow.listenerCount("drain") - before).toBe(1);
    expect(slow.listenerCount("drain")).toBeLessThan(EventEmitter.defaultMaxListeners);
    while (written.length < 40 || pending.length > 0) {
      pending.shift()?.();
      await new Promise(setImmediate);
    }
    await Promise.all(sent);
    expect(written.map((line) => JSON.parse(line).id)).toEqual([...Array(40).keys()]);
  });

  it("ends when its reader is gone", async () => {
    const broken = new Writable({ write: (_, __, done) => done(new Error("EPIPE")) });
    const { transport } = open(broken);
    const told: string[] = [];
    transport.onend = () => told.push("end");
    transport.onclose = () => told.push("close");
    await transport.start();
    await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
    await expect.poll(() => told).toEqual(["end", "close"]);
    await transport.send({ jsonrpc: "2.0", id: 2, result: {} });
  });
});
