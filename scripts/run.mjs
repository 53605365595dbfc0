import module from "node:module";
import path from "node:path";
import { runtimeDir } from "./bootstrap/project.mjs";
import { main } from "./bootstrap/tell.mjs";
import { bootstrap } from "./bootstrap.mjs";

/** `node scripts/run.mjs NAME …`: runs the TypeScript command `scripts/NAME.ts` on a clone in any state, without a build. */
await main(async () => {
  await bootstrap();
  // What Node made of the program's files the last time is a third of a start; a Node that is too old for it has left above.
  module.enableCompileCache(path.join(runtimeDir, "compile-cache"));
  const [name] = process.argv.splice(2, 1);
  await import(`./${name}.ts`);
});
