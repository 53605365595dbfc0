import { describe, expect, it } from "vitest";
import { Config } from "#lib/contracts/config";
import { systemClock } from "#lib/platform/clock";
import { createModelDesk } from "../../lib/assembly/model-desk.ts";
import { keys } from "../models/configured-for.ts";
import { openServers } from "../models/open-servers.ts";
import { formats } from "../models/wire/formats.ts";

const serve = openServers();
const reader = { lang: "en" as const, trace_id: "trace_1", signal: new AbortController().signal };
const desk = (model: object, held = keys) => {
  let config = Config.parse({ model });
  const told: object[] = [];
  const audit = { ready: async () => undefined, tell: (act: object) => told.push(act) };
  const made = createModelDesk({ config: () => config, keys: held, clock: systemClock, audit });
  return { ...made, told, change: (next: object) => (config = Config.parse({ model: next })) };
};

describe.each(formats)("a test of the connection to $provider", (format) => {
  const { provider, models } = format;

  it("says that it answers and calls, and names its models", async () => {
    const calls = [{ name: "say_ready", arguments: {} }];
    const server = await serve(format, () => ({ calls }));
    const { base_url } = server;
    const tested = await desk({ provider, name: "test-model", base_url }).test(reader);
    expect(tested).toMatchObject({ ok: true, models: models.names });
    expect(tested.message).toMatch(/^test-model at 127\.0\.0\.1:\d+ works and can call tools/);
  });

  it("tells words instead of a call, a reply of nothing, and a refusal apart", async () => {
    const says = [{ text: "Ready!" }, { text: "" }, { status: 401, chunks: ["{}"] }];
    const server = await serve(format, ({ turn }) => says[turn - 1] ?? { text: "" });
    const { test } = desk({ provider, name: "test-model", base_url: server.base_url });
    expect(await test(reader)).toMatchObject({
      ok: true,
      message: expect.stringMatching(/did not call a tool/),
    });
    expect(await test(reader)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/could not be used/),
    });
    expect(await test(reader)).toMatchObject({ ok: false, kind: "refused_key" });
  });
});

describe.each(formats)("a model of $provider that is tried before it is saved", (format) => {
  const { provider, models } = format;

  it("is asked as it would be saved, and the record says who was reached", async () => {
    const calls = [{ name: "say_ready", arguments: {} }];
    const { base_url, requests } = await serve(format, () => ({ calls }));
    const { test, told } = desk({
      provider: "compatible",
      name: "saved",
      base_url: "http://[::1]:1",
    });
    const tried = { provider, base_url, tool_protocol: "native" } as const;
    const tested = await test(reader, { ...tried, name: "tried" });
    expect(tested).toMatchObject({ ok: true, models: models.names });
    expect(tested.message).toMatch(/^tried at 127/);
    expect(requests.length).toBeGreaterThan(0);
    expect(told).toEqual([{ trace_id: "trace_1", tool_id: "http.models.test", path: base_url }]);
  });

  it("is asked for its list alone while it has no name", async () => {
    const { base_url, requests } = await serve(format, () => ({ text: "never" }));
    const tried = { provider, base_url, name: " ", tool_protocol: "native" } as const;
    const tested = await desk({}).test(reader, tried);
    expect(tested).toMatchObject({ ok: true, models: models.names });
    expect(tested.message).toMatch(/lists \d+ models?\. Choose/);
    expect(requests.map(({ method }) => method)).toEqual(["GET"]);
    const nowhere = await desk({}, {}).test(reader, {
      ...tried,
      base_url: "http://127.0.0.1:1/v1",
    });
    expect(nowhere).toMatchObject({ ok: false, models: [] });
  });
});

describe("the model of the configuration", () => {
  it.each([
    [{}, "off"],
    [{ provider: "compatible", name: "m" }, "no_address"],
    [{ provider: "compatible", base_url: "http://127.0.0.1:1/v1" }, "no_name"],
    [{ provider: "anthropic", name: "m" }, "no_key"],
    [{ provider: "openai", name: "m" }, "no_key"],
    [{ provider: "google", name: "m" }, "no_key"],
  ])("%j is not ready, and says what is missing: %s", async (model, kind) => {
    const { current, report, test } = desk(model, {});
    const now = current();
    expect(now.kind === "unavailable" && now.error.kind).toBe(kind);
    expect(report("en").state).toBe("unavailable");
    expect(report("zh-CN").message).toMatch(/\p{Script=Han}/u);
    expect(await test(reader)).toMatchObject({ ok: false, kind, models: [] });
  });

  it("is the one of now, and the same one as long as nothing changes", () => {
    const made = desk({ provider: "compatible", name: "one", base_url: "http://127.0.0.1:1/v1" });
    const first = made.current();
    expect(made.current()).toBe(first);
    made.change({ provider: "compatible", name: "two", base_url: "http://127.0.0.1:1/v1" });
    expect(made.current()).toMatchObject({ kind: "ready", name: "two", host: "127.0.0.1:1" });
  });

  it("counts what a reply cost where prices are given", () => {
    const usage = { input: 1_000_000, cached: 400_000, output: 500_000, counted: true };
    const cost = (prices: object | null) => {
      const base_url = "http://127.0.0.1:1/v1";
      const now = desk({ provider: "compatible", name: "m", base_url, prices }).current();
      return now.kind === "ready" ? now.cost(usage) : "not ready";
    };
    expect(cost(null)).toBeUndefined();
    expect(cost({ input: 3, output: 15 })).toBeCloseTo(10.5);
    expect(cost({ input: 3, cached_input: 0.3, output: 15 })).toBeCloseTo(9.42);
  });
});
