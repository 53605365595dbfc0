import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";

/**
 * JSON-RPC over two streams, one message a line. Unlike the SDK's own transport it answers a broken line and goes on,
 * holds no more than one line in memory however long the sender makes it, and lets any number of answers wait for a
 * slow reader behind a single listener.
 */
export type StdioTransport = Transport & {
  /** Called once when no further message can come; the connection may still carry answers. */
  onend?: () => void;
};

const parseError = -32700;
const invalidRequest = -32600;

export function createStdioTransport(options: {
  input: Readable;
  output: Writable;
  max_line_bytes: number;
}): StdioTransport {
  const { input, output, max_line_bytes } = options;
  let pieces: Buffer[] = [];
  let held = 0;
  let discarding = false;
  let draining: Promise<void> | undefined;
  let closed = false;

  const transport: StdioTransport = {
    async start() {
      input.on("data", take);
      input.on("end", end);
      input.on("close", end);
      input.on("error", end);
      output.on("error", lost);
    },
    send: (message) => write(message),
    async close() {
      if (closed) return;
      closed = true;
      input.off("data", take);
      input.pause();
      transport.onclose?.();
    },
  };
  return transport;

  function take(chunk: Buffer) {
    let rest = chunk;
    for (let at = rest.indexOf(10); at !== -1 && !closed; at = rest.indexOf(10)) {
      keep(rest.subarray(0, at));
      finishLine();
      rest = rest.subarray(at + 1);
    }
    keep(rest);
  }

  function keep(piece: Buffer) {
    if (discarding || piece.length === 0) return;
    held += piece.length;
    if (held > max_line_bytes) {
      discarding = true;
      pieces = [];
    } else pieces.push(piece);
  }

  function finishLine() {
    const line = Buffer.concat(pieces).toString("utf8");
    const tooLong = discarding;
    pieces = [];
    held = 0;
    discarding = false;
    if (tooLong) {
      refuse(null, parseError, `A message may have at most ${max_line_bytes} bytes.`);
    } else if (line.trim() !== "") deliver(line);
  }

  function deliver(line: string) {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      refuse(null, parseError, "The line is not JSON. Each message is one line of JSON-RPC 2.0.");
      return;
    }
    const message = JSONRPCMessageSchema.safeParse(value);
    if (message.success) transport.onmessage?.(message.data);
    else refuse(idOf(value), invalidRequest, "The message is not a JSON-RPC 2.0 message of MCP.");
  }

  function refuse(id: string | number | null, code: number, message: string) {
    void write({ jsonrpc: "2.0", id, error: { code, message } });
  }

  function write(message: JSONRPCMessage | object): Promise<void> {
    if (closed || output.destroyed) return Promise.resolve();
    if (output.write(`${JSON.stringify(message)}\n`)) return Promise.resolve();
    draining ??= new Promise((resolve) => {
      const done = () => {
        draining = undefined;
        output.off("drain", done);
        output.off("close", done);
        resolve();
      };
      output.on("drain", done);
      output.on("close", done);
    });
    return draining;
  }

  function end() {
    const tell = transport.onend;
    delete transport.onend;
    tell?.();
  }

  /** The reader is gone (EPIPE): nothing can be said any more. */
  function lost(error: Error) {
    transport.onerror?.(error);
    end();
    void transport.close();
  }
}

function idOf(value: unknown): string | number | null {
  if (typeof value !== "object" || value === null || !("id" in value)) return null;
  return typeof value.id === "string" || typeof value.id === "number" ? value.id : null;
}
