import { sentences } from "./bootstrap/sentences.mjs";
import { main, Refusal, tell } from "./bootstrap/tell.mjs";
import { bootstrap } from "./bootstrap.mjs";
import { checkNames, runCheck } from "./check/checks.mjs";

/** `npm run check`: everything static, or the checks named after it. Ends with code 1 when one is not clean. */
await main(async () => {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !checkNames.includes(name));
  if (unknown !== undefined) {
    throw new Refusal(sentences.unknownCheck(unknown, checkNames.join(", ")));
  }
  await bootstrap();
  let failed = false;
  for (const name of asked.length === 0 ? checkNames : asked) {
    const started = performance.now();
    const { output } = await runCheck(name);
    const what = sentences.checking[name];
    if (output === "") {
      tell(sentences.clean(what, ((performance.now() - started) / 1000).toFixed(1)));
    } else {
      failed = true;
      process.stdout.write(`${output}\n`);
      tell(sentences.unclean(what));
    }
  }
  process.exitCode = failed ? 1 : 0;
});
