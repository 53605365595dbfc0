import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { ConfigDocument, EmbeddingReport } from "#lib/contracts/http";
import { EpisodeList } from "#lib/contracts/memory";
import { projectDir } from "#lib/platform/project";
import { type Http, openHttp } from "./open-http.ts";

/**
 * The whole program with a real embedding model behind OpenAI's Embeddings, at the address in DOCENT_TEST_EMBEDDING_URL
 * (`http://127.0.0.1:8000/v1`): questions that are kept get a vector by the job, are found again by it, and are offered.
 * Without the address it is skipped: no model comes with the program.
 */
const base_url = process.env.DOCENT_TEST_EMBEDDING_URL;
type Pair = { a: string; b: string; like: boolean };

async function ask(http: Http, question: string): Promise<Answer> {
  return Answer.parse(await (await http.send("POST", "/api/ask", { question })).json());
}
async function found(http: Http, q: string): Promise<string[]> {
  const listed = await http.get(`/api/memory/episodes?${new URLSearchParams({ q, limit: "3" })}`);
  return EpisodeList.parse(await listed.json()).episodes.map(({ question }) => question);
}

it.skipIf(base_url === undefined)(
  "a real embedding model finds like questions of before through the whole program",
  { timeout: 600_000 },
  async () => {
    const http = await openHttp();
    http.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
    await http.ready();
    http.assembly.work();
    const pairs = readFileSync(path.join(projectDir(), "training/memory/pairs.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Pair) // a file of our own
      .filter(({ like }) => like);
    const questions = [...new Set(pairs.map(({ a }) => a))];
    const before = await ask(http, "How often is the signing key rotated?");
    for (const question of questions) await ask(http, question);

    const countFound = async () => {
      let count = 0;
      for (const { a, b } of pairs) count += Number((await found(http, b)).includes(a));
      return count;
    };
    const byWords = await countFound();

    const read = ConfigDocument.parse(await (await http.get("/api/config")).json());
    const embedding = { provider: "compatible", name: "query", base_url };
    const config = { ...read.config, retrieval: { ...read.config.retrieval, embedding } };
    await http.send("PUT", "/api/config", config, { "if-match": read.etag });
    const report = async () =>
      EmbeddingReport.parse(await (await http.get("/api/embedding")).json());
    const { provider, address, roots } = await report();
    const agreed = { action: "start", provider, address, roots: roots.map((root) => root.digest) };
    expect((await http.send("POST", "/api/embedding", agreed)).status).toBe(200);
    const kept = questions.length + 1;
    await vi.waitFor(
      async () => {
        await http.send("POST", "/api/embedding", { action: "resume" }); // it looks now instead of soon
        const { sent } = await report();
        expect(sent.characters).toBeGreaterThan(questions.join("").length);
      },
      { timeout: 300_000, interval: 500 },
    );
    const byModel = await countFound();
    console.log(`of ${pairs.length} like questions among ${kept} in the first three:`);
    console.log(`by words and the table ${byWords}, with the model ${byModel}`);
    expect(byModel).toBeGreaterThan(byWords);

    expect((await found(http, "签名密钥多久换一次"))[0]).toBe(before.question);
    const again = await ask(http, "After how many days is the signing key rotated?");
    expect(again.earlier).toMatchObject({ run_id: before.run_id, sources: "unchanged" });
    expect((await ask(http, "Who holds the signing key?")).earlier).toBeUndefined();
    await http.close();
  },
);
