import { UI_MESSAGE_STREAM_HEADERS } from "ai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import type { RunEvent } from "#lib/contracts/stream";
import { answerStream, streamHeaders } from "../../../app/api/_server/answer-stream.ts";
import { type Http, openHttp } from "./open-http.ts";
import { eventsIn, partsOf } from "./read-stream.ts";

const question = "When is the signing key rotated, and who holds the badge?";
let http: Http;
beforeEach(async () => {
  http = await openHttp();
  http.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
});
afterEach(() => http.close());

const readOn = (thread_id: string, last: string | undefined) =>
  http.call("GET", `/api/chat/${thread_id}/stream`, {
    headers: last === undefined ? {} : { "last-event-id": last },
  });

it("an answer streams with the headers that the SDK's client looks for", () => {
  expect(streamHeaders).toEqual(UI_MESSAGE_STREAM_HEADERS);
});

describe("R19 a reader who comes back", () => {
  it("after any event gets the rest, byte for byte, also from the next server", async () => {
    const whole = await (await http.send("POST", "/api/chat", { question })).text();
    const events = eventsIn(whole);
    expect(events.length).toBeGreaterThan(5);
    const answer = Answer.parse(JSON.parse(events.at(-3)?.data ?? "").data);
    const resumeEverywhere = async () => {
      let before = "";
      for (const { id, text } of events.slice(0, -1)) {
        before += text;
        const rest = await readOn(answer.thread_id, id);
        expect(before + (await rest.text())).toBe(whole);
      }
    };
    await resumeEverywhere();
    await http.restart();
    await resumeEverywhere();
  });

  it("with an id of another conversation, or of none, is told so", async () => {
    const events = eventsIn(await (await http.send("POST", "/api/chat", { question })).text());
    const other = Answer.parse(await (await http.send("POST", "/api/ask", { question })).json());
    for (const last of [events[0]?.id, "run_0:1", "nonsense", `run_${"0".repeat(24)}:1`]) {
      expect((await readOn(other.thread_id, last)).status).toBe(404);
    }
    expect((await readOn(other.thread_id, undefined)).status).toBe(204);
  });
});

describe("R21 readers who do not read", () => {
  const run = () => {
    const events: RunEvent[] = [];
    const listeners = new Set<() => void>();
    const state = { ended: false };
    return {
      listeners,
      tell(...more: RunEvent[]) {
        events.push(...more);
        for (const listener of [...listeners]) listener();
      },
      end() {
        state.ended = true;
        for (const listener of [...listeners]) listener();
      },
      run: {
        ...{
          run_id: "run_1",
          thread_id: "th",
          trace_id: "t",
          question: "q",
          asked_at: "",
          roots: [],
        },
        events,
        get ended() {
          return state.ended;
        },
        watch(listener: () => void) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
    };
  };
  const started: RunEvent = {
    kind: "started",
    data: { trace_id: "t", run_id: "run_1", thread_id: "th" },
  };

  it("make no other reader wait, hold nothing back for themselves, and are cut off in the end", async () => {
    const { run: one, tell, end, listeners } = run();
    const idle = Array.from({ length: 100 }, () => answerStream(one, 0, 1));
    const reading = partsOf(answerStream(one));
    tell(started, { kind: "failed", data: { code: "unknown", message: "It broke." } });
    end();
    expect((await reading).map((part) => part.type)).toEqual(["start", "error"]);
    await expect.poll(() => listeners.size).toBe(0);
    for (const response of idle) await expect(response.text()).rejects.toThrow("too slow");
  });

  it("R18 and leave, leave nothing behind", async () => {
    const { run: one, tell, listeners } = run();
    tell(started);
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    for (let i = 0; i < 500; i += 1) {
      const reader = answerStream(one).body?.getReader();
      if (i % 2 === 0) await reader?.read();
      await reader?.cancel();
    }
    expect(listeners.size).toBe(0);
    expect(timers()).toBeLessThanOrEqual(before);
  });
});
