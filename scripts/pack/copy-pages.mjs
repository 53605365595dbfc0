import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inProject, projectDir } from "../bootstrap/project.mjs";
import { asJavaScript } from "./as-javascript.mjs";

const built = () => inProject(".next");
/** What a build leaves for the next build or for a debugger. */
const leftBehind =
  /^(?:build|cache|compile-cache|dev|diagnostics|node_modules|types|docent-build|turbopack|trace\S*)(?:\/|$)|\.(?:map|nft\.json)$/;
const mapLine = /\n\/\/# sourceMappingURL=\S+\s*$/;

/**
 * The built pages as a package has them. A build names packages that it left outside by links of its own, which no archive
 * keeps: they get their plain names back. It puts the same code into a chunk for each route: here each is there once. The
 * docs server, which stands there too, is the program's own.
 */
export function copyPages(dist) {
  const links = linkedPackages();
  const known = new Map();
  for (const name of filesIn(built())) {
    const from = path.join(built(), name);
    const to = path.join(dist, ".next", name);
    mkdirSync(path.dirname(to), { recursive: true });
    if (name.endsWith(".mjs")) writeFileSync(to, asJavaScript(readFileSync(from, "utf8")));
    else if (!/\.(?:js|json)$/.test(name) || name.startsWith("static/")) copyFileSync(from, to);
    else writeFileSync(to, written(name, readFileSync(from, "utf8")));
  }

  function written(name, text) {
    if (name.endsWith(".json"))
      return text.replaceAll(JSON.stringify(projectDir).slice(1, -1), ".");
    if (!name.startsWith("server/")) return text.replaceAll(projectDir, ".");
    let plain = asJavaScript(text.replace(mapLine, ""));
    for (const [link, target] of links) plain = plain.replaceAll(link, target);
    const first = known.get(plain);
    if (first === undefined) {
      known.set(plain, name);
      return plain;
    }
    const relative = path.posix.relative(path.posix.dirname(name), first);
    return `module.exports = require(${JSON.stringify(`./${relative}`)});\n`;
  }
}

/** `better-sqlite3-90e2652d1716b047` to `better-sqlite3`, with scopes. */
function linkedPackages() {
  const folder = path.join(built(), "node_modules");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => {
      const link = path.relative(folder, path.join(entry.parentPath, entry.name));
      return [link, link.replace(/-[0-9a-f]{16}$/, "")];
    });
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !leftBehind.test(name));
}
