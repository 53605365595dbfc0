import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StandingPermission } from "#lib/contracts/approvals";
import type { CapabilityGrant, GrantResource } from "#lib/contracts/grants";
import { judgeCall, type PolicyCase, within } from "#lib/tools/policy";
import { grantOf } from "./tool-result.ts";

const levels = ["L0", "L1", "L2"] as const;
const risks = ["safe", "guarded", "unsafe", "unknown"] as const;
const effects = ["none", "declared", "unknown"] as const;
const approvals = ["none", "allowed", "denied", "expired", "mismatch"] as const;
const both = [true, false] as const;

const notes: GrantResource = { kind: "folder", path: "/work/notes" };
const standing: StandingPermission = {
  id: "p1",
  kind: "always",
  thread_id: null,
  agent_id: "a",
  tool_id: "write",
  definition_hash: "h1",
  resource: notes,
  level: "L1",
  granted_at: "2026-11-21T00:00:00.000Z",
};
/** By name: one that covers the call, for good or for this conversation, and ones that differ in one thing. */
const permissions: Record<string, (level: StandingPermission["level"]) => StandingPermission[]> = {
  none: () => [],
  always: (level) => [{ ...standing, level }],
  "this conversation": (level) => [{ ...standing, level, kind: "session", thread_id: "t1" }],
  "another conversation": (level) => [{ ...standing, level, kind: "session", thread_id: "t2" }],
  "another definition": (level) => [{ ...standing, level, definition_hash: "h2" }],
  "another agent": (level) => [{ ...standing, level, agent_id: "primary" }],
  "no agent, as earlier versions kept it": (level) => {
    const { agent_id: _, ...old } = standing;
    return [{ ...old, level }];
  },
  "another tool": (level) => [{ ...standing, level, tool_id: "edit" }],
  "another folder": (level) => [
    { ...standing, level, resource: { kind: "folder", path: "/work/notes2" } },
  ],
  "no resource": (level) => [{ ...standing, level, resource: null }],
  "another level": (level) => [{ ...standing, level: level === "L0" ? "L1" : "L0" }],
};
const covering = new Set(["always", "this conversation"]);

function caseOf(more: Partial<PolicyCase> = {}): PolicyCase {
  return {
    tool: {
      id: "write",
      capability_level: "L1",
      risk: "guarded",
      side_effects: "declared",
      requires_confirm: false,
      definition_hash: "h1",
      enabled: true,
    },
    resource: notes,
    grant: grantOf(["write"], { agent_id: "a", level: "L2", deadline: 100 }),
    agent: { id: "a", permission: "L2", tools: "any" },
    thread_id: "t1",
    permissions: [],
    approval: "none",
    now: 50,
    ...more,
  };
}

/** The table of the safety page, as it would be read aloud: risk as it counts, what stands, what a person said. */
const consent = `
  safe     any       none/allowed  allow
  guarded  any       allowed       allow
  guarded  covering  none          allow
  guarded  other     none          ask
  unsafe   any       allowed       allow
  unsafe   any       none          ask
  any      any       denied        approval_denied
  any      any       expired       approval_expired
  any      any       mismatch      approval_mismatch
`;
const rows = consent
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));

function fromTable(risk: string, stands: boolean, approval: string): string {
  const found = rows.filter(
    ([r = "", s = "", a = ""]) =>
      (r === "any" || r === risk) &&
      (s === "any" || s === (stands ? "covering" : "other")) &&
      a.split("/").includes(approval),
  );
  expect(found).toHaveLength(1); // the table says one thing of each case
  return found[0]?.[3] ?? "";
}

/** Which risk counts: said here once more, in other words than the policy's. */
const counts: Record<string, string> = {
  "safe none false": "safe",
  ...Object.fromEntries(effects.flatMap((e) => both.map((c) => [`unsafe ${e} ${c}`, "unsafe"]))),
};

const said = (call: PolicyCase) => {
  const verdict = judgeCall(call);
  return verdict.kind === "deny" ? verdict.rule : verdict.kind;
};

describe("the policy", () => {
  test("S43 decides as the table says: every level × grant × permission × risk × approval × what stands", () => {
    let cases = 0;
    const wrong: unknown[] = [];
    for (const level of levels)
      for (const granted of levels)
        for (const permission of levels)
          for (const risk of risks)
            for (const side_effects of effects)
              for (const requires_confirm of both)
                for (const [name, made] of Object.entries(permissions))
                  for (const approval of approvals) {
                    const call = caseOf({
                      approval,
                      permissions: made(level),
                      grant: grantOf(["write"], { agent_id: "a", level: granted, deadline: 100 }),
                      agent: { id: "a", permission, tools: ["read", "write"] },
                    });
                    Object.assign(call.tool, {
                      capability_level: level,
                      risk,
                      side_effects,
                      requires_confirm,
                    });
                    const high =
                      Number(level[1]) > Math.min(Number(granted[1]), Number(permission[1]));
                    const risky =
                      counts[`${risk} ${side_effects} ${requires_confirm}`] ?? "guarded";
                    const expected = high
                      ? "capability_level"
                      : fromTable(risky, covering.has(name), approval);
                    cases += 1;
                    if (said(call) !== expected) wrong.push({ expected, got: said(call), call });
                  }
    expect(wrong).toEqual([]);
    expect(cases).toBe(3 * 3 * 3 * 4 * 3 * 2 * 11 * 5);
  });

  test("without a right nothing else is looked at: every approval and permission there is changes nothing", () => {
    const lacking: Record<string, (call: PolicyCase) => PolicyCase> = {
      "switched off": (call) => ({ ...call, tool: { ...call.tool, enabled: false } }),
      "not in the grant": (call) => withGrant(call, { tools: ["writ", "write2", "*", ""] }),
      "a grant that is over": (call) => ({ ...call, now: 100 }),
      "another agent's grant": (call) => withGrant(call, { agent_id: "parent" }),
      "not among the agent's tools": (call) => ({
        ...call,
        agent: { ...call.agent, tools: ["read"] },
      }),
      "not among the skill's tools": (call) => ({ ...call, skill_tools: ["read"] }),
      "another folder than the grant's": (call) =>
        withGrant(call, { resources: [{ kind: "folder", path: "/work/notes/deeper" }] }),
      "touching nobody knows what under a bounded grant": (call) => ({
        ...withGrant(call, { resources: [notes] }),
        resource: null,
      }),
    };
    for (const [name, lack] of Object.entries(lacking))
      for (const risk of risks)
        for (const approval of approvals)
          for (const made of Object.values(permissions)) {
            const call = lack(caseOf({ approval, permissions: made("L1") }));
            expect([name, said({ ...call, tool: { ...call.tool, risk } })]).toEqual([
              name,
              "tool_not_granted",
            ]);
          }
  });

  test("offers a lasting yes for guarded calls alone, and one for the conversation where there is one", () => {
    const choices = (more: Partial<PolicyCase>, risk: (typeof risks)[number] = "guarded") => {
      const call = caseOf(more);
      const verdict = judgeCall({ ...call, tool: { ...call.tool, risk } });
      return verdict.kind === "ask" ? verdict.choices : [];
    };
    expect(choices({})).toEqual(["allow_once", "allow_session", "allow_always", "deny"]);
    expect(choices({}, "unknown")).toEqual(choices({}));
    expect(choices({ thread_id: null })).toEqual(["allow_once", "allow_always", "deny"]);
    expect(choices({}, "unsafe")).toEqual(["allow_once", "deny"]);
  });

  test.each<[GrantResource, GrantResource, boolean]>([
    [notes, { kind: "folder", path: "/work/notes" }, true],
    [notes, { kind: "folder", path: "/work/notes/2026/x" }, true],
    [notes, { kind: "folder", path: "/work/notes/..x" }, true],
    [notes, { kind: "folder", path: "/work/notes2" }, false],
    [notes, { kind: "folder", path: "/work/notes/../other" }, false],
    [notes, { kind: "folder", path: "/work" }, false],
    [notes, { kind: "folder", path: "work/notes" }, false],
    [{ kind: "host", host: "example.org" }, { kind: "host", host: "EXAMPLE.org" }, true],
    [{ kind: "host", host: "example.org" }, { kind: "host", host: "a.example.org" }, false],
    [{ kind: "host", host: "example.org" }, { kind: "host", host: "example.org.evil" }, false],
    [
      { kind: "command", prefix: ["git", "log"] },
      { kind: "command", prefix: ["git", "log", "-1"] },
      true,
    ],
    [{ kind: "command", prefix: ["git", "log"] }, { kind: "command", prefix: ["git"] }, false],
    [{ kind: "command", prefix: ["git"] }, { kind: "command", prefix: ["gitk"] }, false],
    [notes, { kind: "host", host: "/work/notes" }, false],
  ])("%j holds %j: %s", (allowed, asked, inside) => {
    expect(within(allowed, asked)).toBe(inside);
  });

  test("a narrower right never allows more", () => {
    const order = ["deny", "ask", "allow"];
    const rank = (call: PolicyCase) => order.indexOf(judgeCall(call).kind);
    fc.assert(
      fc.property(anyCase, fc.integer({ min: 0, max: 6 }), (call, which) => {
        const narrower = narrow(call, which);
        expect(rank(narrower)).toBeLessThanOrEqual(rank(call));
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  test("for a token that only reads allows what changes nothing, and asks about nothing", () => {
    const agent = { id: "a", permission: "L2", tools: "any", reads_only: true } as const;
    const { tool } = caseOf();
    const quiet = { ...tool, risk: "safe", side_effects: "none" } as const;
    expect(judgeCall(caseOf({ agent, tool: quiet })).kind).toBe("allow");
    for (const other of [
      tool,
      { ...quiet, side_effects: "unknown" as const },
      { ...quiet, requires_confirm: true },
    ]) {
      const verdict = judgeCall(caseOf({ agent, tool: other, approval: "allowed" }));
      expect(verdict).toMatchObject({
        kind: "deny",
        reason: expect.stringContaining("only reads"),
      });
    }
  });

  test("says why, in a sentence that names the tool, and changes nothing it was given", () => {
    fc.assert(
      fc.property(anyCase, (call) => {
        const before = structuredClone(call);
        const verdict = judgeCall(call);
        expect(call).toEqual(before);
        if (verdict.kind === "allow") return;
        expect(verdict.reason).toContain("write");
        expect(verdict.reason).toMatch(/^\S.{10,}\.$/s);
      }),
      { seed: 8, numRuns: 500 },
    );
  });
});

function withGrant(call: PolicyCase, more: Partial<CapabilityGrant>): PolicyCase {
  return { ...call, grant: { ...call.grant, ...more } };
}

const anyCase: fc.Arbitrary<PolicyCase> = fc
  .record({
    level: fc.constantFrom(...levels),
    granted: fc.constantFrom(...levels),
    permission: fc.constantFrom(...levels),
    risk: fc.constantFrom(...risks),
    side_effects: fc.constantFrom(...effects),
    requires_confirm: fc.boolean(),
    enabled: fc.boolean(),
    approval: fc.constantFrom(...approvals),
    stands: fc.constantFrom(...Object.values(permissions)),
    resource: fc.constantFrom(notes, null),
    resources: fc.constantFrom<CapabilityGrant["resources"][]>("any", [notes], []),
    now: fc.constantFrom(50, 150),
  })
  .map((x) => ({
    ...caseOf({ approval: x.approval, permissions: x.stands(x.level), now: x.now }),
    resource: x.resource,
    tool: {
      id: "write",
      capability_level: x.level,
      risk: x.risk,
      side_effects: x.side_effects,
      requires_confirm: x.requires_confirm,
      definition_hash: "h1",
      enabled: x.enabled,
    },
    grant: grantOf(["write"], {
      agent_id: "a",
      level: x.granted,
      deadline: 100,
      resources: x.resources,
    }),
    agent: { id: "a", permission: x.permission, tools: ["write"] },
  }));

function narrow(call: PolicyCase, which: number): PolicyCase {
  const changes: PolicyCase[] = [
    { ...call, permissions: [] },
    { ...call, agent: { ...call.agent, permission: "L0" } },
    { ...call, agent: { ...call.agent, tools: [] } },
    { ...call, skill_tools: [] },
    { ...call, tool: { ...call.tool, enabled: false } },
    withGrant(call, { level: "L0" }),
    withGrant(call, { tools: [] }),
  ];
  return changes[which] ?? call;
}
