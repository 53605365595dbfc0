import { readFileSync, writeFileSync } from "node:fs";
import { inProject } from "./bootstrap/project.mjs";
import { withPlatforms } from "./lockfile/other-platforms.mjs";

/** To be run after a package was added or updated where the registry serves one platform only. */
const file = inProject("package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
writeFileSync(file, `${JSON.stringify(withPlatforms(lock), null, 2)}\n`);
