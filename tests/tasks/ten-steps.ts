import { z } from "zod";
import { defineTaskType, type Step } from "#lib/tasks/task-type";
import type { ToolProvider } from "#lib/tools/provider";

/**
 * Ten steps, each with a file of its own and what the steps before it gave back; every third leaves a mark by a tool that
 * changes something, where `effects` says so.
 */
export const tenSteps = defineTaskType({
  type: "ten_steps",
  input: z.strictObject({
    effects: z.boolean().default(false),
    letters: z.number().int().min(1).default(20_000),
  }),
  steps: ({ effects, letters }) =>
    Array.from({ length: 10 }, (_, i): Step => {
      const effect = effects && i % 3 === 2;
      return {
        name: `step_${i}`,
        effect,
        tools: effect ? ["mark"] : ["look"],
        level: effect ? "L1" : "L0",
        async run(context) {
          const before = i === 0 ? [] : await context.output(`step_${i - 1}`, z.array(z.number()));
          context.progress(i, 10);
          const text = `${context.step_id} ${i}`;
          const result = await context.call(effect ? "mark" : "look", { text });
          if (!result.ok) throw new Error(result.error?.code);
          await context.artifact(`part-${i}.txt`, "text/plain", String(i).repeat(letters));
          return [...before, i];
        },
      };
    }),
});

/** The tool that its steps without effect call, for a program that has none of that name. */
export const lookTool: ToolProvider = {
  id: "stub",
  ours: true,
  listTools: async () => lookSpecs,
  invoke: async () => ({ is_error: false, text: "seen" }),
  close: async () => {},
};
const lookSpecs: Awaited<ReturnType<ToolProvider["listTools"]>> = [
  {
    ...{ id: "look", name: "look", provider_id: "stub", description: "" },
    ...{ capability_level: "L0", risk: "safe", side_effects: "none", requires_confirm: false },
    ...{ timeout_ms: 1000, input_schema: { type: "object" } },
  },
];
