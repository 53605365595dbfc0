import { enableCompileCache } from "node:module";
import path from "node:path";
import { builtServer } from "../bootstrap/docs-server.mjs";
import { runtimeDir } from "../bootstrap/project.mjs";

/** The docs server for other clients as a process. JavaScript and the cache: see mcp-servers/docs/main.mjs. */
enableCompileCache(path.join(runtimeDir, "compile-cache"));
const built = builtServer("serve-clients");
await (built === undefined ? import("./serve-clients.ts") : import(built));
