import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { maskMark } from "#lib/contracts/mask-mark";
import { maskDeep } from "#lib/platform/secrets";
import { planted, runbook } from "../../fixtures/secrets/planted.ts";
import { askFor, openDesk, toolSpec } from "./open-desk.ts";

let desk: ReturnType<typeof openDesk> | undefined;
afterEach(() => desk?.close());

const foundIn = (text: string): string[] =>
  planted
    .filter(({ secret }) => text.includes(secret.split("\n")[0] ?? secret))
    .map(({ kind }) => kind);

describe("S60: secrets in tool calls", () => {
  it("reach the tool, and stand in no result, question, record or log", async () => {
    const tools = [
      toolSpec("write"),
      toolSpec("look", { risk: "safe", side_effects: "none", capability_level: "L0" }),
    ];
    desk = openDesk({
      tools,
      runtime: { mask: maskDeep },
      behaviour: async () => ({
        is_error: false,
        text: runbook,
        stderr: runbook,
        structured: { runbook, api_key: "8f3kd93kfj3k2l1" },
      }),
    });
    // A key of many lines could not be shown whole: nobody is asked about it.
    const hiding = await desk.runtime.invoke(
      "write",
      { path: "k", text: runbook },
      desk.context({ asking: "wait" }),
    );
    expect(hiding.error?.code).toBe("validation");
    expect((await desk.approvals.list()).approvals).toEqual([]);
    const text = planted
      .slice(0, -1)
      .map(({ line }) => line)
      .join("\n\n");
    const asked = await askFor(desk, { path: "runbook.md", text });
    const question = JSON.stringify(await desk.approvals.get(asked.id));
    expect(question).toContain(maskMark);
    await desk.approvals.decide(asked.id, "allow_once");
    const written = await asked.result;
    const looked = await desk.runtime.invoke("look", { path: runbook }, desk.context());
    const failing = await desk.runtime.invoke("look", { unknown: runbook }, desk.context());

    expect(desk.calls).toEqual([
      { path: "runbook.md", text },
      { path: runbook, text: "" },
    ]);
    expect(written.meta.redacted).toBe(true);
    expect(looked.structured).toMatchObject({ api_key: maskMark });
    expect(failing.error?.code).toBe("validation");
    const { store, spans, audited, lines } = desk;
    for (const span of spans) store.trace.span(span);
    for (const call of audited) store.trace.call(call);
    await store.requireAudit("act");
    for (const told of [hiding, question, written, looked, failing, spans, audited, lines]) {
      expect(foundIn(JSON.stringify(told))).toEqual([]);
    }
    const files = ["docent.db", "docent.db-wal"].map((name) => path.join(desk?.folder ?? "", name));
    expect(files.flatMap((file) => foundIn(readFileSync(file, "latin1")))).toEqual([]);
    expect(audited.filter(({ redacted }) => redacted)).not.toEqual([]);
  });
});
