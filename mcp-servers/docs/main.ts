import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * The docs MCP server as a process. What Node made of the program's files the last time is taken from the project's own
 * folder, which is half of a start; where nothing can be kept there it is made anew.
 */
enableCompileCache(fileURLToPath(new URL("../../.runtime/compile-cache", import.meta.url)));
await import("./serve.ts");
