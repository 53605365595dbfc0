import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFlow } from "./flow-setup.ts";

const files = {
  "server.md":
    "# Server\n\n## Port\n\nThe server listens on port 4310 by default.\n\n## Memory\n\nEach worker may use up to 512 megabytes of memory.\n",
  "accounts.md":
    "# Accounts\n\n## Deleting an account\n\nAn administrator deletes an account on the Users page.\n",
  "backup.md": [
    "# Backup\n\n## SQLite\n\n对于 SQLite 数据库，在备份前停掉 Seafile 服务器。\n\n",
    ..."user group share file log"
      .split(" ")
      .map(
        (name) =>
          `    sqlite3 /data/haiwen/${name}/${name}.db .dump > /backup/databases/${name}.db.bak\n`,
      ),
  ].join(""),
  "garden.md": "# Garden\n\nRoses need water twice a week. The gate closes at nine.\n",
};

describe("a question in another language than the pages", () => {
  let flow: Awaited<ReturnType<typeof startFlow>>;
  beforeAll(async () => {
    flow = await startFlow({ files });
  });
  afterAll(() => flow.close());

  test("is answered in the pages' own words, and one line says so", async () => {
    const { answer } = await flow.ask("服务器默认监听哪个端口？");
    expect(answer.claims.map(({ text }) => text)).toContain(
      "The server listens on port 4310 by default.",
    );
    expect(answer.claims.every(({ support }) => support === "verbatim")).toBe(true);
    expect(answer.notices.map(({ code }) => code)).toEqual(["language_mismatch"]);
    expect(answer.notices[0]?.message).toBe("能回答的页面是英文的，下面按原文引用。");
    const [port] = answer.citations;
    expect(port?.breakdown.map(({ signal }) => signal)).toContain("similar_words");
  });

  test("is told of by the words of the page, and not by those of code on it", async () => {
    const { answer } = await flow.ask("怎样备份 SQLite 数据库？");
    expect(answer.claims.map(({ text }) => text).join()).toContain("停掉 Seafile");
    expect(answer.notices).toEqual([]);
  });

  test("names the pairs of words by which the page was found", async () => {
    const { answer } = await flow.ask("怎么删除账户？");
    const cited = answer.citations.find(({ relative_path }) => relative_path === "accounts.md");
    const pairs = cited?.breakdown.find(({ signal }) => signal === "similar_words")?.params.pairs;
    expect(JSON.stringify(pairs)).toMatch(/删除 ≈ delet/i);
  });

  test("says nothing of languages where question and pages have the same", async () => {
    const { answer } = await flow.ask("Which port does the server listen on?");
    expect(answer.status).toBe("answered");
    expect(answer.notices).toEqual([]);
  });
});

test("with the table of word meanings off, nothing is found across languages", async () => {
  const flow = await startFlow({ files, config: { retrieval: { meaning: false } } });
  try {
    const { answer } = await flow.ask("服务器默认监听哪个端口？");
    expect(answer.status).toBe("no_evidence");
  } finally {
    await flow.close();
  }
});
