import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { fingerprint } from "./fingerprint.mjs";
import { inProject, isPacked, projectDir } from "./project.mjs";

/**
 * The docs server in a few JavaScript files instead of some seven hundred, each of which costs a start half a
 * millisecond. The build of the pages makes them and a package holds them. A clone whose sources are others by now runs
 * those, until the next build.
 */
const entries = {
  serve: "mcp-servers/docs/serve.ts",
  "serve-clients": "scripts/mcp/serve-clients.ts",
};
/** Packages with code of the machine, which are loaded from where they are installed. */
const native = ["better-sqlite3", "@node-rs/jieba", "sqlite-vec"];

const folder = inProject(".next/docs-server");
const built = (name, file = "main.mjs") => path.join(folder, name, file);

/** Where the built entry is, undefined when it was not built from what stands in the project now. */
export function builtServer(name) {
  if (isPacked ? !existsSync(built(name)) : !isFresh(name)) return undefined;
  return pathToFileURL(built(name)).href;
}

/** Whether the docs server was built, to its end, from what stands in the project now. */
export const isServerBuilt = () => Object.keys(entries).every(isFresh);

function isFresh(name) {
  try {
    const { sources, hash } = JSON.parse(readFileSync(built(name, "sources.json"), "utf8"));
    return hash === hashOf(sources);
  } catch {
    return false; // it is not there, or was not written to its end
  }
}

/** Of how it is bundled, too. */
const hashOf = (sources) =>
  fingerprint([
    ...sources,
    "package.json",
    "package-lock.json",
    "scripts/bootstrap/docs-server.mjs",
  ]);

export async function buildServer() {
  rmSync(folder, { recursive: true, force: true });
  for (const name of Object.keys(entries)) await bundle(name);
}

async function bundle(name) {
  const { build } = await import("rolldown"); // a development package: nobody but a build has it
  const began = Date.now();
  const modules = new Set();
  await build({
    cwd: projectDir,
    input: { main: entries[name] },
    platform: "node",
    external: native,
    plugins: [startedByName, listing(modules)],
    output: { dir: built(name, ""), entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
  });
  const sources = [...modules].map((id) => path.relative(projectDir, id));
  // One that was saved meanwhile may be in it as it was before: the next start builds anew.
  if (sources.some((source) => statSync(inProject(source)).mtimeMs >= began)) return;
  const stamp = built(name, "sources.json");
  writeFileSync(`${stamp}.new`, JSON.stringify({ sources, hash: hashOf(sources) }));
  renameSync(`${stamp}.new`, stamp);
}

/** Collects the project's files that were read, those that nothing but a constant is left of among them. */
const listing = (modules) => ({
  name: "listing",
  buildEnd() {
    for (const id of this.getModuleIds()) {
      const [file] = id.split("?");
      const own = path.isAbsolute(file) && !file.includes(`${path.sep}node_modules${path.sep}`);
      if (own) modules.add(file);
    }
  },
});

/** What is started by its name, beside who starts it, is a file of its own: `new URL("./read-worker.ts", import.meta.url)`. */
const startedByName = {
  name: "started-by-name",
  transform(code, id) {
    if (!id.endsWith(".ts") || id.includes("node_modules")) return null;
    return code.replaceAll(/new URL\("(\.[^"]+\.ts)", import\.meta\.url\)/g, (_, name) => {
      const chunk = this.emitFile({ type: "chunk", id: path.resolve(path.dirname(id), name) });
      return `new URL(import.meta.ROLLUP_FILE_URL_${chunk})`;
    });
  },
};
