import { enableCompileCache } from "node:module";
import path from "node:path";
import { builtServer } from "../../scripts/bootstrap/docs-server.mjs";
import { runtimeDir } from "../../scripts/bootstrap/project.mjs";

/**
 * The docs MCP server as the web server starts it for itself; other clients get scripts/mcp.mjs. What Node made of the
 * program's files the last time is taken from the project's own folder, which is half of a start; where nothing can be kept
 * there it is made anew. This file is JavaScript: it is read before anything is kept, and for its types Node would load a
 * parser at every start, 50 ms of it.
 */
enableCompileCache(path.join(runtimeDir, "compile-cache"));
const built = builtServer("serve");
const { serveDocs } = await (built === undefined ? import("./serve.ts") : import(built));
await serveDocs();
