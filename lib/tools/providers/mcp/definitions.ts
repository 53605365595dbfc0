import { ToolSchema } from "@modelcontextprotocol/sdk/types.js";
import canonicalize from "canonicalize";
import { sha256 } from "#lib/platform/hash";
import { visibleText } from "./visible-text.ts";

/**
 * What a server says of its tools, judged one by one: a name that does not fit, a second tool of one name, a schema out
 * of measure costs that tool alone. All of it is untrusted text: words are cut and made visible, and what the server
 * claims of a tool's harmlessness is kept as a claim.
 */
export type Definition = {
  name: string;
  title?: string;
  description: string;
  input_schema: Record<string, unknown>;
  output_schema?: Record<string, unknown>;
  read_only_hint?: boolean;
  /** Over everything the server said of it, before any of it was cut: another word is another hash. */
  definition_hash: string;
};
export type Refused = { name: string; reason: string };
export type Definitions = { tools: readonly Definition[]; refused: readonly Refused[] };

/** More than any server of use has; the rest is refused. */
const maxTools = 500;
const maxDescription = 2000;
const maxTitle = 200;
const maxSchemaBytes = 64 * 1024;
const fitting = /^[a-zA-Z0-9_.-]{1,128}$/;

export function readDefinitions(given: readonly unknown[]): Definitions {
  const tools = new Map<string, Definition>();
  const refused: Refused[] = [];
  for (const entry of given) {
    const read = readSafely(entry);
    const reason =
      "reason" in read
        ? read.reason
        : tools.has(read.name)
          ? "the server has two tools of this name; the first one counts"
          : tools.size >= maxTools
            ? `a server may have ${maxTools} tools`
            : undefined;
    if (reason !== undefined) refused.push({ name: visibleText(read.name, 100), reason });
    else if (!("reason" in read)) tools.set(read.name, read);
  }
  return { tools: [...tools.values()], refused: refused.slice(0, maxTools) };
}

/** One that is nested deeper than can be walked is refused like any other that does not fit. */
function readSafely(entry: unknown): Definition | Refused {
  try {
    return readDefinition(entry);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { name: nameOf(entry) ?? "?", reason: "its definition is nested too deep" };
  }
}

function readDefinition(entry: unknown): Definition | Refused {
  const name = nameOf(entry);
  if (name === undefined) return { name: "?", reason: "it has no name" };
  if (!fitting.test(name)) {
    return { name, reason: "its name is not 1 to 128 of the characters a-z, A-Z, 0-9, _, . and -" };
  }
  const size = JSON.stringify(entry).length;
  if (size > 2 * maxSchemaBytes) return { name, reason: "its definition is too long" };
  const parsed = ToolSchema.safeParse(entry);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join(".") || "definition";
    return { name, reason: `its ${visibleText(where, 100)} is not as MCP asks for` };
  }
  const { title, annotations, description = "", inputSchema, outputSchema } = parsed.data;
  const schemas = [inputSchema, ...(outputSchema === undefined ? [] : [outputSchema])];
  if (schemas.some((schema) => JSON.stringify(schema).length > maxSchemaBytes)) {
    return { name, reason: `its schema is longer than ${maxSchemaBytes} bytes` };
  }
  const shown = title ?? annotations?.title;
  const hint = annotations?.readOnlyHint;
  return {
    name,
    ...(shown === undefined ? {} : { title: visibleText(shown, maxTitle) }),
    description: visibleText(description, maxDescription),
    input_schema: visibleSchema(inputSchema),
    ...(outputSchema === undefined ? {} : { output_schema: visibleSchema(outputSchema) }),
    ...(hint === undefined ? {} : { read_only_hint: hint }),
    definition_hash: sha256(canonicalize(parsed.data) ?? ""),
  };
}

function nameOf(entry: unknown): string | undefined {
  const name: unknown =
    entry !== null && typeof entry === "object" ? Reflect.get(entry, "name") : undefined;
  return typeof name === "string" ? name : undefined;
}

/** Words for a reader; what a value is judged by (names, patterns, constants) is left as it is. */
const words = new Set(["description", "title", "$comment"]);
const values = new Set(["const", "enum", "default", "examples"]);

function visibleSchema(schema: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (values.has(key)) return [key, value];
      if (words.has(key) && typeof value === "string")
        return [key, visibleText(value, maxDescription)];
      return [key, visibleValue(value)];
    }),
  );
}

function visibleValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(visibleValue);
  if (value === null || typeof value !== "object") return value;
  return visibleSchema(value as Record<string, unknown>); // an object, no array
}
