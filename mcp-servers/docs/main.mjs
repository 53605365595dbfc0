import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * The docs MCP server as the web server starts it for itself; other clients get scripts/mcp.mjs. What Node made of the program's files the last time is taken from the project's own
 * folder, which is half of a start; where nothing can be kept there it is made anew. This file alone is JavaScript: it
 * is read before anything is kept, and for its types Node would load a parser at every start, 50 ms of it.
 */
enableCompileCache(fileURLToPath(new URL("../../.runtime/compile-cache", import.meta.url)));
const { serveDocs } = await import("./serve.ts");
await serveDocs();
