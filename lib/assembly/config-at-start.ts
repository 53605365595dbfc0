import type { Config } from "#lib/contracts/config";
import { createConfigFile } from "#lib/platform/config-file";
import { createLogger } from "#lib/platform/logger";

type Place = { project_dir: string; home: string; config_path?: string | undefined };

/** The configuration as it stands in the files, for what is refused before anything is started. */
export function configAtStart({ project_dir, home, config_path }: Place): Config {
  return createConfigFile({
    project_dir,
    home,
    ...(config_path === undefined ? {} : { config_path }),
    log: createLogger("docent", "silent"),
  }).current().config;
}
