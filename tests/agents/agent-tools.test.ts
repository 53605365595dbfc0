import { describe, expect, it } from "vitest";
import { createAgentTools } from "#lib/agents/agent-tools";
import { Config } from "#lib/contracts/config";
import { ModelFailure } from "#lib/models/failure";
import { systemClock } from "#lib/platform/clock";
import { newId } from "#lib/platform/ids";

const agent = { id: "clerk", kind: "full", permission: "L1", tools: ["write"] };
const never = async () => {
  throw new Error("nothing is called");
};

async function listed(config: object, ready = true) {
  const provider = createAgentTools({
    config: () => Config.parse(config),
    model: () =>
      ready
        ? {
            ...{
              kind: "ready",
              provider: "compatible",
              name: "m",
              context_tokens: 1,
              model: { reply: never },
            },
            cost: () => undefined,
          }
        : { kind: "unavailable", error: new ModelFailure("off", {}) },
    tools: { invoke: never },
    catalogue: never,
    threads: () => {
      throw new Error("nothing is remembered");
    },
    spans: {
      trace: { span: () => {}, read: () => {}, call: () => {}, task: () => {} },
      ...{ clock: systemClock, ids: newId },
    },
  });
  return provider.listTools(new AbortController().signal);
}

describe("the sub-agents as tools", () => {
  it("go as far as their agent, and ask where it may change something", async () => {
    expect(await listed({ agents: [agent] })).toMatchObject([
      { id: "agent.clerk", capability_level: "L1", risk: "guarded", side_effects: "declared" },
    ]);
  });

  it("are there where a model is set up and agents may start others", async () => {
    expect(await listed({ agents: [agent] }, false)).toEqual([]);
    expect(await listed({ agents: [agent], limits: { max_depth: 0 } })).toEqual([]);
    expect(await listed({ agents: [{ id: "primary", kind: "full" }] })).toEqual([]);
    expect(await listed({ agents: [{ id: "doc_retrieval", kind: "call" }] })).toEqual([]);
  });

  it("are other tools once their agent has other tools or is told something else, so that what was allowed of them ends", async () => {
    const hashes = await Promise.all(
      [
        {},
        { tools: ["write", "edit"] },
        { persona: "Brief." },
        { description: "Keeps notes." },
      ].map(
        async (more) => (await listed({ agents: [{ ...agent, ...more }] }))[0]?.definition_hash,
      ),
    );
    expect(new Set(hashes).size).toBe(4);
  });
});
