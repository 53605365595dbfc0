import { describe, expect, it } from "vitest";
import { configuredFor } from "./configured-for.ts";
import { manualTime } from "./manual-time.ts";
import { aQuestion, eventsOf, failureOf, openServers } from "./open-servers.ts";
import { formats } from "./wire/formats.ts";
import { someTokens } from "./wire/wire-format.ts";
import type { WireReply } from "./wire/wire-server.ts";

const serve = openServers();
const call = { name: "docs_search", arguments: { query: "the port it listens on" } };

describe.each(formats)("a reply of $provider that breaks", (format) => {
  const whole = eventsOf(format, "It listens on port 3000 [1].");
  /** Up to and with some of the text. */
  const begun = whole.slice(
    0,
    whole.findIndex((event) => event.includes(" port")),
  );

  it.each<[string, WireReply]>([
    ["ends", { chunks: begun }],
    ["is torn down", { chunks: begun, end: "reset" }],
    ["fails with an event of its own", { chunks: [...begun, format.failure] }],
    [
      "goes on in what is no JSON",
      { chunks: [...begun, 'data: {"half": \n\n', ...whole.slice(-2)] },
    ],
  ])("when it %s: what was said stays said, and it is not begun anew", async (_, reply) => {
    const server = await serve(format, () => reply);
    const pieces: string[] = [];
    const failure = await failureOf(configuredFor(format, server.base_url).model, {
      onText: (piece) => pieces.push(piece),
    });
    expect(pieces.join("")).toMatch(/^It lis/);
    expect(failure.said).toBe(pieces.join(""));
    expect(failure.code).toBe("model_unavailable");
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, number, WireReply["end"]]>([
    ["ends", 0.5, "end"],
    ["is torn down", 0.5, "reset"],
    ["ends just before it says that it is done", 1, "end"],
  ])(
    "inside a tool call, when it %s: no call comes of it, and it is tried again",
    async (_, part, end) => {
      const events = format.events({ calls: [call], turn: 1, tokens: someTokens });
      const last = format.provider === "google" ? 1 : format.provider === "compatible" ? 3 : 2;
      const chunks = events.slice(0, Math.floor((events.length - last) * part));
      const server = await serve(format, ({ turn }) =>
        turn < 3 ? { chunks, ...(end && { end }) } : { calls: [call] },
      );
      const reply = await configuredFor(format, server.base_url).model.reply(aQuestion());
      expect(reply.calls).toMatchObject([call]);
      expect(server.requests).toHaveLength(3);
    },
  );

  it("and says that it is whole, with arguments that are not: no call comes of it, and the model is told", async () => {
    if (format.provider === "google") return; // sends them as an object, whole or not at all
    const events = format
      .events({ calls: [call], text: "Let me look.", turn: 1, tokens: someTokens })
      .filter((event) => !/listens|e port|on\\"\}/.test(event) || /done|completed/.test(event))
      .map((event) => event.replace(/ on\\"\}/g, ""));
    const server = await serve(format, () => ({ chunks: events }));
    const reply = await configuredFor(format, server.base_url).model.reply(aQuestion());
    expect(reply).toMatchObject({ text: "Let me look.", calls: [] });
    expect(reply.problem).toContain("docs_search were no whole JSON");
    expect(reply.own).toBeUndefined();
  });

  it("through the middle of a letter, and of an event, is as if it had come in one piece", async () => {
    const text = "端口是 3000 🙂 über";
    const bytes = Buffer.from(eventsOf(format, text).join(""));
    const chunks = Array.from({ length: Math.ceil(bytes.length / 13) }, (_, i) =>
      bytes.subarray(i * 13, i * 13 + 13),
    );
    const server = await serve(format, () => ({ chunks }));
    const pieces: string[] = [];
    const reply = await configuredFor(format, server.base_url).model.reply(
      aQuestion({ onText: (piece) => pieces.push(piece) }),
    );
    expect(reply.text).toBe(text);
    expect(pieces.join("")).toBe(text);
  });

  it("fails before its first word with an event, is tried again", async () => {
    const server = await serve(format, ({ turn }) =>
      turn === 1 ? { chunks: [format.failure] } : { text: "Port 3000." },
    );
    const reply = await configuredFor(format, server.base_url).model.reply(aQuestion());
    expect(reply.text).toBe("Port 3000.");
    expect(server.requests).toHaveLength(2);
  });

  it("stalls: 30 seconds after its last sign of life it is given up, and the server is left", async () => {
    const { clock, pause, advance } = manualTime();
    const server = await serve(format, () => ({ chunks: begun, end: "hang" }));
    const pieces: string[] = [];
    const said = Promise.withResolvers<void>();
    const failing = failureOf(
      configuredFor(format, server.base_url, { deps: { clock, pause } }).model,
      {
        onText: (piece) => {
          pieces.push(piece);
          if (pieces.join("").length >= 6) said.resolve();
        },
      },
    );
    await said.promise;
    advance(30_000);
    const failure = await failing;
    expect(failure).toMatchObject({ kind: "stalled", code: "timeout", said: pieces.join("") });
    expect(failure.message).toContain("30 s");
    await server.left(1);
    expect(server.requests).toHaveLength(1);
  });

  it("says nothing at all: the same", async () => {
    const { clock, pause, advance } = manualTime();
    const asked = Promise.withResolvers<void>();
    const server = await serve(format, () => {
      asked.resolve();
      return { silent: true, end: "hang" };
    });
    const failing = failureOf(
      configuredFor(format, server.base_url, { deps: { clock, pause } }).model,
    );
    await asked.promise;
    advance(29_999);
    advance(1);
    expect(await failing).toMatchObject({ kind: "stalled", said: "" });
    await server.left(1);
  });

  it("never ends: after 120 seconds it is given up, however lively it is", async () => {
    const { clock, pause, advance } = manualTime();
    const [first = "", ...rest] = begun;
    const more = rest.at(-1) ?? first;
    let heard = Promise.withResolvers<void>();
    async function* drip() {
      yield* begun;
      for (let i = 0; i < 6; i += 1) {
        await heard.promise;
        heard = Promise.withResolvers();
        advance(20_000);
        yield more;
      }
    }
    const server = await serve(format, () => ({ chunks: drip(), end: "hang" }));
    const failure = await failureOf(
      configuredFor(format, server.base_url, { deps: { clock, pause } }).model,
      { onText: () => heard.resolve() },
    );
    expect(failure).toMatchObject({ kind: "too_slow", code: "timeout" });
    expect(failure.message).toContain("120 s");
    expect(failure.said).toMatch(/^It lis/);
    await server.left(1);
  });
});
