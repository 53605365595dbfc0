import { createAssembly } from "#lib/assembly";
import { projectDir } from "#lib/platform/project";

/** A server that gives passages their vectors until it is killed. Argument: the folder of its state and configuration. */
const [, , dir = ""] = process.argv;
const assembly = createAssembly({
  project_dir: projectDir(),
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DOCENT_HOME: `${dir}/home`,
    DOCENT_CONFIG: `${dir}/config.json`,
    DOCENT_LOG_LEVEL: "silent",
  },
});
assembly.warm();
assembly.work();
setInterval(() => undefined, 60_000);
