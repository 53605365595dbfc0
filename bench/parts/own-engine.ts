import { readFileSync } from "node:fs";
import path from "node:path";
import { detectLang } from "#lib/language/words";
import { wordTable } from "#lib/meaning/word-table";
import { engines } from "../../lib/search/engines/list.ts";
import { readFile } from "../../lib/search/reading/read-file.ts";
import { documentsIn } from "../corpus/folder-corpus.ts";
import { isTableOff } from "../word-table.ts";
import { type Questions, type Spread, timeEach } from "./spread.ts";

/** Our ranker alone, in this process: the ranked list with its breakdown, without reading the files for their text. */
export async function ownEngine(given: {
  dir: string;
  questions: Questions;
}): Promise<{ query: Spread; passages: number }> {
  const engine = engines.explainable(isTableOff() ? undefined : wordTable().table);
  let batch: Parameters<typeof engine.update>[0][number][] = [];
  for (const name of documentsIn(given.dir)) {
    const file = {
      bytes: readFileSync(path.join(given.dir, name)),
      mtime_ms: 0,
      relative_path: name,
      words: true,
      front_matter: true,
    };
    const { words } = readFile(file, () => undefined);
    if (words !== undefined) batch.push({ key: name, order: name, words });
    if (batch.length < 200) continue;
    await engine.update(batch);
    batch = [];
  }
  await engine.update(batch);
  while (await engine.kept?.tidy()); // as the server does when nothing has changed for some seconds
  const never = new AbortController().signal;
  const query = await timeEach(given.questions, (text) =>
    engine.search({ text, limit: 20, lang: detectLang(text) }, never),
  );
  return { query, passages: engine.stats().passages };
}
