import { main } from "./bootstrap/tell.mjs";
import { bootstrap } from "./bootstrap.mjs";

/** `node scripts/run.mjs NAME …`: runs the TypeScript command `scripts/NAME.ts` on a clone in any state, without a build. */
await main(async () => {
  await bootstrap();
  const [name] = process.argv.splice(2, 1);
  await import(`./${name}.ts`);
});
