import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { createMcpSession } from "#lib/tools/providers/mcp/session";

/**
 * Our side of a client scenario of `@modelcontextprotocol/conformance`: greets the server at the address it is given,
 * lists its tools and calls each once. How to run it stands in docs/conformance.md.
 */
const url = process.argv.at(-1) ?? "";
const session = createMcpSession({
  name: "conformance",
  target: { kind: "http", url },
  timeout_ms: 20_000,
  log: createLogger("conformance", "warn"),
  clock: systemClock,
});
const signal = AbortSignal.timeout(240_000);
for (const tool of await session.list(signal)) {
  const { properties = {} } = tool.input_schema as { properties?: Record<string, unknown> };
  const args = Object.fromEntries(Object.keys(properties).map((name, i) => [name, i + 2]));
  const result = await session.invoke(tool.name, args, { signal });
  process.stdout.write(`${tool.name}: ${result.is_error ? "error" : result.text}\n`);
}
await session.close();
