import module from "node:module";
import path from "node:path";
import { judgedEnvironment } from "../bootstrap/environment.mjs";
import { refuseOwnedState } from "../bootstrap/owned-state.mjs";
import { refuseTakenPort } from "../bootstrap/port.mjs";
import { runtimeDir } from "../bootstrap/project.mjs";
import { serve } from "../bootstrap/serve.mjs";
import { main } from "../bootstrap/tell.mjs";
import { bootstrap, ensureNode } from "../bootstrap.mjs";

/** From a fresh clone to an address that answers. */
await main(async () => {
  const dev = process.argv.includes("--dev");
  await ensureNode();
  // What was compiled at the start before is a third of a start. A new build takes it away.
  if (!dev) module.enableCompileCache(path.join(runtimeDir, "compile-cache"));
  const environment = await judgedEnvironment();
  await refuseOwnedState(environment);
  await refuseTakenPort(environment);
  await bootstrap({ build: !dev });
  await serve(environment, { dev });
});
