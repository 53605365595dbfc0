import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { detectLang } from "#lib/language/words";
import { wordTable } from "#lib/meaning/word-table";
import { rank } from "../lib/search/engines/rank.ts";
import { readFolder } from "./question-replay.ts";

const [root = "", out = ""] = process.argv.slice(2);
const { table } = wordTable();
const all: any[] = [];
const byProject = new Map<string, any[]>();
for (const name of readdirSync(root).filter((n) => n.endsWith(".jsonl")))
  for (const line of readFileSync(path.join(root, name), "utf8").split("\n")) {
    if (!line) continue;
    const q = JSON.parse(line);
    if (!q.answerable) continue;
    byProject.set(q.project, [...(byProject.get(q.project) ?? []), q]);
  }
for (const [project, qs] of byProject) {
  const folder = await readFolder(path.join(root, "docs", project), table!);
  for (const q of qs) {
    const { hits } = rank(folder.index, { text: q.question, limit: 150, lang: detectLang(q.question) });
    const rows = hits.map((hit) => {
      const at = folder.placeOf(hit);
      const p = `${project}/${at.path}`;
      let label = 0;
      for (const g of q.gold ?? [])
        if (g.path === p && (g.line_start ?? 1) <= at.line_end && (g.line_end ?? 1e9) >= at.line_start)
          label = Math.max(label, g.grade ?? 2);
      return { label, page: (q.gold ?? []).some((g: any) => g.path === p), path: p, line: at.line_start, score: hit.score, s: Object.fromEntries(hit.breakdown.map((b) => [b.signal, b.value])) };
    });
    all.push({ id: q.id, project, lang: q.lang, kind: q.kind, question: q.question, rows });
  }
  console.error(project, qs.length);
}
writeFileSync(out, JSON.stringify(all));
