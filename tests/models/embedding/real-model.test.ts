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
 * A multilingual model behind OpenAI's Embeddings, such as multilingual-e5-small: its address is in
 * DOCENT_TEST_EMBEDDING_URL (`http://127.0.0.1:8000/v1`). Without it these tests are skipped: no model comes with the program.
 */
const base_url = process.env.DOCENT_TEST_EMBEDDING_URL;

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
  it("finds what is meant in other words and in the other language", async ({ skip }) => {
    skip(base_url === undefined, "DOCENT_TEST_EMBEDDING_URL names no embedding server");
    const model = createConfiguredEmbedding({
      config: EmbeddingConfig.parse({
        provider: "compatible",
        name: "multilingual-e5-small",
        base_url,
      }),
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
      const { vectors } = await model.embed([question], { of: "query", signal, total_ms: 60_000 });
      const [nearest] = file.nearest(model.identity, vectors[0] ?? [], 1);
      expect([question, nearest?.hash]).toEqual([question, hashOf(wanted)]);
    }
    file.close();
    rmSync(home, { recursive: true });
  });
});
