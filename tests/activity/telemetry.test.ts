import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createTelemetry } from "#lib/assembly/telemetry";
import type { Connection } from "#lib/contracts/network";
import type { Span } from "#lib/contracts/ports";
import { createLogger } from "#lib/platform/logger";
import { sampleAnswer } from "../store/sample-answer.ts";

/** OpenTelemetry to a receiver that takes what it is sent, answers 500, or never answers. */
let server: Server;
const taken: { path: string; body: string }[] = [];
afterEach(() => {
  server.closeAllConnections();
  server.close();
  taken.length = 0;
});

async function receiver(answer: (response: ServerResponse) => void): Promise<string> {
  server = createServer(async (request, response) => {
    const pieces = await request.toArray();
    taken.push({ path: request.url ?? "", body: Buffer.concat(pieces).toString() });
    answer(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const span: Span = {
  ...{ span_id: "span_1", trace_id: "trace_1", run_id: "run_1", kind: "model", name: "small" },
  ...{ started_at: "2026-11-29T10:00:00.000Z", ms: 90, status: "ok" },
  attributes: { provider: "compatible", input: 10, output: 5 },
};
const request: Span = { ...span, span_id: "span_2", kind: "request", name: "ask", attributes: {} };

function begin(endpoint: string | undefined, content = false) {
  const connections = new Map<string, Connection>();
  const kept: Span[] = [];
  const telemetry = createTelemetry({
    ...{ endpoint, content, version: "1" },
    network: { connection: (row) => connections.set(row.connection_id, row) },
    log: createLogger("test", "silent"),
  });
  telemetry.begin();
  const sink = telemetry.over({
    span: (told: Span) => kept.push(told),
    ...{ read: () => {}, call: () => {}, task: () => {} },
  });
  return { telemetry, sink, kept, connections };
}

it("sends spans and metrics in the words of the protocol, and no word of question or answer", async () => {
  const { telemetry, sink, connections } = begin(await receiver((response) => response.end("{}")));
  telemetry.answered({ ...sampleAnswer(), trace_id: "trace_1" }, true);
  sink.span(span);
  sink.span(request);
  await expect.poll(() => telemetry.report("en").sent, { timeout: 8000 }).toBe(2);
  await telemetry.close();
  const traces = taken.find(({ path }) => path === "/v1/traces");
  const { resourceSpans } = JSON.parse(traces?.body ?? "{}") as {
    resourceSpans: { scopeSpans: { spans: { name: string; traceId: string }[] }[] }[];
  };
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  expect(spans.map(({ name }) => name)).toEqual(["chat small", "invoke_agent primary"]);
  expect(spans[0]?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(traces?.body).toContain("gen_ai.usage.input_tokens");
  const metrics = taken.find(({ path }) => path === "/v1/metrics");
  expect(metrics?.body).toContain("gen_ai.client.token.usage");
  expect(JSON.stringify(taken)).not.toContain("Rotate the key");
  const states = () => [...connections.values()].map(({ state }) => state);
  await expect.poll(states).toEqual(["ended", "ended"]);
  const [row] = connections.values();
  expect(row).toMatchObject({ purpose: "telemetry", host: "127.0.0.1" });
  expect(row?.bytes_sent).toBeGreaterThan(100);
});

it("sends questions and answers where that is switched on, but for those that are not to be stored", async () => {
  const { telemetry, sink } = begin(await receiver((response) => response.end("{}")), true);
  telemetry.answered({ ...sampleAnswer(), trace_id: "trace_1" }, true);
  sink.span(request);
  telemetry.answered({ ...sampleAnswer(), trace_id: "trace_2" }, false);
  sink.span({ ...request, trace_id: "trace_2", span_id: "span_3" });
  await expect.poll(() => telemetry.report("en").sent, { timeout: 8000 }).toBe(2);
  await telemetry.close();
  const body = taken.find(({ path }) => path === "/v1/traces")?.body ?? "";
  expect(body.match(/gen_ai\.input\.messages/g)).toHaveLength(1);
});

it.each<[string, (response: ServerResponse) => void]>([
  ["answers 500", (response) => response.writeHead(500).end()],
  ["never answers", () => undefined],
])("is waited for by nobody where the receiver %s, and ends all the same", async (_, answer) => {
  const { telemetry, sink, kept } = begin(await receiver(answer));
  for (let n = 0; n < 3; n++) sink.span({ ...request, span_id: `span_${n}` });
  expect(kept).toHaveLength(3);
  await expect.poll(() => taken.length, { timeout: 8000 }).toBeGreaterThan(0);
  sink.span({ ...request, span_id: "span_9" });
  expect(kept).toHaveLength(4);
  await telemetry.close();
  expect(telemetry.report("en").sent).toBe(0);
});

it("says whom it cannot send to, and why", async () => {
  const { telemetry, sink } = begin(await receiver((response) => response.writeHead(500).end()));
  sink.span(request);
  await expect.poll(() => telemetry.report("en").state, { timeout: 8000 }).toBe("failing");
  expect(telemetry.report("en")).toMatchObject({ sent: 0, failed: 1 });
  await telemetry.close();
});

it("is off without an endpoint: nothing is loaded, wrapped or connected", async () => {
  server = createServer();
  const { telemetry, sink, connections } = begin(undefined);
  sink.span(request);
  await telemetry.close();
  expect(telemetry.report("en")).toMatchObject({ state: "off", sent: 0, failed: 0 });
  expect(connections.size).toBe(0);
});
