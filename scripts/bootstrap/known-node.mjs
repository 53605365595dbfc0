import { sentences } from "./sentences.mjs";

const oldest = 20;

/**
 * Whether this Node is new enough to read the rest of the scripts; where it is not, that is said, and the process ends in
 * failure. This file, the sentences and the scripts that ask are written for any Node that knows modules, in the words of 2019.
 */
export function isNodeKnown() {
  if (Number(process.versions.node.split(".")[0]) >= oldest) return true;
  process.stderr.write(`${sentences.nodeTooOld(process.versions.node)}\n`);
  process.exitCode = 1;
  return false;
}
