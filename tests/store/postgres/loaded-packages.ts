import { createRequire } from "node:module";
import { createAssembly } from "#lib/assembly";
import { projectDir } from "#lib/platform/project";

/** Prints the packages that a program has loaded once it tried its database. Argument: the state folder. */
const [, , home = ""] = process.argv;
const assembly = createAssembly({
  project_dir: projectDir(),
  env: { ...process.env, DOCENT_HOME: home, DOCENT_LOG_LEVEL: "silent" },
});
await assembly.health("en");
const files = Object.keys(createRequire(import.meta.url).cache);
const names = files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
process.stdout.write(JSON.stringify([...new Set(names)]));
await assembly.close();
process.exit();
