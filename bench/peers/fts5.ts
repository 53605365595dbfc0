import Database from "better-sqlite3";
import { tokenize } from "#lib/language/words";
import { fieldWeights, type PeerDocument } from "./passages.ts";
import type { Peer } from "./peer.ts";

/**
 * SQLite's full-text search as one would set it up for documentation: `porter` for English, Chinese as bigrams written
 * apart, bm25 with our field weights, the index optimised after it is filled.
 */
export const fts5Settings =
  "porter unicode61, Chinese as bigrams, bm25 with our field weights, OR without stop words, optimised, memory-mapped";

const columns = ["title", "heading", "path", "body", "code"] as const;
const weights = columns.map((column) => fieldWeights[column].boost).join(", ");

export function fillFts5(file: string, documents: Iterable<PeerDocument>): number {
  const database = new Database(file);
  try {
    database.pragma("journal_mode = off");
    database.pragma("synchronous = off");
    database.exec(
      `create virtual table passages using fts5(${columns.join(", ")}, relative_path unindexed,
         line_start unindexed, line_end unindexed, tokenize = 'porter unicode61')`,
    );
    const insert = database.prepare("insert into passages values (?, ?, ?, ?, ?, ?, ?, ?)");
    let count = 0;
    database.exec("begin");
    for (const { passages } of documents) {
      for (const passage of passages) {
        const { relative_path, line_start, line_end } = passage;
        const texts = columns.map((column) => withPairs(passage[column]));
        insert.run(...texts, relative_path, line_start, line_end);
        count += 1;
      }
    }
    database.exec("commit");
    database.exec("insert into passages(passages) values ('optimize')");
    database
      .prepare("insert into passages(passages, rank) values ('rank', ?)")
      .run(`bm25(${weights})`);
    return count;
  } finally {
    database.close();
  }
}

export function openFts5(file: string): Peer {
  const database = new Database(file, { readonly: true });
  database.pragma("mmap_size = 2147483648");
  database.pragma("cache_size = -65536");
  const select = database.prepare<
    [string, number],
    { relative_path: string; line_start: number; line_end: number; rank: number }
  >(
    `select relative_path, line_start, line_end, rank from passages
       where passages match ? order by rank limit ?`,
  );
  return {
    settings: fts5Settings,
    search(question, limit) {
      const match = matchOf(question);
      if (match === "") return [];
      return select.all(match, limit).map(({ relative_path, line_start, line_end, rank }) => ({
        relative_path,
        score: -rank,
        lines: { start: line_start, end: line_end },
      }));
    },
    close: () => database.close(),
  };
}

/** The question's words without stop words, each once, any of them. */
function matchOf(question: string): string {
  const words = new Set<string>();
  for (const token of tokenize(question)) {
    if (token.stop || token.kind === "part" || token.kind === "han_single") continue;
    words.add(question.slice(token.start, token.end).toLowerCase());
  }
  return [...words].map((word) => `"${word.replaceAll('"', '""')}"`).join(" OR ");
}

/** Runs of Han characters as overlapping pairs: 数据库 becomes 数据 据库. */
function withPairs(text: string): string {
  return text.replace(/\p{Script=Han}+/gu, (run) => {
    const characters = [...run];
    if (characters.length === 1) return ` ${run} `;
    const pairs = characters.slice(1).map((second, i) => `${characters[i]}${second}`);
    return ` ${pairs.join(" ")} `;
  });
}
