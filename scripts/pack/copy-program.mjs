import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { inProject } from "../bootstrap/project.mjs";
import { asJavaScript } from "./as-javascript.mjs";

/** What a package needs to run; what builds, tests and measures stays behind. */
const folders = [
  "lib",
  "mcp-servers",
  "handbook",
  "skills",
  ...[
    "bootstrap",
    "docent",
    "start",
    "mcp",
    "ask",
    "doctor",
    "replay",
    "task",
    "verify",
    "terminal",
  ].map((name) => `scripts/${name}`),
];
const files = [
  ...["bootstrap.mjs", "docent.mjs", "mcp.mjs", "run.mjs", "start.mjs"].map(
    (name) => `scripts/${name}`,
  ),
  ...["ask.ts", "doctor.ts", "migrate.ts", "replay.ts", "task.ts", "verify.ts"].map(
    (name) => `scripts/${name}`,
  ),
  "global_config.json",
  "next.config.mjs",
];

export function copyProgram(dist) {
  for (const file of [...files, ...folders.flatMap(filesIn)]) copy(file, dist);
  // The program asks this file for its own version, and for those of the packages that its index depends on.
  const {
    scripts,
    bin,
    files: _,
    devDependencies,
    ...manifest
  } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  manifest.imports = { "#lib/*": "./lib/*.js" };
  write(path.join(dist, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  write(path.join(dist, "packed.json"), `${JSON.stringify({ version: manifest.version })}\n`);
}

function filesIn(folder) {
  return readdirSync(inProject(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(inProject(), path.join(entry.parentPath, entry.name)));
}

function copy(file, dist) {
  const to = path.join(dist, file);
  if (!/\.(?:ts|mjs)$/.test(file)) {
    mkdirSync(path.dirname(to), { recursive: true });
    return copyFileSync(inProject(file), to);
  }
  const text = readFileSync(inProject(file), "utf8");
  const plain = file.endsWith(".ts") ? stripTypeScriptTypes(text) : text;
  write(to.replace(/\.ts$/, ".js"), asJavaScript(plain));
}

function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
