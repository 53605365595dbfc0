import { z } from "zod";

/** One argument of a tool, as a form asks for it. What a form cannot ask in parts is asked as JSON. */
export type FormField = {
  name: string;
  title?: string;
  description?: string;
  required: boolean;
  /** As JSON: what the tool takes when nothing is given. */
  usual?: string;
  asks: /** `code`: a path, a pattern, a name as programs read it. */
    | { kind: "text"; long: boolean; code?: true }
    /** A text of several lines, as it stands in a file. `empty`: nothing typed is a text too. */
    | { kind: "block"; empty: boolean }
    | { kind: "number"; integer: boolean; min?: number; max?: number }
    | { kind: "yes_no" }
    | { kind: "choice"; options: readonly (string | number)[] }
    /** A list of texts, one a line. */
    | { kind: "lines" }
    /** Some of these. */
    | { kind: "several"; options: readonly (string | number)[] }
    | { kind: "json" };
};

/** A foreign server writes the schema: more arguments than these are asked for as one piece of JSON. */
const mostFields = 40;
const longestLine = 1000;

const Schema = z.looseObject({
  type: z.literal("object").optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});
const scalar = z.union([z.string(), z.number()]);
const Argument = z.looseObject({
  type: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(scalar).min(1).optional(),
  const: scalar.optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  items: z
    .looseObject({ type: z.string().optional(), enum: z.array(scalar).min(1).optional() })
    .optional(),
});

/** The fields for the arguments of a tool; undefined where its schema is not a plain list of arguments. */
export function formFields(schema: Record<string, unknown>): FormField[] | undefined {
  const parsed = Schema.safeParse(schema);
  if (!parsed.success || ["anyOf", "oneOf", "allOf", "$ref"].some((key) => key in schema)) {
    return undefined;
  }
  const { properties, required } = parsed.data;
  const names = Object.keys(properties);
  if (names.length > mostFields) return undefined;
  return names
    .map((name) => fieldOf(name, properties[name], required.includes(name)))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

function fieldOf(name: string, schema: unknown, required: boolean): FormField {
  const parsed = Argument.safeParse(schema);
  if (!parsed.success) return { name, required, asks: { kind: "json" } };
  const { title, description, default: usual } = parsed.data;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    required: required && usual === undefined,
    ...(usual === undefined ? {} : { usual: JSON.stringify(usual) }),
    asks: asksOf(parsed.data),
  };
}

function asksOf(schema: z.infer<typeof Argument>): FormField["asks"] {
  const { minimum: min, maximum: max } = schema;
  if (schema.enum !== undefined) return { kind: "choice", options: schema.enum };
  if (schema.const !== undefined) return { kind: "choice", options: [schema.const] };
  switch (schema.type) {
    case "string":
      return { kind: "text", long: (schema.maxLength ?? Number.POSITIVE_INFINITY) > longestLine };
    case "integer":
    case "number":
      return {
        kind: "number",
        integer: schema.type === "integer",
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max }),
      };
    case "boolean":
      return { kind: "yes_no" };
    case "array":
      if (schema.items?.enum !== undefined) return { kind: "several", options: schema.items.enum };
      return schema.items?.type === "string" ? { kind: "lines" } : { kind: "json" };
    default:
      return { kind: "json" };
  }
}
