/**
 * A tool's input schema as a model is shown it: without what the program itself fills in. The analysis of a question is as
 * long as all other schemas together, and a model would only make one up.
 */
export function offeredSchema(
  tool_id: string,
  schema: Record<string, unknown>,
): Record<string, unknown> {
  const { properties } = schema;
  if (tool_id !== "mcp.docs.docs_search" || typeof properties !== "object" || properties === null)
    return schema;
  const shown = Object.entries(properties).filter(([name]) => !filledIn.has(name));
  return { ...schema, properties: Object.fromEntries(shown) };
}

const filledIn = new Set(["analysis"]);
