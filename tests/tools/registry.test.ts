import { describe, expect, test } from "vitest";
import { AppError } from "#lib/contracts/errors";
import type { CapabilityLevel } from "#lib/contracts/grants";
import type { ToolProvider, ToolSpec } from "#lib/tools/provider";
import { createToolRegistry } from "#lib/tools/registry";
import { createSchemaCheck } from "#lib/tools/schema-check";
import { recordingLog } from "./recording-log.ts";

const never = new AbortController().signal;

function spec(provider_id: string, name: string, more: Partial<ToolSpec> = {}): ToolSpec {
  return {
    id: provider_id.startsWith("mcp.") ? `${provider_id}.${name}` : name,
    provider_id,
    name,
    description: "",
    input_schema: { type: "object" },
    capability_level: "L0",
    risk: "safe",
    side_effects: "none",
    requires_confirm: false,
    timeout_ms: 1000,
    ...more,
  };
}

function provider(id: string, tools: readonly ToolSpec[] | AppError): ToolProvider {
  return {
    id,
    listTools: async () => {
      if (tools instanceof AppError) throw tools;
      return tools;
    },
    invoke: async () => ({ is_error: false, text: id }),
    close: async () => {},
  };
}

function registryOf(providers: ToolProvider[], order: string[] = []) {
  const { log } = recordingLog();
  const registry = createToolRegistry({ order: () => order, schemas: createSchemaCheck(), log });
  return { registry, remove: providers.map((p) => registry.register(p)), order };
}
const providerOf = async ({ registry }: ReturnType<typeof registryOf>, id: string) =>
  (await registry.resolve(id, never)).provider.id;
const code = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (e: AppError) => e.code,
  );

describe("the tool registry", () => {
  const search = (id: string, capability_level: CapabilityLevel) =>
    provider(id, [spec(id, "web.search", { capability_level })]);

  test.each([
    [["builtin", "stub", "web"], "builtin"],
    [["stub", "builtin", "web"], "stub"],
    [["web", "stub"], "web"],
    [["mcp", "web"], "web"],
    // Not told apart by the order: the lower level, then who came first.
    [[], "stub"],
    [["mcp"], "stub"],
  ])(
    "with the order %j takes the tool of %s where three have one of its name",
    async (order, winner) => {
      const made = registryOf(
        [search("builtin", "L2"), search("stub", "L1"), search("web", "L1")],
        order,
      );
      expect(await providerOf(made, "web.search")).toBe(winner);
    },
  );

  test("a full id in the order goes before the first word of another's", async () => {
    const web = provider("web", [spec("web", "fetch")]);
    const other = provider("web.cached", [spec("web.cached", "fetch")]);
    expect(await providerOf(registryOf([web, other], ["web.cached", "web"]), "fetch")).toBe(
      "web.cached",
    );
    expect(await providerOf(registryOf([other, web], ["web", "web.cached"]), "fetch")).toBe("web");
  });

  test("another order holds from the next call on", async () => {
    const made = registryOf([search("builtin", "L0"), search("stub", "L0")], ["builtin"]);
    expect(await providerOf(made, "web.search")).toBe("builtin");
    made.order.splice(0, 1, "stub");
    expect(await providerOf(made, "web.search")).toBe("stub");
  });

  test("tools come and go with their provider, and one id is taken once", async () => {
    const made = registryOf([search("builtin", "L0"), search("stub", "L0")], ["stub"]);
    expect(() => made.registry.register(search("stub", "L0"))).toThrow(/already/);
    made.remove[1]?.();
    expect(await providerOf(made, "web.search")).toBe("builtin");
    made.remove[0]?.();
    expect(await code(made.registry.resolve("web.search", never))).toBe("tool_not_found");
    made.registry.register(search("stub", "L0"));
    expect(await providerOf(made, "web.search")).toBe("stub");
  });

  test("a tool of no provider is not found, and the sentence repeats no endless name", async () => {
    const { registry } = registryOf([search("builtin", "L0")]);
    for (const id of ["", "web.searc", "mcp.web.search", "WEB.SEARCH", "x".repeat(100_000)]) {
      const error = await registry.resolve(id, never).catch((e: AppError) => e);
      expect(error).toMatchObject({ code: "tool_not_found" });
      expect((error as AppError).message.length).toBeLessThan(400);
    }
  });

  test("a server that cannot list is down with its reason, and takes no other with it", async () => {
    const down = new AppError("provider_unavailable", "It is down.", { retryable: true });
    const made = registryOf([provider("mcp.notes", down), search("builtin", "L0")]);
    expect(await code(made.registry.resolve("mcp.notes.read", never))).toBe("provider_unavailable");
    expect(await providerOf(made, "web.search")).toBe("builtin");
    const { tools, providers } = await made.registry.describe(never);
    expect(tools.map((t) => t.id)).toEqual(["web.search"]);
    expect(providers).toEqual([
      { id: "mcp.notes", state: "down", message: "It is down.", refused: [] },
      { id: "builtin", state: "ready", refused: [] },
    ]);
  });

  test.each<[string, Partial<ToolSpec>, RegExp]>([
    ["has no name", { name: "", id: "mcp.s." }, /name/],
    ["has a name with a line break", { name: "a\nb", id: "mcp.s.a\nb" }, /name/],
    ["names another server's id", { id: "mcp.docs.docs_read" }, /id does not fit/],
    ["claims another provider", { provider_id: "mcp.docs" }, /another provider/],
    ["takes no object", { input_schema: { type: "string" } }, /of type object/],
    ["has a schema that is none", { input_schema: { type: "object", properties: 7 } }, /input/],
    ["answers by no schema", { output_schema: { type: "objekt" } }, /output schema/],
    ["may take no time", { timeout_ms: 0 }, /timeout_ms/],
  ])("refuses a tool that %s, says why, and takes the others", async (_name, bad, reason) => {
    const given = [spec("mcp.s", "bad", bad), spec("mcp.s", "good")];
    const { registry } = registryOf([provider("mcp.s", given)]);
    const { tools, providers } = await registry.describe(never);
    expect(tools.map((t) => t.name)).toEqual(["good"]);
    expect(providers[0]?.refused).toHaveLength(1);
    expect(providers[0]?.refused[0]?.reason).toMatch(reason);
  });

  test("takes the first of two tools of one name of one provider", async () => {
    const given = [
      spec("mcp.s", "twice", { description: "first" }),
      spec("mcp.s", "twice", { description: "second" }),
    ];
    const { registry } = registryOf([provider("mcp.s", given)]);
    const { tools, providers } = await registry.describe(never);
    expect(tools).toMatchObject([{ name: "twice", description: "first" }]);
    expect(providers[0]?.refused).toMatchObject([{ name: "twice", reason: /already/ }]);
  });

  test("another word in what a tool says is another definition; another right is not", async () => {
    const hash = async (more: Partial<ToolSpec>) => {
      const { registry } = registryOf([provider("mcp.s", [spec("mcp.s", "t", more)])]);
      return (await registry.resolve("mcp.s.t", never)).tool.definition_hash;
    };
    const plain = await hash({});
    const properties = { a: { type: "string" } };
    const changed = await Promise.all([
      hash({ description: "x" }),
      hash({ title: "x" }),
      hash({ input_schema: { type: "object", properties } }),
      hash({ output_schema: { type: "object" } }),
      hash({ read_only_hint: true }),
    ]);
    expect(new Set([plain, ...changed]).size).toBe(6);
    expect(await hash({ capability_level: "L2", risk: "unsafe", timeout_ms: 7 })).toBe(plain);
  });
});
