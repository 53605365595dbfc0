import { z } from "zod";
import type { Lang } from "#lib/contracts/answer";
import { Config } from "#lib/contracts/config";
import type { MessageKey } from "./say.ts";
import { say } from "./say.ts";

/**
 * What is wrong with a configuration, as data until a person reads it: `path` says where (`doc_access.roots[0].id`,
 * empty for the file as a whole), `key` and `params` are the sentence. Values of the file are never repeated, only
 * the names of its settings.
 */
export type ConfigProblem = {
  path: string;
  key: MessageKey;
  params: Record<string, string | number>;
  /** A second sentence that stands inside the first: what kind of value is expected. */
  expected?: MessageKey;
};

export function problemSentence(problem: ConfigProblem, lang: Lang): string {
  const { key, params, expected } = problem;
  if (expected === undefined) return say(lang, key, params);
  return say(lang, key, { ...params, expected: say(lang, expected, params) });
}

type Issue = z.core.$ZodIssue;

/** One problem for each thing the schema found in `input`. */
export function problemsOf(issues: readonly Issue[], input: unknown): ConfigProblem[] {
  return issues.flatMap((issue): ConfigProblem[] => {
    if (issue.code === "unrecognized_keys") {
      const known = knownKeys(issue.path).join(", ");
      return issue.keys.map((key) => ({
        path: showPath([...issue.path, key]),
        key: "config.unknown_key" as const,
        params: { key, known },
      }));
    }
    return [{ path: showPath(issue.path), ...sentenceOf(issue, input) }];
  });
}

/** `["doc_access", "roots", 0, "id"]` -> `doc_access.roots[0].id` */
export function showPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((shown, part) => {
    if (typeof part === "number") return `${shown}[${part}]`;
    return shown === "" ? String(part) : `${shown}.${String(part)}`;
  }, "");
}

function sentenceOf(issue: Issue, input: unknown): Omit<ConfigProblem, "path"> {
  switch (issue.code) {
    case "invalid_type": {
      const key = valueAt(input, issue.path) === undefined ? "config.required" : "config.type";
      return { key, params: { kind: issue.expected }, expected: expectedKey(issue.expected) };
    }
    case "invalid_value":
      return { key: "config.one_of", params: { values: issue.values.map(String).join(", ") } };
    case "too_small":
      return {
        key: sized(
          issue.origin,
          "config.text_too_short",
          "config.list_too_short",
          "config.too_small",
        ),
        params: { minimum: Number(issue.minimum) },
      };
    case "too_big":
      return {
        key: sized(issue.origin, "config.text_too_long", "config.list_too_long", "config.too_big"),
        params: { maximum: Number(issue.maximum) },
      };
    case "invalid_format":
      if (issue.format === "url") return { key: "config.url", params: {} };
      return { key: formatKey(issue.path), params: {} };
    case "custom":
      return customSentence(issue.params ?? {});
    default:
      return {
        key: "config.type",
        params: { kind: issue.code },
        expected: "config.expected.other",
      };
  }
}

function formatKey(path: readonly PropertyKey[]): MessageKey {
  if (path[0] === "doc_access") return "config.root_id";
  if (path.includes("env_from")) return "config.variable";
  return path.at(-1) === "definition_hash" ? "config.definition_hash" : "config.name";
}

/** Rules of the schema that are code; each names itself in `params.rule`. */
function customSentence(params: Record<string, unknown>): Omit<ConfigProblem, "path"> {
  if (params.rule === "root_id_taken") {
    return {
      key: "config.root_id_taken",
      params: { id: String(params.id), other: Number(params.other) },
    };
  }
  if (params.rule === "root_id_reserved") {
    return { key: "config.root_id_reserved", params: { id: String(params.id) } };
  }
  if (params.rule === "server_name_taken") {
    return { key: "config.server_name_taken", params: { name: String(params.name) } };
  }
  if (params.rule === "agent_id_taken") {
    return { key: "config.agent_id_taken", params: { id: String(params.id) } };
  }
  if (params.rule === "plain_address") return { key: "config.plain_address", params: {} };
  if (params.rule === "nothing_asked") return { key: "config.nothing_asked", params: {} };
  if (params.rule === "host_entry") return { key: "config.host_entry", params: {} };
  if (params.rule === "deny_climbs") return { key: "config.deny_climbs", params: {} };
  return { key: "config.cmd_or_url", params: {} };
}

function sized(origin: string, text: MessageKey, list: MessageKey, other: MessageKey): MessageKey {
  if (origin === "string") return text;
  return origin === "array" ? list : other;
}

function expectedKey(expected: string): MessageKey {
  switch (expected) {
    case "string":
    case "number":
    case "int":
    case "boolean":
    case "array":
    case "object":
      return `config.expected.${expected}`;
    default:
      return "config.expected.other";
  }
}

/** The names of the settings that the schema has at a path. */
function knownKeys(path: readonly PropertyKey[]): string[] {
  const whole: JsonSchema = z.toJSONSchema(Config, { io: "input" });
  const schema = path.reduce<JsonSchema | undefined>((at, key) => {
    const next = typeof key === "number" ? at?.items : at?.properties?.[String(key)];
    return typeof next === "object" && !Array.isArray(next) ? next : undefined;
  }, whole);
  return Object.keys(schema?.properties ?? {});
}
type JsonSchema = z.core.JSONSchema.JSONSchema;

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    // Indexing `object` with any key is safe: what is absent reads as undefined.
    (value, key) =>
      typeof value === "object" && value !== null
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  );
}
