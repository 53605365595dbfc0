import type { DocsAnswering } from "#lib/contracts/docs-ask";
import { serveDocs } from "../../mcp-servers/docs/serve.ts";

/**
 * The docs server with the tool that answers questions. The program behind that tool is loaded by the first question, so
 * that a client which only searches waits for nothing and holds no models in memory.
 */
await serveDocs({
  answering: (by) => {
    let loaded: DocsAnswering | undefined;
    return {
      async ask(asked, how) {
        const { createDocsAsk } = await import("#lib/assembly/docs-ask");
        loaded ??= createDocsAsk(by);
        return loaded.ask(asked, how);
      },
      textOf: (answer) => loaded?.textOf(answer) ?? answer.markdown,
    };
  },
});
