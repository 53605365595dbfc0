import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { inProject, projectDir } from "./project.mjs";

/** A hash over names and contents of files and folders of the project; what does not exist counts as absent. */
export function fingerprint(names, ...facts) {
  const hash = createHash("sha256").update(JSON.stringify(facts));
  for (const file of names.flatMap((name) => filesOf(inProject(name)))) {
    const content = readFileSync(file);
    hash.update(`\n${path.relative(projectDir, file)} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

function filesOf(place) {
  const stat = statSync(place, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (stat.isFile()) return [place];
  const entries = readdirSync(place, { withFileTypes: true });
  return entries
    .map((entry) => entry.name)
    .sort()
    .flatMap((name) => filesOf(path.join(place, name)));
}
