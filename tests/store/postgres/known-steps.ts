import path from "node:path";
import { projectDir } from "#lib/platform/project";
import { stepsIn } from "#lib/store/postgres/migrate";

/** The migrations that this version knows. */
export const knownSteps = stepsIn(path.join(projectDir(), "lib/store/postgres/migrations"));
