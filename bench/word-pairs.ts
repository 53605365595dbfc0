import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { detectLang } from "#lib/language/words";
import { wordTable } from "#lib/meaning/word-table";
import { rank } from "../lib/search/engines/rank.ts";
import { readFolder } from "./question-replay.ts";

/**
 * `node bench/word-pairs.ts --sets DIR --each N`: of N questions a file of the sets, evenly over it, the pairs of words by which
 * the first three passages were ranked, for somebody to read and judge.
 */
const { sets, each } = parseArgs({
  options: { sets: { type: "string" }, each: { type: "string", default: "10" } },
}).values;
if (sets === undefined) throw new Error("usage: node bench/word-pairs.ts --sets DIR [--each N]");
const files = [
  "en-docs/queries-typed",
  "en-docs/queries-crosslingual",
  "zh-docs/queries-typed",
  "en-docs/queries-handmade",
];
const { table } = wordTable();
const folders = new Map<string, Awaited<ReturnType<typeof readFolder>>>();
for (const file of files) {
  const set = file.split("/")[0] ?? "";
  const folder = folders.get(set) ?? (await readFolder(path.join(sets, set, "docs"), table));
  folders.set(set, folder);
  const questions = readFileSync(path.join(sets, `${file}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { question: string }).question);
  const step = Math.max(1, Math.floor(questions.length / Number(each)));
  for (const text of questions.filter((_, i) => i % step === 0).slice(0, Number(each))) {
    const { hits } = rank(folder.index, { text, limit: 3, lang: detectLang(text) });
    console.log(`\n${text}`);
    for (const hit of hits) {
      const pairs = (hit.similar ?? [])
        .toSorted((a, b) => b.alike * b.share - a.alike * a.share)
        .map(({ written, term, alike }) => `${written} ≈ ${term} (${alike.toFixed(2)})`);
      console.log(`  ${hit.key}: ${pairs.join(", ") || "no pair"}`);
    }
  }
}
