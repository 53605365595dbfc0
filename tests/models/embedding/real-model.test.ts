import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { EmbeddingConfig } from "#lib/contracts/config";
import { systemClock } from "#lib/platform/clock";
import { loadSqliteVec } from "#lib/platform/sqlite-vectors";
import { createConfiguredEmbedding } from "../../../lib/models/embedding.ts";
import { openVectorFile } from "../../../lib/search/vectors/vector-file.ts";
import { unhurried } from "../configured-for.ts";

/**
 * A multilingual model such as multilingual-e5-small: behind OpenAI's Embeddings, at the address in DOCENT_TEST_EMBEDDING_URL
 * (`http://127.0.0.1:8000/v1`), and in the folder in DOCENT_TEST_ENCODER, which `training/meaning/encoder_folder.py` makes.
 * Without these the tests are skipped: no model comes with the program.
 */
const { DOCENT_TEST_EMBEDDING_URL: base_url, DOCENT_TEST_ENCODER: folder } = process.env;
/** Short texts are compared as like with like, for which these models want this in front of both. */
const prefixes = { query_prefix: "query: ", passage_prefix: "query: " };

const passages = [
  "Uploads > Limits\n\nA picture may not exceed 20 MB.",
  "Session\n\nEnd the session to leave the account on this device.",
  "Migration\n\nThe program terminates with an error when the database is locked.",
  "Billing\n\nInvoices are sent on the first day of each month.",
];
const questions = [
  ["Is my photo too big?", 0],
  ["How do I sign out?", 1],
  ["怎么退出登录？", 1],
  ["程序崩溃了，说数据库被占用", 2],
  ["When does it charge me?", 3],
] as const;

describe("a real multilingual model", () => {
  it.for([
    [
      "behind an address",
      base_url,
      { provider: "compatible", name: "multilingual-e5-small", base_url },
    ],
    ["in a folder", folder, { provider: "onnx", name: folder, ...prefixes }],
  ] as const)(
    "%s finds what is meant in other words and in the other language",
    async ([, there, config], { skip }) => {
      skip(there === undefined, "no such model is named in the environment");
      const model = createConfiguredEmbedding({
        config: EmbeddingConfig.parse(config),
        keys: {},
        patience: { pause: unhurried, random: () => 0, clock: systemClock },
      });
      if (model.kind !== "ready") throw model.error;
      const { signal } = new AbortController();
      const home = mkdtempSync(path.join(os.tmpdir(), "docent-real-"));
      const file = openVectorFile(home, loadSqliteVec);
      const embedded = await model.embed(passages, { of: "passage", signal, total_ms: 60_000 });
      const hashOf = (i: number) => String(i).padStart(32, "0");
      file.put(
        model.identity,
        embedded.vectors.map((vector, i) => ({ hash: hashOf(i), vector })),
      );
      for (const [question, wanted] of questions) {
        const { vectors } = await model.embed([question], {
          of: "query",
          signal,
          total_ms: 60_000,
        });
        const [nearest] = file.nearest(model.identity, vectors[0] ?? [], 1);
        expect([question, nearest?.hash]).toEqual([question, hashOf(wanted)]);
      }
      file.close();
      rmSync(home, { recursive: true });
    },
  );
});
