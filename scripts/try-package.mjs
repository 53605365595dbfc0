import { main } from "./bootstrap/tell.mjs";
import { bootstrap } from "./bootstrap.mjs";

/**
 * `node scripts/try-package.mjs [PART …] [--work DIR]`: the package, and a fresh clone, as a stranger gets them, on a machine that
 * has nothing of this one but a distribution's base and Node. For root on a Debian with debootstrap. Parts: package, clone;
 * both when none is named. What is shown stands in docs/development.md.
 */
await main(async () => {
  await bootstrap();
  const { tryPackage } = await import("./try-package/try-package.mjs");
  await tryPackage(process.argv.slice(2));
});
