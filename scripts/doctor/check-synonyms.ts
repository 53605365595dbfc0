import type { Access } from "#lib/access/access";
import { decode } from "#lib/platform/decode";
import { splitLines } from "#lib/platform/lines";
import { readSynonymLines, synonymsFile } from "#lib/search/synonym-lines";
import { sentences } from "../bootstrap/sentences.mjs";
import type { Finding } from "./finding.ts";

/** The synonyms of each folder that has some: how many groups count, and which lines are none. */
export async function checkSynonyms(access: Access): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const root of access.roots) {
    if (root.state !== "ok" || root.paused) continue;
    const verdict = await access.judge(synonymsFile, root.id);
    if (verdict.kind === "refused") continue;
    const opened = await access.open(verdict).catch(() => undefined);
    const decoded = opened === undefined ? undefined : decode(opened.bytes);
    if (decoded?.kind !== "text") continue;
    const { groups, refused } = readSynonymLines(splitLines(decoded.text));
    if (groups.length === 0) continue;
    const what = sentences.doctorSynonyms(root.id);
    const wrong = refused.slice(0, 20).join(", ");
    findings.push(
      refused.length === 0
        ? { what, said: sentences.doctorGroups(groups.length), mark: "ok" }
        : { what, said: sentences.doctorNoGroups(groups.length, wrong), mark: "note" },
    );
  }
  return findings;
}
