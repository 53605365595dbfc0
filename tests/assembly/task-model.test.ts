import { expect, it } from "vitest";
import { maskMark } from "#lib/contracts/mask-mark";
import type { Span } from "#lib/contracts/ports";
import { systemClock } from "#lib/platform/clock";
import { newId } from "#lib/platform/ids";
import { createTaskModel } from "../../lib/assembly/task-model.ts";

type Desk = Parameters<typeof createTaskModel>[0]["models"];
type Asked = { instructions: string; turns: readonly { text?: string }[] };

it("sends no secret of a page to the provider, and what is masked once is masked wherever it comes again", async () => {
  const asked: Asked[] = [];
  const spans: Span[] = [];
  const ready = {
    kind: "ready",
    name: "test-model",
    provider: "compatible",
    cost: () => undefined,
    model: {
      reply: async (question: Asked) => {
        asked.push(question);
        return { text: "{}", calls: [], tokens: 3, usage: { input: 2, output: 1 } };
      },
    },
  };
  const model = createTaskModel({
    models: { current: () => ready } as unknown as Desk, // as much of a model as is used
    trace: { span: (span) => spans.push(span), read: () => {}, call: () => {}, task: () => {} },
    clock: systemClock,
    ids: newId,
  })({
    ...{ trace_id: "t", run_id: "r", task_id: "k", step_id: "s", agent_id: "task.edit_docs" },
    signal: new AbortController().signal,
  });
  const secret = "hunter2Zq81xPw0";
  await model?.write({
    instructions: `Never say ${secret}.`,
    task: `The wish.\n\n<page>\npassword: ${secret}\n\nSign in with ${secret}.\n</page>`,
  });
  expect(JSON.stringify(asked)).not.toContain(secret);
  expect(asked[0]?.turns[0]?.text).toContain(`password: ${maskMark}\n\nSign in with ${maskMark}.`);
  expect(JSON.stringify(spans)).not.toContain(secret);
});
