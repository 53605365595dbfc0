import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Config } from "#lib/contracts/config";
import type { CapabilityLevel } from "#lib/contracts/grants";
import type { SkillInfo } from "#lib/contracts/skills";
import type { ToolInfo } from "#lib/contracts/tools";
import { bothUnder, toolsUnder } from "#lib/skills/narrow";
import { describeSkill } from "#lib/skills/skill-info";
import { judgeCall } from "#lib/tools/policy";
import { toolSpec } from "../tools/open-desk.ts";
import { grantOf } from "../tools/tool-result.ts";
import { openShelf, skillText } from "./open-shelf.ts";

/**
 * Effective right = agent ∩ skill ∩ task ∩ configuration, for every combination of these tables. What the program makes of
 * the real files is held against lists that are written out by hand: a call may be made when every one of them has its tool.
 */
const everything = ["docs", "grep", "write", "bash", "mail", "skill.read"] as const;
type Name = (typeof everything)[number];
const ids: Record<Name, string> = {
  ...{ docs: "mcp.docs.docs_search", grep: "grep", write: "write", bash: "bash" },
  ...{ mail: "mcp.mail.send", "skill.read": "skill.read" },
};
const quiet = { risk: "safe", side_effects: "none", capability_level: "L0" } as const;
const catalogue: ToolInfo[] = everything.map((name) => ({
  ...toolSpec(
    ids[name],
    {
      docs: quiet,
      grep: quiet,
      write: { risk: "guarded", capability_level: "L1" } as const,
      bash: { risk: "unsafe", capability_level: "L2" } as const,
      mail: { risk: "unknown", capability_level: "L2" } as const,
      "skill.read": quiet,
    }[name],
  ),
  definition_hash: "h",
  enabled: true,
}));

const upTo: Record<CapabilityLevel, readonly Name[]> = {
  L0: ["docs", "grep", "skill.read"],
  L1: ["docs", "grep", "skill.read", "write"],
  L2: everything,
};
const levels = ["L0", "L1", "L2"] as const;

const agents: { tools: readonly Name[] | "any"; holds: readonly Name[] }[] = [
  { tools: "any", holds: everything },
  { tools: [], holds: [] },
  { tools: ["docs", "skill.read"], holds: ["docs", "skill.read"] },
  { tools: ["grep", "write", "bash"], holds: ["grep", "write", "bash"] },
  {
    tools: ["docs", "grep", "write", "mail", "skill.read"],
    holds: ["docs", "grep", "write", "mail", "skill.read"],
  },
];

/** `leaves`: what is left by `allowed-tools` alone; skill.read always is, where it narrows at all. */
const allowed: { line: string; leaves: readonly Name[] }[] = [
  { line: "", leaves: everything },
  { line: "allowed-tools: []\n", leaves: ["skill.read"] },
  { line: "allowed-tools: Read, Bash(git:*), WebFetch\n", leaves: ["skill.read"] },
  { line: "allowed-tools: bash\n", leaves: ["bash", "skill.read"] },
  { line: "allowed-tools: Bash(bash:*) Write\n", leaves: ["skill.read"] },
  { line: "allowed-tools: mcp.docs.docs_search grep\n", leaves: ["docs", "grep", "skill.read"] },
  {
    line: "allowed-tools: [grep, write, mcp.mail.send]\n",
    leaves: ["grep", "write", "mail", "skill.read"],
  },
  { line: "allowed-tools: MCP.docs.docs_search, mcp.docs.*, *\n", leaves: ["skill.read"] },
];

const policies: { yaml: string; leaves: readonly Name[] }[] = [
  { yaml: "", leaves: everything },
  { yaml: "risk_policy: { level: L0, risk: safe }\n", leaves: ["docs", "grep", "skill.read"] },
  {
    yaml: "risk_policy: { level: L1, risk: unsafe }\n",
    leaves: ["docs", "grep", "write", "skill.read"],
  },
  {
    yaml: "risk_policy: { level: L2, risk: guarded }\n",
    leaves: ["docs", "grep", "write", "mail", "skill.read"],
  },
  { yaml: "risk_policy: { level: L2, risk: unsafe }\n", leaves: everything },
];

const tasks: readonly (readonly Name[])[] = [
  [],
  ["docs"],
  ["docs", "grep", "skill.read"],
  ["write", "bash", "mail"],
  everything,
];

const configurations: { disabled: readonly Name[]; leaves: readonly Name[] }[] = [
  { disabled: [], leaves: everything },
  { disabled: ["bash", "mail"], leaves: ["docs", "grep", "write", "skill.read"] },
  { disabled: ["skill.read", "grep"], leaves: ["docs", "write", "bash", "mail"] },
];

const open = openShelf();
let skills: { info: SkillInfo; leaves: readonly Name[] }[] = [];
beforeAll(async () => {
  const all = allowed.flatMap((a, i) => policies.map((p, j) => ({ name: `s${i}-${j}`, a, p })));
  for (const { name, a, p } of all) {
    open.write(`own/${name}/SKILL.md`, skillText(name, a.line));
    if (p.yaml !== "") open.write(`own/${name}/docent.yaml`, p.yaml);
  }
  const found = await open.look();
  const standing = {
    accepted: new Map(),
    config: Config.parse({}),
    tools: catalogue,
    lang: "en",
  } as const;
  skills = all.map(({ name, a, p }) => {
    const skill = found.find((one) => one.name === name);
    if (skill?.kind !== "loaded") throw new Error(`${name} is not loaded`);
    const leaves = a.leaves.filter((tool) => p.leaves.includes(tool));
    return { info: describeSkill(skill, standing), leaves };
  });
});
afterAll(() => open.close());

describe("the right to a call", () => {
  it("is what agent, skill, task and configuration all have, in every combination", () => {
    let combinations = 0;
    let calls = 0;
    let may = 0;
    const wrong: string[] = [];
    for (const agent of agents) {
      for (const permission of levels) {
        for (const skill of skills) {
          for (const task of tasks) {
            for (const level of levels) {
              for (const configuration of configurations) {
                combinations += 1;
                const skill_tools = toolsUnder(skill.info, catalogue);
                for (const [i, name] of everything.entries()) {
                  const tool = catalogue[i];
                  if (tool === undefined) continue;
                  calls += 1;
                  const verdict = judgeCall({
                    tool: { ...tool, enabled: !configuration.disabled.includes(name) },
                    resource: null,
                    grant: grantOf(
                      task.map((one) => ids[one]),
                      { agent_id: "a", level, deadline: 100 },
                    ),
                    agent: {
                      id: "a",
                      permission,
                      tools: agent.tools === "any" ? "any" : agent.tools.map((one) => ids[one]),
                    },
                    ...(skill_tools === undefined ? {} : { skill_tools }),
                    ...{ thread_id: null, permissions: [], approval: "none", now: 1 },
                  });
                  const lists = [agent.holds, upTo[permission], skill.leaves, task, upTo[level]];
                  const expected = [...lists, configuration.leaves].every((one) =>
                    one.includes(name),
                  );
                  if (expected) may += 1;
                  if ((verdict.kind !== "deny") !== expected) {
                    wrong.push(`${skill.info.name} ${name} ${JSON.stringify(verdict)}`);
                  }
                }
              }
            }
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect({ combinations, calls, may }).toEqual({
      combinations: 27_000,
      calls: 162_000,
      may: expect.any(Number),
    });
    expect(may).toBeGreaterThan(1_000);
    process.stderr.write(
      `narrowing: ${combinations} combinations, ${calls} calls, ${may} allowed, ${wrong.length} wrong\n`,
    );
  });

  it("is never more than without the skill, whatever two skills are at work", () => {
    for (const one of skills) {
      for (const other of skills) {
        const both = bothUnder(toolsUnder(one.info, catalogue), toolsUnder(other.info, catalogue));
        const expected = everything.filter(
          (name) => one.leaves.includes(name) && other.leaves.includes(name),
        );
        expect((both ?? catalogue.map(({ id }) => id)).toSorted()).toEqual(
          expected.map((name) => ids[name]).toSorted(),
        );
      }
    }
  });

  it("says which entries are no tools here", () => {
    const entries = new Map(skills.map(({ info }) => [info.name, info]));
    expect(entries.get("s2-0")).toMatchObject({
      allowed_tools: [],
      not_here: ["Read", "Bash(git:*)", "WebFetch"],
    });
    expect(entries.get("s5-0")).toMatchObject({
      allowed_tools: ["mcp.docs.docs_search", "grep"],
      not_here: [],
    });
    expect(entries.get("s7-0")?.not_here).toEqual(["MCP.docs.docs_search", "mcp.docs.*", "*"]);
    expect(entries.get("s0-0")).not.toHaveProperty("allowed_tools");
  });
});
