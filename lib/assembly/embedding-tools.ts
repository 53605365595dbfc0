import type { z } from "zod";
import { DocsRefusal } from "#lib/contracts/docs-tools";
import { type EmbeddingToolName, embeddingTools } from "#lib/contracts/embedding";
import { AppError } from "#lib/contracts/errors";
import type { McpServer } from "#lib/tools/mcp-server";

const Refused = DocsRefusal.pick({ rule: true });

/** The docs server's tools for vectors as typed calls. Each throws AppError. */
export type EmbeddingTools = {
  [K in EmbeddingToolName as K extends `docs_embed_${infer Verb}` ? Verb : never]: (
    input: z.input<(typeof embeddingTools)[K]["input"]>,
    signal: AbortSignal,
  ) => Promise<z.infer<(typeof embeddingTools)[K]["output"]>>;
};

export function createEmbeddingTools(server: Pick<McpServer, "callUnlisted">): EmbeddingTools {
  async function call<K extends EmbeddingToolName>(
    name: K,
    input: z.input<(typeof embeddingTools)[K]["input"]>,
    signal: AbortSignal,
  ): Promise<z.infer<(typeof embeddingTools)[K]["output"]>> {
    const result = await server.callUnlisted(name, input, { signal });
    if (result.is_error) {
      const { success, data } = Refused.safeParse(result.structured);
      const code = success && data.rule === "validation" ? "validation" : "tool_exec";
      throw new AppError(code, result.text, { retryable: code === "tool_exec" });
    }
    const output = embeddingTools[name].output.safeParse(result.structured);
    if (!output.success) {
      throw new AppError("tool_exec", `${name} answered with something that is not its contract.`);
    }
    // Parsed by the schema of this very tool, which the compiler cannot follow through the index.
    return output.data as z.infer<(typeof embeddingTools)[K]["output"]>;
  }
  return {
    next: (input, signal) => call("docs_embed_next", input, signal),
    put: (input, signal) => call("docs_embed_put", input, signal),
    kept: (input, signal) => call("docs_embed_kept", input, signal),
    forget: (input, signal) => call("docs_embed_forget", input, signal),
  };
}
