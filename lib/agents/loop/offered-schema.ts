/**
 * A tool's input schema as a model is shown it: what it is to fill in, and neither what the program fills in itself nor bounds
 * that only a check needs. Every call is held against the whole schema, and what does not fit is told.
 */
export function offeredSchema(
  tool_id: string,
  schema: Record<string, unknown>,
): Record<string, unknown> {
  const { properties, ...rest } = schema;
  if (!isRecord(properties)) return withoutBounds(schema);
  const shown = Object.entries(properties).filter(
    ([name]) => tool_id !== "mcp.docs.docs_search" || !filledIn.has(name),
  );
  const each = shown.map(([name, one]) => [name, isRecord(one) ? withoutBounds(one) : one]);
  return { ...withoutBounds(rest), properties: Object.fromEntries(each) };
}

/** The analysis of a question is as long as all other schemas together, and a model would only make one up. */
const filledIn = new Set(["analysis"]);

function withoutBounds(schema: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(schema).filter(([name]) => !bounds.has(name));
  const each = kept.map(([name, value]): [string, unknown] => {
    if (name === "properties" && isRecord(value)) {
      const inner = Object.entries(value).map(([of, one]) => [
        of,
        isRecord(one) ? withoutBounds(one) : one,
      ]);
      return [name, Object.fromEntries(inner)];
    }
    if (nested.has(name) && isRecord(value)) return [name, withoutBounds(value)];
    return [name, value];
  });
  return Object.fromEntries(each);
}

const bounds = new Set([
  ...["$schema", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "propertyNames"],
]);
const nested = new Set(["items", "additionalProperties"]);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
