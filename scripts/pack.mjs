import { mkdirSync, rmSync } from "node:fs";
import { inProject } from "./bootstrap/project.mjs";
import { sentences } from "./bootstrap/sentences.mjs";
import { main, workOn } from "./bootstrap/tell.mjs";
import { bootstrap } from "./bootstrap.mjs";
import { copyPages } from "./pack/copy-pages.mjs";
import { copyProgram } from "./pack/copy-program.mjs";

/**
 * Before `npm pack`: puts into `dist/` what an installed package runs, the pages built and the program as JavaScript, since
 * Node runs no TypeScript below node_modules. Why so: docs/decisions/0020.
 */
await main(async () => {
  await bootstrap({ build: true });
  const dist = inProject("dist");
  await workOn(sentences.packing(), sentences.packed(), async () => {
    rmSync(dist, { recursive: true, force: true });
    mkdirSync(dist);
    copyProgram(dist);
    copyPages(dist);
  });
});
