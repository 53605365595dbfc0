import canonicalize from "canonicalize";
import { z } from "zod";
import type { Lang } from "#lib/contracts/answer";
import { AppError } from "#lib/contracts/errors";
import { CapabilityLevel } from "#lib/contracts/grants";
import { ToolInfo } from "#lib/contracts/tools";
import { sha256 } from "#lib/platform/hash";
import type { Logger } from "#lib/platform/logger";
import type { ToolProvider, ToolSpec } from "./provider.ts";
import type { SchemaCheck } from "./schema-check.ts";

/**
 * Every tool there is and who provides it. Providers come and go while the program runs; each lists its own tools, and
 * one that cannot is shown as down without taking others with it. Where two providers have a tool of one id, the
 * configured order decides; among those it does not tell apart, the lower level does.
 */
export type ToolRegistry = {
  /** Returns what takes the provider out again. Throws AppError `validation` when there is one of that id. */
  register(provider: ToolProvider): () => void;
  /** Throws AppError `tool_not_found`, or what a server says that cannot list its tools. */
  resolve(toolId: string, signal: AbortSignal): Promise<Registered>;
  /** What there is now, with the reason for everything that is not. */
  describe(signal: AbortSignal, lang?: Lang): Promise<Catalogue>;
};

export type Registered = { provider: ToolProvider; tool: ToolInfo };

export type Catalogue = {
  tools: ToolInfo[];
  /** `down` cannot list its tools now. `refused` are tools that it offers and that are not taken. */
  providers: { id: string; state: "ready" | "down"; message?: string; refused: RefusedTool[] }[];
};

export type RefusedTool = { name: string; reason: string };

export function createToolRegistry(deps: {
  /** `tools.preferred_provider_order`: provider ids or their first words, best first. */
  order: () => readonly string[];
  /** Whether a person has switched a tool off. */
  enabled?: (toolId: string) => boolean;
  /** Why a tool is off that takes more than a switch. `soon`: for a list, which waits for no proof that takes long. */
  off?: (toolId: string, lang: Lang, soon: boolean) => Promise<ToolInfo["off"]>;
  schemas: SchemaCheck;
  log: Logger;
}): ToolRegistry {
  const { order, enabled = () => true, off, schemas, log } = deps;
  const providers = new Map<string, ToolProvider>();
  /** By the very array a provider gave, which is the same until something changed. */
  const checked = new WeakMap<readonly ToolSpec[], Checked>();

  async function toolsOf(provider: ToolProvider, signal: AbortSignal): Promise<Checked> {
    const given = await provider.listTools(signal);
    const known = checked.get(given);
    if (known) return known;
    const result = checkTools(provider, given, schemas);
    for (const refused of result.refused) {
      log.warn({ provider_id: provider.id, ...refused }, "a tool is not taken");
    }
    checked.set(given, result);
    return result;
  }

  async function asItIs(tool: ToolInfo, lang: Lang, soon: boolean): Promise<ToolInfo> {
    if (!enabled(tool.id)) return { ...tool, enabled: false };
    const why = await off?.(tool.id, lang, soon);
    return why === undefined ? { ...tool, enabled: true } : { ...tool, enabled: false, off: why };
  }

  function rank(provider: ToolProvider): number {
    const preferred = order();
    const exact = preferred.indexOf(provider.id);
    const at = exact >= 0 ? exact : preferred.indexOf(provider.id.split(".")[0] ?? "");
    return at >= 0 ? at : preferred.length;
  }

  function before(a: Registered, b: Registered): number {
    const level = (r: Registered) => CapabilityLevel.options.indexOf(r.tool.capability_level);
    return rank(a.provider) - rank(b.provider) || level(a) - level(b); // else as registered
  }

  return {
    register: (provider) => {
      if (providers.has(provider.id)) {
        throw new AppError("validation", `There is a tool provider "${provider.id}" already.`);
      }
      providers.set(provider.id, provider);
      return () => {
        if (providers.get(provider.id) === provider) providers.delete(provider.id);
      };
    },

    async resolve(toolId, signal) {
      const found: Registered[] = [];
      let down: unknown;
      for (const provider of candidates(providers.values(), toolId)) {
        try {
          const tool = (await toolsOf(provider, signal)).tools.get(toolId);
          if (tool) found.push({ provider, tool });
        } catch (error) {
          down = error;
        }
      }
      const [first] = found.sort(before);
      if (first) return { ...first, tool: await asItIs(first.tool, "en", false) };
      if (down !== undefined) throw down;
      throw new AppError(
        "tool_not_found",
        `There is no tool "${toolId.slice(0, 200)}". GET /api/tools lists those that exist.`,
      );
    },

    async describe(signal, lang = "en") {
      const described = await Promise.all(
        [...providers.values()].map(async (provider) => {
          try {
            const { tools, refused } = await toolsOf(provider, signal);
            return { provider, tools: [...tools.values()], refused };
          } catch (error) {
            const message = error instanceof AppError ? error.message : "It failed unforeseen.";
            return { provider, tools: [], refused: [], message };
          }
        }),
      );
      const tools = described
        .flatMap(({ provider, tools }) => tools.map((tool) => ({ provider, tool })))
        .sort((a, b) => (a.tool.id < b.tool.id ? -1 : a.tool.id > b.tool.id ? 1 : before(a, b)));
      return {
        tools: await Promise.all(tools.map(({ tool }) => asItIs(tool, lang, true))),
        providers: described.map(({ provider, refused, message }) => ({
          id: provider.id,
          state: message === undefined ? ("ready" as const) : ("down" as const),
          ...(message === undefined ? {} : { message }),
          refused,
        })),
      };
    },
  };
}

const mcp = "mcp.";

/** An id that begins as those of MCP servers do is looked for in its server alone, whatever the others are doing. */
function candidates(all: Iterable<ToolProvider>, toolId: string): ToolProvider[] {
  return [...all].filter((provider) =>
    toolId.startsWith(mcp) ? toolId.startsWith(`${provider.id}.`) : !provider.id.startsWith(mcp),
  );
}

type Checked = { tools: ReadonlyMap<string, ToolInfo>; refused: RefusedTool[] };

function checkTools(
  provider: ToolProvider,
  given: readonly ToolSpec[],
  schemas: SchemaCheck,
): Checked {
  const tools = new Map<string, ToolInfo>();
  const refused: RefusedTool[] = [];
  for (const spec of given) {
    const reason = problemOf(spec, provider, schemas) ?? (tools.has(spec.id) ? taken : undefined);
    if (reason === undefined) {
      tools.set(spec.id, {
        ...spec,
        definition_hash: spec.definition_hash ?? definitionHash(spec),
        enabled: true,
      });
    } else {
      refused.push({ name: String(spec?.name).slice(0, 200), reason });
    }
  }
  return { tools, refused };
}

const taken = "this provider has a tool of that name already";

/** Why a tool cannot be taken; undefined when it can. A foreign server may send anything. */
function problemOf(
  spec: ToolSpec,
  provider: ToolProvider,
  schemas: SchemaCheck,
): string | undefined {
  const parsed = Spec.safeParse(spec);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join(".") || "it"}: ${issue?.message ?? "is not a tool"}`;
  }
  if (spec.provider_id !== provider.id) return "it names another provider";
  const fits = provider.id.startsWith(mcp)
    ? spec.id === `${provider.id}.${spec.name}`
    : spec.id === spec.name && !spec.id.startsWith(mcp);
  if (!fits) return "its id does not fit its provider";
  if (spec.input_schema.type !== "object") return "its input schema is not of type object";
  const input = schemas.problem(spec.input_schema);
  if (input !== undefined) return `its input schema is no JSON Schema: ${input}`;
  const output = spec.output_schema && schemas.problem(spec.output_schema);
  return output === undefined ? undefined : `its output schema is no JSON Schema: ${output}`;
}

const Spec = ToolInfo.omit({ definition_hash: true, enabled: true }).extend({
  name: z.string().regex(/^[\x21-\x7e]{1,128}$/, "must be 1 to 128 visible ASCII characters"),
});

/**
 * Over everything a provider says of a tool: another word anywhere is another hash. What a person may set of it, its
 * level and risk and its time, is no part of it.
 */
function definitionHash(spec: ToolSpec): string {
  const { capability_level, risk, side_effects, requires_confirm, timeout_ms, ...said } = spec;
  return sha256(canonicalize(said) ?? "");
}
