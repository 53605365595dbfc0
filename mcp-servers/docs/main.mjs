import { readdirSync, statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import path from "node:path";
import { Worker } from "node:worker_threads";
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
const standby = built === undefined ? undefined : startKeptReader(built);
const { serveDocs } = await (built === undefined ? import("./serve.ts") : import(built));
await serveDocs({ standby });

/** The thread that reads a large kept index starts while the program is loaded; undefined where there is nothing large. */
function startKeptReader(beside) {
  const shelf = path.join(process.env.DOCENT_HOME ?? "", "index");
  const isLarge = (name) =>
    (statSync(path.join(shelf, name, "index.sqlite"), { throwIfNoEntry: false })?.size ?? 0) >= 4e6;
  try {
    if (process.env.DOCENT_HOME === undefined || !readdirSync(shelf).some(isLarge))
      return undefined;
    const options = { name: "kept-index", execArgv: [], stdout: true, stderr: true };
    const thread = new Worker(new URL("./rows-worker.mjs", beside), options);
    thread.on("error", () => undefined); // whoever would use it starts another
    thread.unref();
    return thread;
  } catch {
    return undefined;
  }
}
