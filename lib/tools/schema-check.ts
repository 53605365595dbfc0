import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";

/** What does not fit, as "data/limit must be <= 50", or undefined when the value fits its JSON Schema. */
export type SchemaCheck = (value: unknown) => string | undefined;

type Validate = (value: unknown) => { valid: boolean; errorMessage?: string | undefined };

/**
 * Compiles JSON Schemas of servers, once per schema object. Each schema gets a validator of its own, so that two servers
 * which use one `$id` cannot meet each other's schema. A schema that cannot be compiled fits nothing and says so.
 */
export function createSchemaCheck(): (schema: Record<string, unknown>) => SchemaCheck {
  const known = new WeakMap<Record<string, unknown>, SchemaCheck>();
  return (schema) => {
    const cached = known.get(schema);
    if (cached) return cached;
    const check = compile(schema);
    known.set(schema, check);
    return check;
  };
}

function compile(schema: Record<string, unknown>): SchemaCheck {
  let validate: Validate;
  try {
    validate = new AjvJsonSchemaValidator().getValidator(schema);
  } catch {
    return () => "the server's own schema for it is not a usable JSON Schema";
  }
  return (value) => {
    const result = validate(value);
    return result.valid ? undefined : (result.errorMessage ?? "it does not fit").slice(0, 500);
  };
}
