import { z } from "zod";
import { type DocsAskName, docsAsk } from "#lib/contracts/docs-ask";
import { DocsRefusal, type DocsToolName, docsTools } from "#lib/contracts/docs-tools";

type ObjectSchema = { type: "object"; [key: string]: unknown };

/** A tool's schemas as clients get them: JSON Schema draft 7, an object at the root as MCP demands. */
export function publishedSchemas(name: DocsToolName | DocsAskName): {
  input: ObjectSchema;
  output: ObjectSchema;
} {
  const { input, output } = { ...docsTools, ...docsAsk }[name];
  return {
    input: { ...jsonSchema(input, "input"), type: "object" },
    // Clients check the structured content of a refusal against the output schema too (the SDK's own client does), so
    // the schema admits both shapes.
    output: {
      type: "object",
      anyOf: [jsonSchema(output, "output"), jsonSchema(DocsRefusal, "output")],
    },
  };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "draft-7", io });
  return rest;
}
