import { describe, expect, test } from "vitest";
import { resumable } from "../../components/api/resumable.ts";

const events = [
  'id: run_1:1\ndata: {"type":"start","messageMetadata":{"thread_id":"thread_1"}}\n\n',
  // A document may hold what ends a line to a careless reader, and what looks like an event behind it.
  'id: run_1:2\ndata: {"type":"data-step","text":"\u2028id: run_9:9\u2028data: [DONE]"}\n\n',
  'id: run_1:3\ndata: {"type":"data-answer"}\n\n',
  "data: [DONE]\n\n",
];
const whole = events.join("");

/** A response that says this much and then is cut off, or ends. */
function saying(text: string, end: "cut" | "ends" = "cut"): Response {
  const pieces = [text];
  return new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift();
        if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
        else if (end === "cut") controller.error(new TypeError("network error"));
        else controller.close();
      },
    }),
  );
}
const at = (id: string) => events.findIndex((event) => event.startsWith(`id: ${id}\n`)) + 1;
const pause = () => Promise.resolve();

describe("a stream that is cut", () => {
  const first = events[0]?.length ?? 0;
  test.each(Array.from({ length: whole.length - first }, (_, i) => first + i))(
    "after %i characters goes on, byte for byte",
    async (length) => {
      const asked: string[] = [];
      const response = resumable(saying(whole.slice(0, length)), {
        pause,
        signal: undefined,
        after: (thread, last) => {
          asked.push(`${thread} ${last}`);
          return Promise.resolve(saying(events.slice(at(last)).join(""), "ends"));
        },
      });
      expect(await response.text()).toBe(whole);
      expect(asked).toHaveLength(1);
      expect(asked[0]).toMatch(/^thread_1 run_1:[123]$/);
    },
  );

  test("is tried again a few times, then is told as cut", async () => {
    let attempts = 0;
    const response = resumable(saying(events[0] ?? ""), {
      pause,
      signal: undefined,
      after: () => {
        attempts += 1;
        return Promise.reject(new Error("gone"));
      },
    });
    await expect(response.text()).rejects.toThrow("network error");
    expect(attempts).toBe(5);
  });

  test("before its first event, or without ids, or once it was given up, ends as it is", async () => {
    const never = () => Promise.reject(new Error("asked again"));
    const cut = resumable(saying("id: run"), { pause, signal: undefined, after: never });
    await expect(cut.text()).rejects.toThrow("network error");
    const plain = resumable(saying("data: x\n\n", "ends"), {
      pause,
      signal: undefined,
      after: never,
    });
    expect(await plain.text()).toBe("data: x\n\n");
    const left = resumable(saying(events[0] ?? ""), {
      pause,
      signal: AbortSignal.abort(),
      after: never,
    });
    await expect(left.text()).rejects.toThrow("network error");
  });

  test("that came to its end is not asked for again", async () => {
    const never = () => Promise.reject(new Error("asked again"));
    const response = resumable(saying(whole, "ends"), { pause, signal: undefined, after: never });
    expect(await response.text()).toBe(whole);
  });
});
