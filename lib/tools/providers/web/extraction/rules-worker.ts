import { parentPort } from "node:worker_threads";
import robotsParser from "robots-parser";

/** Worker thread around the rules of a site, which take as long as their length times that of the address. */
export type RulesJob = { rules: string; rules_url: string; page: string; robot: string };
export type RulesReply = { allowed: boolean };

parentPort?.on("message", ({ rules, rules_url, page, robot }: RulesJob) => {
  const allowed = robotsParser(rules_url, rules).isDisallowed(page, robot) !== true;
  parentPort?.postMessage({ allowed } satisfies RulesReply);
});
