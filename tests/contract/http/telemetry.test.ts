import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { Kept, NetworkPage } from "#lib/contracts/activity";
import { Answer } from "#lib/contracts/answer";
import { type Http, openHttp } from "./open-http.ts";

/** A receiver of OTLP over HTTP in JSON, held to the shape that the protocol has (opentelemetry-proto, trace and metrics v1). */
const KeyValue = z.strictObject({
  key: z.string().min(1),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ boolValue: z.boolean() }),
    z.strictObject({ intValue: z.union([z.string(), z.number()]) }),
    z.strictObject({ doubleValue: z.number() }),
  ]),
});
const OtlpSpan = z.looseObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  kind: z.number().int().min(1).max(5),
  startTimeUnixNano: z.union([z.string().regex(/^\d{19}$/), z.object({})]),
  endTimeUnixNano: z.union([z.string().regex(/^\d{19}$/), z.object({})]),
  attributes: z.array(KeyValue),
});
const Traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.looseObject({ attributes: z.array(KeyValue) }),
      scopeSpans: z.array(z.object({ spans: z.array(OtlpSpan) })),
    }),
  ),
});

type Received = { path: string; body: unknown };
const question = "When is the signing key rotated?";
const sentence = "The signing key is rotated every ninety days.";
const open: { http?: Http; receiver?: Server } = {};

afterEach(async () => {
  await open.http?.close();
  open.receiver?.closeAllConnections();
  open.receiver?.close();
  delete open.http;
});
afterAll(() => undefined);

async function receiver(
  answer: (path: string) => number | undefined,
): Promise<{ at: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      received.push({
        path: request.url ?? "",
        body: JSON.parse(Buffer.concat(pieces).toString()),
      });
      const status = answer(request.url ?? "");
      if (status === undefined) return; // it hangs
      response.writeHead(status, { "content-type": "application/json" });
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.receiver = server;
  return { at: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

async function begin(env: Record<string, string>): Promise<Http> {
  const http = await openHttp({ env });
  open.http = http;
  http.write("notes/keys.md", `# Keys\n\n${sentence}\n`);
  await http.ready();
  http.assembly.work();
  return http;
}
const ask = async (http: Http) =>
  Answer.parse(await (await http.send("POST", "/api/ask", { question })).json());
const spansIn = (received: readonly Received[]) =>
  received
    .filter(({ path }) => path === "/v1/traces")
    .flatMap(({ body }) => Traces.parse(body).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));

describe("telemetry", () => {
  it("sends the spans of an asking in the protocol's form, without a word of it, and says so", async () => {
    const { at, received } = await receiver(() => 200);
    const http = await begin({ OTEL_EXPORTER_OTLP_ENDPOINT: at });
    const answer = await ask(http);
    await expect
      .poll(() => spansIn(received).some(({ name }) => name === "invoke_agent primary"), {
        timeout: 15_000,
      })
      .toBe(true);
    const spans = spansIn(received);
    const of = spans.filter(({ attributes }) =>
      attributes.some(
        ({ key, value }) =>
          key === "docent.trace_id" &&
          "stringValue" in value &&
          value.stringValue === answer.trace_id,
      ),
    );
    expect(new Set(of.map(({ traceId }) => traceId)).size).toBe(1);
    const ids = new Set(of.map(({ spanId }) => spanId));
    expect(of.filter(({ parentSpanId }) => parentSpanId === undefined)).toHaveLength(1);
    expect(
      of.every(({ parentSpanId }) => parentSpanId === undefined || ids.has(parentSpanId)),
    ).toBe(true);
    expect(of.map(({ name }) => name)).toContain("execute_tool mcp.docs.docs_search");
    expect(JSON.stringify(received)).not.toMatch(/ninety|signing key|keys\.md/);
    const kept = Kept.parse(await (await http.get("/api/activity/kept")).json());
    expect(kept.telemetry).toMatchObject({ state: "on", content: false, failed: 0 });
    expect(kept.telemetry.sent).toBeGreaterThan(3);
    await expect
      .poll(
        async () =>
          NetworkPage.parse(await (await http.get("/api/network?purpose=telemetry")).json()).rows
            .length,
        { timeout: 15_000 },
      )
      .toBeGreaterThan(0);
    const { rows } = NetworkPage.parse(await (await http.get("/api/network")).json());
    expect(rows[0]).toMatchObject({ purpose: "telemetry", host: "127.0.0.1", method: "POST" });
    expect(rows[0]?.bytes_sent).toBeGreaterThan(200);
    await http.assembly.close(); // what waits of the figures is sent
    const metrics = received.filter(({ path }) => path === "/v1/metrics");
    expect(JSON.stringify(metrics)).toContain("docent.answers");
  });

  it("sends questions and answers where that is switched on as well", async () => {
    const { at, received } = await receiver(() => 200);
    const http = await begin({ OTEL_EXPORTER_OTLP_ENDPOINT: at, DOCENT_OTEL_CONTENT: "1" });
    await ask(http);
    await expect
      .poll(() => JSON.stringify(received).includes("gen_ai.output.messages"), { timeout: 15_000 })
      .toBe(true);
    expect(JSON.stringify(received)).toContain("ninety days");
    const kept = Kept.parse(await (await http.get("/api/activity/kept")).json());
    expect(kept.telemetry).toMatchObject({
      content: true,
      message: expect.stringContaining("DOCENT_OTEL_CONTENT"),
    });
  });

  it.each([
    ["answers 500", () => 500],
    ["hangs", () => undefined],
  ])("holds up nothing where the receiver %s", async (_, answers) => {
    const { at, received } = await receiver(answers);
    const http = await begin({ OTEL_EXPORTER_OTLP_ENDPOINT: at });
    expect((await ask(http)).status).toBe("answered");
    await expect.poll(() => received.length, { timeout: 15_000 }).toBeGreaterThan(0);
    expect((await ask(http)).status).toBe("answered");
    const began = performance.now();
    await http.assembly.close();
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});

it("what is no address, or no switch, stops the start in one sentence", async () => {
  for (const env of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://me:secret@collector:4318" },
    { DOCENT_OTEL_CONTENT: "yes" },
  ]) {
    const [variable = ""] = Object.keys(env);
    await expect(openHttp({ env })).rejects.toThrow(variable);
  }
});
