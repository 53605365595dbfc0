import { expect, it } from "vitest";
import type { ToolCallAudit } from "#lib/contracts/ports";
import { describeStores } from "./implementations.ts";

describeStores("the audit's chain", ({ open, close, change }) => {
  /** Beside whoever has it open. */
  const verify = async () => {
    const verdict = await (await open()).activity.checkAudit();
    await close();
    return verdict;
  };

  /** Reads in several batches and by several openings. */
  async function audit(from: number, to: number): Promise<void> {
    const store = await open();
    for (let i = from; i <= to; i++) {
      store.trace.read({
        at: new Date(Date.UTC(2026, 0, 1, 0, 0, i)).toISOString(),
        trace_id: `trace_${i}`,
        agent_id: "person",
        tool_id: "mcp.docs.docs_read",
        relative_path: `notes/${i}.md`,
        ...(i % 3 === 0 ? { rule: "denylisted" as const } : { line_start: i, length: 80 }),
      });
      if (i % 4 === 0) await store.requireAudit("act");
    }
    await close();
  }

  it("holds over batches, openings, and beside a program that writes", async () => {
    expect(await verify()).toEqual({ rows: 0, broken: [] });
    await audit(1, 5);
    await audit(6, 10);
    expect(await verify()).toEqual({ rows: 10, broken: [] });
    const store = await open();
    expect(await store.activity.checkAudit()).toEqual({ rows: 10, broken: [] });
    store.trace.read({ ...row, relative_path: "notes/11.md" });
    await store.requireAudit("act");
    expect(await verify()).toEqual({ rows: 11, broken: [] });
  });

  it.each([
    ["a changed row", "UPDATE reads SET relative_path = 'x.md' WHERE id = 4", 4, "changed"],
    ["a rule that was taken off", "UPDATE reads SET rule = NULL WHERE id = 6", 6, "changed"],
    ["a deleted row", "DELETE FROM reads WHERE id = 5", 5, "deleted"],
    ["the first row deleted", "DELETE FROM reads WHERE id = 1", 1, "deleted"],
    [
      "a deleted row with its link",
      "DELETE FROM reads WHERE id = 5; DELETE FROM audit_chain WHERE row_id = 5",
      6,
      "deleted",
    ],
    [
      "two rows in each other's place",
      "UPDATE reads SET id = 99 WHERE id = 3; UPDATE reads SET id = 3 WHERE id = 7; UPDATE reads SET id = 7 WHERE id = 99",
      3,
      "swapped",
    ],
    ["the last rows deleted", "DELETE FROM reads WHERE id > 8", 9, "deleted"],
    [
      "the end cut off with its links",
      "DELETE FROM reads WHERE id > 8; DELETE FROM audit_chain WHERE row_id > 8",
      8,
      "cut",
    ],
    ["everything deleted with its links", "DELETE FROM reads; DELETE FROM audit_chain", 0, "cut"],
    [
      "a row put in at the end",
      "INSERT INTO reads (at, trace_id, agent_id, tool_id, relative_path) VALUES ('2026', 't', 'a', 'x', 'y.md')",
      11,
      "added",
    ],
    [
      "a row put in between",
      "DELETE FROM reads WHERE id = 5; UPDATE reads SET id = 5 WHERE id = 6; INSERT INTO reads (id, at, trace_id, agent_id, tool_id, relative_path) VALUES (6, '2026', 't', 'a', 'x', 'y.md')",
      5,
      "changed",
    ],
    ["a changed link", "UPDATE audit_chain SET hash = 'ff' WHERE seq = 7", 7, "changed"],
  ])("names the first row that is not in order: S62, %s", async (_, statements, row_id, what) => {
    await audit(1, 10);
    await change(...statements.split("; "));
    expect((await verify())?.broken[0]).toEqual({ table: "reads", row_id, what });
    // Who goes on writing does not mend it.
    await audit(11, 12);
    expect((await verify())?.broken).not.toEqual([]);
  });

  it("S62: holds reads and tool calls together, and names the table", async () => {
    await audit(1, 3);
    const store = await open();
    for (const status of ["unknown", "ok"] as const) store.trace.call(callOf(status));
    await close();
    await audit(4, 5);
    expect(await verify()).toEqual({ rows: 7, broken: [] });
    await change("UPDATE tool_calls SET approval_required = 0 WHERE id = 2");
    const broken = [{ table: "tool_calls", row_id: 2, what: "changed" }];
    expect(await verify()).toEqual({ rows: 7, broken });
  });

  it("holds over what was typed, whatever letters are in it", async () => {
    const store = await open();
    const typed = ["a\ud800b", `${"x".repeat(4095)}😀`.slice(0, 4096), "a\0b", "é\u0301", ""];
    for (const relative_path of typed) {
      const at = "2026-01-01T00:00:00.000Z";
      store.trace.read({
        at,
        trace_id: "t",
        agent_id: "person",
        tool_id: "x\udc00",
        relative_path,
      });
    }
    await close();
    expect(await verify()).toEqual({ rows: typed.length, broken: [] });
  });

  it("names every place, so that one does not hide another", async () => {
    await audit(1, 10);
    await change(
      "UPDATE reads SET agent_id = 'b' WHERE id IN (2, 7)",
      "DELETE FROM reads WHERE id = 9",
    );
    expect((await verify())?.broken.map(({ row_id, what }) => `${row_id} ${what}`)).toEqual([
      "2 changed",
      "7 changed",
      "9 deleted",
    ]);
  });

  it("is made over the rows of a version that had none", async () => {
    await audit(1, 10);
    await change("DELETE FROM audit_chain", "DELETE FROM audit_head");
    expect(await verify()).toEqual({ rows: 10, broken: [] });
    await audit(11, 13);
    expect(await verify()).toEqual({ rows: 13, broken: [] });
  });
});

const row = {
  ...{ at: "2026-01-01T00:00:11.000Z", trace_id: "trace_11", agent_id: "person" },
  tool_id: "mcp.docs.docs_read",
};

function callOf(status: ToolCallAudit["status"]): ToolCallAudit {
  const granted = { grant_id: "g", level: "L1", resources: "any", expires_at: "2026" } as const;
  const hashes = { arguments_sha256: "a", result_sha256: "b", arguments_bytes: 2, result_bytes: 0 };
  return {
    ...{ invocation_id: "i", trace_id: "t", run_id: "r", task_id: "k", agent_id: "person" },
    ...{ tool_id: "write", granted, approval_required: true, redacted: false, ...hashes },
    ...{ started_at: "2026-01-01", ended_at: "2026-01-01", status },
  };
}
