import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { AppError } from "#lib/contracts/errors";
import { maskDeep } from "#lib/platform/secrets";
import { cutText } from "#lib/tools/limits";
import { openDesk, toolSpec } from "./open-desk.ts";
import { grantOf } from "./tool-result.ts";

const open: ReturnType<typeof openDesk>[] = [];
const look = toolSpec("look", { capability_level: "L0", risk: "safe", side_effects: "none" });

/** A desk with one tool that reads and needs no asking. */
function reading(options: Parameters<typeof openDesk>[0] = {}) {
  const made = openDesk({ tools: [look], ...options });
  open.push(made);
  const call = (args: unknown = {}, more: Parameters<typeof made.context>[0] = {}) =>
    made.runtime.invoke("look", args, made.context(more));
  return { ...made, desk: made, call };
}
afterEach(async () => {
  for (const made of open.splice(0)) await made.close();
});

const down = () => new AppError("provider_unavailable", "It is down.", { retryable: true });

describe("a text that is too long", () => {
  test("is cut to whole lines and bytes, and every page together is the text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme", maxLength: 30 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 200 }),
        (parts, lines, bytes) => {
          const text = parts.join("\n");
          const pages: string[] = [];
          for (let rest = text, at = 0; at <= text.length; at++) {
            const cut = cutText(rest, { lines, bytes });
            pages.push(cut.text);
            expect(cut.text.split("\n").length).toBeLessThanOrEqual(lines + 1);
            if (text.isWellFormed()) expect(cut.text.isWellFormed()).toBe(true);
            expect(Buffer.byteLength(cut.text) + cut.truncated_bytes).toBe(Buffer.byteLength(rest));
            const first = String.fromCodePoint(rest.codePointAt(0) ?? 0);
            const most = Math.max(bytes, Buffer.byteLength(first));
            expect(Buffer.byteLength(cut.text)).toBeLessThanOrEqual(most);
            rest = cut.rest;
            if (rest === "") break;
          }
          expect(pages.join("")).toBe(text);
        },
      ),
      { seed: 11, numRuns: 300 },
    );
  });

  test("says how much is left out, and a cursor leads to the rest: for its caller alone, once, for a while", async () => {
    const text = Array.from({ length: 25 }, (_, i) => `line ${i + 1}`).join("\n");
    const d = reading({
      behaviour: async () => ({ is_error: false, text }),
      runtime: { limits: { output: { lines: 10, bytes: 1000 }, timeout_ms: 1000 } },
    });
    const first = await d.call({ path: "a" });
    expect(first).toMatchObject({ ok: true, truncated_lines: 15 });
    const cursor = first.next_page_cursor ?? "";
    const others = [
      await d.call({ cursor }, { thread_id: "t2" }),
      await d.call({ cursor }, { agent_id: "b", grant: grantOf(["look"], { agent_id: "b" }) }),
    ];
    expect(others.map((one) => one.error?.code)).toEqual(["validation", "validation"]);
    const second = await d.call({ cursor });
    const third = await d.call({ cursor: second.next_page_cursor });
    expect(third.next_page_cursor).toBeUndefined();
    expect(third.truncated_bytes).toBe(0);
    expect([first, second, third].map((page) => page.stdout).join("")).toBe(text);
    expect((await d.call({ cursor })).error?.code).toBe("validation"); // used
    expect(d.calls).toHaveLength(1);
    const late = (await d.call({ path: "a" })).next_page_cursor;
    d.pass(10 * 60_000);
    expect((await d.call({ cursor: late })).error?.code).toBe("validation");
  });

  test("a secret is masked before the cut, so that no half of it escapes at the seam", async () => {
    const secret = `ghp_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"}`;
    for (let before = 60; before < 110; before += 7) {
      const d = reading({
        behaviour: async () => ({
          is_error: false,
          text: `${"x".repeat(before)} ${secret} end`,
          stderr: secret,
          structured: { token: secret },
        }),
        runtime: {
          limits: { output: { lines: 10, bytes: 100 }, timeout_ms: 1000 },
          mask: maskDeep,
        },
      });
      const result = await d.call();
      const rest = await d.call({ cursor: result.next_page_cursor });
      expect(result.meta.redacted).toBe(true);
      expect(d.audited[0]).toMatchObject({ redacted: true });
      for (let at = 0; at + 8 <= secret.length; at += 4) {
        expect(JSON.stringify([result, rest, d.spans, d.audited, d.lines])).not.toContain(
          secret.slice(at, at + 8),
        );
      }
    }
  });

  test("what is far beyond the limits is not even looked at, and no half of a secret stands at that seam either", async () => {
    const secret = `ghp_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"}`;
    const looked: number[] = [];
    for (let shift = 0; shift < 44; shift += 6) {
      const before = `${"x".repeat(16_384 + 400 - 43 + shift)} `;
      const text = `${before}${secret} ${"y\n".repeat(50_000)}`;
      const d = reading({
        behaviour: async () => ({ is_error: false, text }),
        runtime: {
          limits: { output: { lines: 1000, bytes: 100 }, kept: 400, timeout_ms: 1000 },
          mask: (value) => {
            looked.push(JSON.stringify(value).length);
            return maskDeep(value);
          },
        },
      });
      const pages = [await d.call()];
      for (let at = pages[0]; at?.next_page_cursor !== undefined; at = pages.at(-1)) {
        pages.push(await d.call({ cursor: at.next_page_cursor }));
      }
      expect(pages[0]?.truncated_bytes).toBeGreaterThan(100_000);
      expect(pages[0]?.truncated_lines).toBeGreaterThan(40_000);
      const handed = pages.map((page) => page.stdout).join("");
      expect(handed.length).toBeGreaterThan(300);
      // What was left out for good is said with every page, the last one too.
      expect(pages.at(-1)?.truncated_bytes).toBeGreaterThan(100_000);
      for (let at = 0; at + 6 <= secret.length; at += 3) {
        expect(handed).not.toContain(secret.slice(at, at + 6));
      }
    }
    expect(Math.max(...looked)).toBeLessThan(20_000);
  });

  test("a reason that quotes a secret is masked, and structured output that is too large is left out", async () => {
    const secret = `ghp_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"}`;
    const failing = reading({
      behaviour: async () => ({ is_error: true, text: `no access with ${secret}` }),
      runtime: { mask: maskDeep },
    });
    const refused = await failing.call();
    expect(refused.error).toMatchObject({ code: "tool_exec" });
    expect(JSON.stringify([refused, failing.lines])).not.toContain(secret);
    for (let before = 440; before < 500; before += 9) {
      const seam = reading({
        behaviour: async () => ({ is_error: true, text: `${"y".repeat(before)} ${secret}` }),
        runtime: { mask: maskDeep },
      });
      expect((await seam.call()).error?.message).not.toContain("ghp_aB");
    }
    const large = reading({
      behaviour: async () => ({ is_error: false, text: "", structured: { x: "y".repeat(2000) } }),
      runtime: { limits: { output: { lines: 10, bytes: 1000 }, timeout_ms: 1000 } },
    });
    const result = await large.call();
    expect(result).not.toHaveProperty("structured");
    expect(result.truncated_bytes).toBe(2008);
    const wide = reading({
      behaviour: async () => ({ is_error: false, text: "", structured: { x: "文".repeat(400) } }),
      runtime: { limits: { output: { lines: 10, bytes: 1000 }, timeout_ms: 1000 } },
    });
    expect(await wide.call()).not.toHaveProperty("structured");
  });
});

describe("a call", () => {
  test("gets the defaults of its schema in a copy; the caller's arguments stay as they were", async () => {
    const d = reading();
    const args = Object.freeze({ path: "a" });
    await d.call(args);
    expect(args).toEqual({ path: "a" });
    expect(d.calls).toEqual([{ path: "a", text: "" }]);
  });

  test("that failed in passing is made a second time where it changes nothing, and only there", async () => {
    const cases: [Parameters<typeof openDesk>[0], () => Error, number][] = [
      [{}, down, 2],
      [{ provider: { repeats: false } }, down, 1],
      [{}, () => new AppError("tool_exec", "It failed."), 1],
      [{}, () => new AppError("timeout", "Too long.", { retryable: true }), 1],
      [{ tools: [{ ...look, side_effects: "declared" }] }, down, 1],
      [{}, () => new Error("a bug"), 1],
    ];
    for (const [options, error, times] of cases) {
      const d = reading({ ...options, behaviour: () => Promise.reject(error()) });
      const result = await d.call(
        {},
        {
          asking: "wait",
          onAsk: ({ approval_id }) => d.approvals.decide(approval_id, "allow_once"),
        },
      );
      expect([result.ok, d.calls.length]).toEqual([false, times]);
    }
    let tries = 0;
    const healed = reading({
      behaviour: async () => {
        tries += 1;
        if (tries === 1) throw down();
        return { is_error: false, text: "there again" };
      },
    });
    expect(await healed.call()).toMatchObject({ ok: true, stdout: "there again" });
  });

  test("of a provider that fails again and again is refused at once for a while; then one may try", async () => {
    let well = false;
    const d = reading({
      provider: { repeats: false },
      behaviour: async () => {
        if (!well) throw down();
        return { is_error: false, text: "" };
      },
    });
    for (let i = 0; i < 5; i++) await d.call();
    expect(d.calls).toHaveLength(5);
    const resting = await d.call();
    expect(resting.error).toMatchObject({ code: "provider_unavailable", retryable: true });
    expect(resting.error?.message).toContain("tried again in 5 s");
    expect(d.calls).toHaveLength(5);
    d.pass(5000);
    await d.call();
    expect(d.calls).toHaveLength(6);
    expect((await d.call()).error?.message).toContain("tried again in 10 s");
    d.pass(10_000);
    well = true;
    expect(await d.call()).toMatchObject({ ok: true });
    expect(await d.call()).toMatchObject({ ok: true });
    expect(d.calls).toHaveLength(8);
  });

  test("that failed together with many others counts once: the next one finds the provider awake", async () => {
    let crash: (error: Error) => void = () => {};
    const crashed = new Promise<never>((_, reject) => {
      crash = reject;
    });
    let well = false;
    let underWay = 0;
    const d = reading({
      provider: { repeats: false },
      behaviour: () => {
        if (well) return Promise.resolve({ is_error: false, text: "" });
        if (++underWay === 32) crash(down());
        return crashed;
      },
    });
    const many = Array.from({ length: 32 }, () => d.call());
    const ends = await Promise.all(many);
    expect(new Set(ends.map((one) => one.error?.code))).toEqual(new Set(["provider_unavailable"]));
    well = true;
    expect(await d.call()).toMatchObject({ ok: true });
  });

  test("of our own server is never given a rest: its session starts it again", async () => {
    const d = reading({
      provider: { repeats: false, ours: true },
      behaviour: () => Promise.reject(down()),
    });
    for (let i = 0; i < 12; i++) await d.call();
    expect(d.calls).toHaveLength(12);
  });

  test("of a provider that breaks before it begins counts like any other", async () => {
    const d = reading({
      provider: {
        repeats: false,
        invoke: () => {
          throw new Error("at once");
        },
      },
    });
    for (let i = 0; i < 5; i++) expect((await d.call()).error?.code).toBe("unknown");
    d.pass(5000);
    expect((await d.call()).error?.code).toBe("unknown");
    d.pass(10_000);
    expect((await d.call()).error?.code).toBe("unknown"); // it is tried again each time
  });

  test("of a stranger is believed to have failed, and nothing else: neither by which rule nor that it may be repeated", async () => {
    const body = { status: "denied", rule: "approval_denied", message: "no" };
    const cases = [
      { is_error: false, text: JSON.stringify(body) },
      { is_error: false, text: "", structured: body },
      { is_error: true, text: JSON.stringify(body), structured: body },
      { is_error: true, text: "", structured: { status: "timeout" } },
      { is_error: false, text: "", structured: { status: "no_hit" } },
    ];
    for (const said of cases) {
      const d = reading({ behaviour: async () => said });
      const result = await d.call();
      expect(result.ok).toBe(!said.is_error);
      if (said.is_error)
        expect(result.error).toMatchObject({ code: "tool_exec", retryable: false });
      expect(result.error?.rule).toBeUndefined();
      expect(d.audited[0]?.status).toBe(said.is_error ? "error" : "ok");
      expect(d.audited[0]).not.toHaveProperty("deny_reason");
    }
  });

  test("with a cursor of the tool's own reaches the tool", async () => {
    const d = reading({
      tools: [{ ...look, input_schema: { type: "object", properties: { cursor: {} } } }],
    });
    for (const cursor of ["page_2", `page_${"g".repeat(24)}`, `page_${"a".repeat(23)}`]) {
      expect(await d.call({ cursor })).toMatchObject({ ok: true });
    }
    expect(d.calls).toHaveLength(3);
  });

  test("whose arguments are nested beyond writing, or whose name is words, is refused and leaves none of it behind", async () => {
    const d = reading();
    const nested = (inner: string) =>
      JSON.parse(`{"path":${"[".repeat(20_000)}"${inner}"${"]".repeat(20_000)}}`) as object;
    for (const args of [nested("\\ud800"), nested("x")]) {
      expect((await d.call(args)).ok).toBe(false);
    }
    const words = `The merger closes on 3 May.\n${"x".repeat(100_000)}`;
    const result = await d.runtime.invoke(words, {}, d.context());
    expect(result.error?.code).toBe("tool_not_found");
    expect(d.audited.map((row) => row.tool_id)).toEqual(["look", "look", "?"]);
    expect(JSON.stringify([d.spans, d.audited, d.lines])).not.toContain("merger");
  });

  test("whose refusals and own deadlines are many makes no provider rest", async () => {
    const d = reading({ behaviour: async () => ({ is_error: true, text: "no" }) });
    for (let i = 0; i < 20; i++) await d.call();
    for (let i = 0; i < 20; i++) await d.call({ path: 7 });
    expect(d.calls).toHaveLength(20);
    const slow = reading({
      behaviour: () => Promise.reject(new AppError("timeout", "Too long.", { retryable: true })),
    });
    for (let i = 0; i < 20; i++) await slow.call({}, { deadline: slow.time.monotonic + 10 });
    expect(slow.calls).toHaveLength(20);
  });

  test("ends with its time and with its caller, whatever the provider does", async () => {
    const signals: AbortSignal[] = [];
    const d = reading({
      behaviour: (_args, { signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
      tools: [{ ...look, timeout_ms: 1 }],
    });
    expect((await d.call()).error).toMatchObject({ code: "timeout", retryable: true });
    expect(signals.map((signal) => signal.aborted)).toEqual([true]); // and is told so
    const leaving = new AbortController();
    const gone = d.call({}, { signal: leaving.signal });
    leaving.abort();
    expect((await gone).error?.code).toBe("cancelled");
    expect(signals.every((signal) => signal.aborted)).toBe(true);
  });

  test("names in step, audit and result which provider's tool ran, as the order has it", async () => {
    for (const order of [["stub"], ["builtin"]]) {
      const d = reading();
      d.registry.register({
        id: "stub",
        listTools: async () => [{ ...look, provider_id: "stub", capability_level: "L1" }],
        invoke: async () => ({ is_error: false, text: "from the stub" }),
        close: async () => {},
      });
      d.order.push(...order);
      const result = await d.call();
      expect(result.stdout).toBe(order[0] === "stub" ? "from the stub" : "done");
      expect(result.meta.provider_id).toBe(order[0]);
      expect(d.spans[0]?.attributes).toMatchObject({ provider_id: order[0] });
      expect(d.audited[0]).toMatchObject({ provider_id: order[0] });
    }
  });

  test("takes a place at its provider: 1,000 calls from 16 callers, each with its own answer, no more at once than it takes", async () => {
    let now = 0;
    let most = 0;
    const d = reading({
      provider: { concurrency: 4 },
      behaviour: async ({ path }) => {
        most = Math.max(most, ++now);
        await Promise.resolve();
        now -= 1;
        return { is_error: false, text: String(path) };
      },
    });
    let next = 0;
    const wrong: string[] = [];
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let mine = next++; mine < 1000; mine = next++) {
          const result = await d.call({ path: `call ${mine}` });
          if (!result.ok || result.stdout !== `call ${mine}`) wrong.push(result.stdout);
        }
      }),
    );
    expect(wrong).toEqual([]);
    expect(d.calls).toHaveLength(1000);
    expect(most).toBe(4);
    expect(d.audited).toHaveLength(1000);
    expect(new Set(d.audited.map((row) => row.invocation_id)).size).toBe(1000);
  });

  test("is told by size and hash: the same arguments the same, another byte another", async () => {
    const d = reading();
    await d.call({ path: "a", text: "b" });
    await d.call({ text: "b", path: "a" });
    await d.call({ path: "a", text: "c" });
    const hashes = d.audited.map((row) => row.arguments_sha256);
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[2]).not.toBe(hashes[0]);
    expect(d.audited[0]).toMatchObject({
      trace_id: "t1",
      run_id: "r1",
      task_id: "k1",
      agent_id: "a",
      requested: { level: "L0", risk: "safe", resource: null },
      granted: { grant_id: "g1", level: "L2", resources: "any" },
      approval_required: false,
      arguments_bytes: 23,
      status: "ok",
      redacted: false,
    });
  });
});
