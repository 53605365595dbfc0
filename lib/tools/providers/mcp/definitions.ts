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
const maxBytes = 4 * 1024 * 1024;
const fitting = /^[a-zA-Z0-9_.-]{1,128}$/;

/** Takes the definitions page by page, so that no more of them is held than is kept. */
export function definitionReader(): { add(given: readonly unknown[]): void; read(): Definitions } {
  const tools = new Map<string, Definition>();
  const refused: Refused[] = [];
  let bytes = 0;

  function reasonAgainst(read: Definition): string | undefined {
    if (tools.has(read.name)) return "the server has two tools of this name; the first one counts";
    if (tools.size >= maxTools) return `a server may have ${maxTools} tools`;
    bytes += JSON.stringify(read).length;
    return bytes > maxBytes ? "the definitions of this server are too long together" : undefined;
  }

  return {
    add(given) {
      for (const entry of given) {
        const read = readSafely(entry);
        const reason = "reason" in read ? read.reason : reasonAgainst(read);
        if (reason === undefined && !("reason" in read)) tools.set(read.name, read);
        else if (refused.length < maxTools) {
          refused.push({ name: visibleText(read.name, 100), reason: reason ?? "" });
        }
      }
    },
    read: () => ({ tools: [...tools.values()], refused }),
  };
}

/** What cannot be walked or has no canonical form is refused like anything else that does not fit. */
function readSafely(entry: unknown): Definition | Refused {
  try {
    return readDefinition(entry);
  } catch (error) {
    const name = nameOf(entry) ?? "?";
    const deep = error instanceof RangeError;
    return { name, reason: deep ? "its definition is nested too deep" : "it cannot be read" };
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
  if (schemas.some((schema) => hides(schema, "schema"))) {
    return { name, reason: "its schema holds names or values that hide characters" };
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

/** What a key of a schema leads to: words for a reader, a value, schemas by name, or a schema or what holds some. */
const words = new Set(["description", "title", "$comment"]);
const values = new Set(["const", "enum", "default", "examples", "required"]);
const named = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);

type Place = "schema" | "named" | "value";
function placeOf(key: string, at: Place): Place {
  if (at === "value" || (at === "schema" && values.has(key))) return "value";
  return at === "schema" && named.has(key) ? "named" : "schema";
}

/** Names and values are left as they are, since others are held against them; so they may hide nothing. */
function hides(value: unknown, at: Place, key = ""): boolean {
  if (typeof value === "string") {
    if (at === "schema" && words.has(key)) return false; // made visible instead
    const plain = value.replace(/\r\n?/g, "\n").replace(/[\u200d\ufe0f]/g, ""); // parts of emoji
    return visibleText(plain, plain.length) !== plain;
  }
  if (Array.isArray(value)) return value.some((item) => hides(item, at, key));
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(
    ([name, inner]) =>
      visibleText(name, name.length) !== name || hides(inner, placeOf(name, at), name),
  );
}

function visibleSchema(
  value: Record<string, unknown>,
  at: Place = "schema",
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (at === "schema" && words.has(key) && typeof inner === "string") {
        return [key, visibleText(inner, maxDescription)];
      }
      return [key, visibleValue(inner, placeOf(key, at))];
    }),
  );
}

function visibleValue(value: unknown, at: Place): unknown {
  if (at === "value" || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => visibleValue(item, at));
  return visibleSchema(value as Record<string, unknown>, at); // an object, no array
}
