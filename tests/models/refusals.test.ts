import { describe, expect, it } from "vitest";
import { errorSentence } from "#lib/platform/said-error";
import { canary, configuredFor, unhurried } from "./configured-for.ts";
import { aQuestion, failureOf, openServers } from "./open-servers.ts";
import { formats } from "./wire/formats.ts";
import type { WireReply } from "./wire/wire-server.ts";

const serve = openServers();

/** The waits before another try, which take no time here. */
function recordedPauses() {
  const pauses: number[] = [];
  return {
    pauses,
    pause: (ms: number, signal: AbortSignal) => {
      if (ms <= 20_000) pauses.push(ms);
      return unhurried(ms, signal);
    },
  };
}

describe.each(formats)("$provider refuses", (format) => {
  const refuse = (status: number, more: WireReply & { said?: string; code?: string } = {}) => {
    const { said = "Not now.", code = "none", ...reply } = more;
    return { status, chunks: [format.refusal(said, code)], ...reply };
  };

  it.each<[string, WireReply, string]>([
    ["429", refuse(429), "busy"],
    ["529", refuse(529), "busy"],
    ["503", refuse(503), "busy"],
    ["500", refuse(500), "server"],
    ["a reset", { silent: true, end: "reset" }, "cut"],
    [
      "a web page",
      { chunks: ["<!doctype html><p>Log in"], headers: { "content-type": "text/html" } },
      "not_a_model",
    ],
    [
      "the web page of a gateway",
      { status: 502, chunks: ["<html>"], headers: { "content-type": "text/html" } },
      "server",
    ],
  ])("for the moment, with %s: asked twice more, each time later", async (_, reply, kind) => {
    const { pauses, pause } = recordedPauses();
    const server = await serve(format, () => reply);
    const { model } = configuredFor(format, server.base_url, { deps: { pause, random: () => 1 } });
    const failure = await failureOf(model);
    expect(failure).toMatchObject({ kind, code: "model_unavailable", retryable: true, said: "" });
    expect(server.requests).toHaveLength(3);
    expect(pauses).toEqual([500, 1000]);
  });

  it("once, and answers when it is asked again", async () => {
    const server = await serve(format, ({ turn }) =>
      turn === 1 ? refuse(500) : { text: "Port 3000." },
    );
    const reply = await configuredFor(format, server.base_url).model.reply(aQuestion());
    expect(reply.text).toBe("Port 3000.");
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.body).toEqual(server.requests[0]?.body);
  });

  it("and names a time, which is waited for up to 20 seconds and not longer", async () => {
    const { pauses, pause } = recordedPauses();
    const server = await serve(format, ({ turn }) =>
      refuse(429, { headers: { "retry-after": turn === 1 ? "20" : "21" } }),
    );
    const { model } = configuredFor(format, server.base_url, { deps: { pause } });
    const failure = await failureOf(model);
    expect(failure.kind).toBe("busy");
    expect(failure.message).toContain("21 s");
    expect(errorSentence(failure, "zh-CN")).toContain("21 秒");
    expect(pauses).toEqual([20_000]);
    expect(server.requests).toHaveLength(2);
  });

  it("and names a time as a date, by its own clock", async () => {
    const { pauses, pause } = recordedPauses();
    const headers = {
      date: "Mon, 01 Jan 2035 00:00:00 GMT",
      "retry-after": "Mon, 01 Jan 2035 00:00:07 GMT",
    };
    const server = await serve(format, () => refuse(429, { headers }));
    await failureOf(configuredFor(format, server.base_url, { deps: { pause } }).model);
    expect(pauses).toEqual([7000, 7000]);
  });

  const echo = `Your key ${canary} (sk-…${canary.slice(-9)}) is no good.`;
  it.each<[string, WireReply, string]>([
    ["401", refuse(401, { said: echo }), "refused_key"],
    ["403", refuse(403, { said: echo }), "refused_key"],
    ["400", refuse(400, { said: echo }), "rejected"],
    ["402", refuse(402, { said: echo }), "spend"],
    ["404", refuse(404, { said: echo }), "unknown_model"],
    ["413", refuse(413, { said: echo }), "rejected"],
    [
      "a quota that is used up",
      refuse(429, { said: `You exceeded your current quota. ${echo}`, code: "insufficient_quota" }),
      "spend",
    ],
    [
      "another address",
      { status: 307, headers: { location: "http://127.0.0.1:9/elsewhere" } },
      "moved",
    ],
  ])("for good, with %s: asked once, and its key is nowhere", async (_, reply, kind) => {
    const server = await serve(format, () => reply);
    const failure = await failureOf(configuredFor(format, server.base_url).model);
    expect(failure).toMatchObject({ kind, retryable: false });
    expect(server.requests).toHaveLength(1);
    const shown = JSON.stringify([
      failure.message,
      errorSentence(failure, "zh-CN"),
      failure.details,
      failure.stack,
      failure.cause,
    ]);
    for (let at = 0; at + 8 <= canary.length; at += 1) {
      expect(shown).not.toContain(canary.slice(at, at + 8));
    }
    expect(shown).toContain("127.0.0.1");
  });
});

describe("a provider's own way to refuse", () => {
  const format = (id: string) => formats.find(({ provider }) => provider === id) ?? formats[0];
  it.each([
    ["anthropic", 400, "Your credit balance is too low to access the API.", "spend"],
    ["google", 400, "API key not valid. [reason: API_KEY_INVALID]", "refused_key"],
    ["openai", 400, "The model is not a chat model: it has no tools.", "rejected"],
    ["compatible", 404, 'model "llama9" not found, try pulling it first', "unknown_model"],
  ])("is understood: %s, %i, “%s”", async (id, status, said, kind) => {
    const wire = format(id);
    if (wire === undefined) throw new Error("no format");
    const chunks = [wire.refusal(said, "API_KEY_INVALID")];
    const server = await serve(wire, () => ({ status, chunks }));
    const failure = await failureOf(configuredFor(wire, server.base_url).model);
    expect(failure.kind).toBe(kind);
    if (kind === "unknown_model" || kind === "rejected") expect(failure.message).toContain(said);
  });

  it("is Google's time to wait in the body", async () => {
    const wire = format("google");
    if (wire === undefined) throw new Error("no format");
    const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.5s" }];
    const message = "You exceeded your current quota, please check your plan and billing details.";
    const body = { error: { code: 429, message, status: "RESOURCE_EXHAUSTED", details } };
    const server = await serve(wire, () => ({ status: 429, chunks: [JSON.stringify(body)] }));
    const failure = await failureOf(configuredFor(wire, server.base_url).model);
    expect(failure).toMatchObject({ kind: "busy", message: expect.stringContaining("35 s") });
    expect(server.requests).toHaveLength(1);
  });

  it("is that nobody is there, which is not tried again", async () => {
    const wire = format("compatible");
    if (wire === undefined) throw new Error("no format");
    const server = await serve(wire, () => ({}));
    await server.close();
    const { pauses, pause } = recordedPauses();
    const { model } = configuredFor(wire, server.base_url, { deps: { pause } });
    expect(await failureOf(model)).toMatchObject({ kind: "unreachable", retryable: true });
    expect(pauses).toEqual([]);
  });
});
