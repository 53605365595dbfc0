import { expect, it } from "vitest";
import { AppError } from "#lib/contracts/errors";
import { createTaskTool } from "../../lib/assembly/task-tool.ts";

type Engine = Parameters<typeof createTaskTool>[0]["engine"];
type By = Parameters<Engine["create"]>[1];
type Call = Parameters<ReturnType<typeof createTaskTool>["invoke"]>[2];

it("hands on to the task what the skill at work leaves to the agent that starts it", async () => {
  const starters: By[] = [];
  const tool = createTaskTool({
    engine: {
      create: async (_body, by) => {
        starters.push(by);
        return { task_id: "task_1", status: "pending" };
      },
      check: (_type, input) => input,
      kinds: async () => [{ type: "check_docs", state: "ready", inputs: {} }],
    },
  });
  const [spec] = await tool.listTools(AbortSignal.timeout(1000));
  const by = { agent_id: "primary", invocation_id: "i", lang: "en" };
  for (const more of [{}, { skill_tools: ["task.start", "read"] }]) {
    const call = { by: { ...by, ...more } } as unknown as Call; // as much of a call as is used
    if (spec !== undefined)
      await tool.invoke(
        { ...spec, enabled: true, definition_hash: "" },
        { type: "check_docs", input: {} },
        call,
      );
  }
  expect(starters).toEqual([
    { agent_id: "primary", lang: "en", key: "i" },
    { agent_id: "primary", lang: "en", key: "i", skill_tools: ["task.start", "read"] },
  ]);
});

it("names the fields of a type, and tells its whole form to who fills it in wrongly, before anybody is asked", async () => {
  const inputs = { properties: { query: { type: "string" }, web: {} }, required: ["query"] };
  const tool = createTaskTool({
    engine: {
      create: () => Promise.reject(new Error("not reached")),
      check: () => {
        throw new AppError("validation", "The input does not fit.");
      },
      kinds: async () => [{ type: "research_report", state: "ready", inputs }],
    },
  });
  const [spec] = await tool.listTools(AbortSignal.timeout(1000));
  expect(spec?.description).toContain("research_report (query, web?)");
  expect(spec?.description).not.toContain("properties");
  const asked = () =>
    tool.touches?.({ ...spec, enabled: true, definition_hash: "" } as never, {
      type: "research_report",
      input: {},
    });
  expect(asked).toThrow(`The input does not fit. It takes ${JSON.stringify(inputs)}`);
});
