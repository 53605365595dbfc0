import path from "node:path";
import { createAccess } from "#lib/access/access";
import { Config } from "#lib/contracts/config";

/** One folder `docs` and a state folder beside it: the same for the process that is killed and the one that looks. */
export function killedSettings(dir: string) {
  const home = path.join(dir, "project/.docent");
  const root = { id: "docs", label: "Docs", path: path.join(dir, "docs") };
  const config = Config.parse({ doc_access: { roots: [root] } });
  const access = createAccess({
    roots: config.doc_access.roots,
    deny: config.doc_access.deny,
    doc_file_patterns: config.doc_access.doc_file_patterns,
    max_file_bytes: config.doc_access.max_file_bytes,
    allow_outside_project: true,
    project_dir: path.join(dir, "project"),
    home,
  });
  return { access, config, home };
}
