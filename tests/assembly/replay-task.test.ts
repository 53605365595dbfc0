import canonicalize from "canonicalize";
import { expect, it } from "vitest";
import { createTaskReplay } from "#lib/assembly/replay-task";
import type { TraceSummary } from "#lib/contracts/activity";
import { sha256 } from "#lib/platform/hash";

/** Why a task cannot be done again, as far as that is told before anything is done. */
const trace = { trace_id: "trace_1", kind: "task", task_id: "task_1" } as unknown as TraceSummary;
const reply = { span_id: "s", agent_id: "task.report", reply: {} };

function problem(kept: { roots?: string[]; replies?: (typeof reply)[]; model?: string }) {
  const { roots, replies = [], model } = kept;
  const input = { question: "Q" };
  const task = {
    ...{
      state: "completed",
      type: "report",
      input,
      input_sha256: sha256(canonicalize(input) ?? ""),
    },
    ...(roots === undefined ? {} : { roots }),
  };
  const lost = "replies" in kept && kept.replies === undefined;
  const replay = createTaskReplay({
    ...{ types: [{ type: "report" }], roots: [] },
    skills: { ofTaskType: () => ({ kind: "ready" }) },
    store: {
      get: () => ({
        tasks: { find: () => task },
        activity: { replies: () => (lost ? undefined : replies) },
      }),
    },
  } as unknown as Parameters<typeof createTaskReplay>[0]); // what is looked at before anything is done
  return replay.problem(model === undefined ? trace : { ...trace, model }, "en");
}

it("is none where all is there that it needs", async () => {
  expect(await problem({})).toBeUndefined();
  expect(await problem({ model: "small", replies: [reply] })).toBeUndefined();
});

it.each([
  ["it worked on folders of its own", { roots: ["/somewhere/else"] }, "folders of its own"],
  ["a reply of its model is lost", { replies: undefined }, "are not all kept"],
  ["no reply of its model is kept", { model: "small" }, "are not all kept"],
] as const)("is told truly where %s", async (_, kept, said) => {
  expect(await problem(kept as unknown as Parameters<typeof problem>[0])).toContain(said);
});
