import { createInterface } from "node:readline";

/**
 * An MCP server on stdio, written by hand so that it can misbehave in ways an SDK would not let it. Its tools are named
 * after what they do; `counts` tells what it has seen. Arguments on the command line: `mute` (never greets back) and
 * `exit` (ends at once).
 */
const mode = process.argv[2] ?? "";
if (mode === "exit") process.exit(3);

const seen = { calls: 0, cancelled: 0 };
const held: number[] = [];

function send(message: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function answer(id: number, structured: Record<string, unknown>, isError = false): void {
  send({
    id,
    result: {
      content: [{ type: "text", text: JSON.stringify(structured) }],
      structuredContent: structured,
      isError,
    },
  });
}

const object = { type: "object", properties: {} };
const tool = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  description: `does ${name}`,
  inputSchema: object,
  ...more,
});

const tools = [
  tool("echo", {
    inputSchema: {
      type: "object",
      properties: { text: { type: "string", maxLength: 10 } },
      required: ["text"],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, title: "Echo" },
  }),
  tool("counts"),
  tool("hold"),
  tool("release"),
  tool("block"),
  tool("die"),
  tool("garbage"),
  tool("complain"),
  tool("refuse"),
  tool("fail_in_words"),
  tool("progress"),
  tool("environment"),
  tool("break_schema", {
    outputSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
  }),
];

function call(id: number, name: string, args: Record<string, unknown>, token: unknown): void {
  seen.calls++;
  switch (name) {
    case "echo":
      answer(id, { text: args.text ?? null });
      break;
    case "counts":
      answer(id, { ...seen });
      break;
    case "hold":
      held.push(id);
      break;
    case "release":
      for (const one of held.splice(0)) answer(one, { late: true });
      answer(id, { released: true });
      break;
    case "block":
      for (;;) Math.sqrt(2);
    case "die":
      process.exit(1);
      break;
    case "garbage":
      process.stdout.write('hello\n{"jsonrpc":"2.0"}\n\u0000\u0001\n[1,2\n');
      answer(id, { fine: true });
      break;
    case "complain":
      process.stderr.write("a complaint\n");
      answer(id, { fine: true });
      break;
    case "refuse":
      answer(id, { status: "denied", rule: "denylisted", message: "It is denied." }, true);
      break;
    case "fail_in_words":
      send({ id, result: { content: [{ type: "text", text: "no such luck" }], isError: true } });
      break;
    case "progress":
      send({
        method: "notifications/progress",
        params: { progressToken: token, progress: 1, total: 2 },
      });
      held.push(id);
      break;
    case "environment":
      answer(id, { names: Object.keys(process.env).sort() });
      break;
    case "break_schema":
      answer(id, { n: "not a number" });
      break;
    default:
      send({ id, error: { code: -32602, message: `no tool ${name}` } });
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  switch (message.method) {
    case "initialize":
      if (mode === "mute") return;
      send({
        id: message.id,
        result: {
          protocolVersion: message.params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: "misbehaving", version: "1" },
        },
      });
      return;
    case "tools/list":
      send({ id: message.id, result: { tools } });
      return;
    case "ping":
      send({ id: message.id, result: {} });
      return;
    case "notifications/cancelled":
      seen.cancelled++;
      return;
    case "tools/call":
      call(
        message.id,
        message.params.name,
        message.params.arguments ?? {},
        message.params._meta?.progressToken,
      );
      return;
    default:
  }
});
