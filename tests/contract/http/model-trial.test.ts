import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConfigDocument, EmbeddingTest, ModelTest } from "#lib/contracts/http";
import { embeddingServer } from "../../models/embedding/embedding-server.ts";
import { openaiChat } from "../../models/wire/openai-chat.ts";
import { scriptedServer } from "../../models/wire/wire-format.ts";
import { type Http, openHttp } from "./open-http.ts";

/** A model is tried before anybody saves it: the key goes to an address that stands in no setting. */
const key = "canary-own-5c1d9b73e2a8f046-key";
const ownPage = { "sec-fetch-site": "same-origin" };
let http: Http;
let chat: Awaited<ReturnType<typeof scriptedServer>>;
let vectors: Awaited<ReturnType<typeof embeddingServer>>;

beforeAll(async () => {
  http = await openHttp({ env: { DOCENT_MODEL_API_KEY: key, DOCENT_EMBEDDING_API_KEY: key } });
  chat = await scriptedServer(openaiChat, () => ({
    calls: [{ name: "say_ready", arguments: {} }],
  }));
  vectors = await embeddingServer();
});
afterAll(async () => {
  await chat.close();
  await vectors.close();
  await http.close();
});

const model = (more: object = {}) => ({
  provider: "compatible",
  name: "tried",
  base_url: chat.base_url,
  ...more,
});
const embedding = (more: object = {}) => ({
  provider: "compatible",
  name: "tried",
  base_url: vectors.base_url,
  ...more,
});

describe("a model that is tried before it is saved", () => {
  it("is tried for the page of this server alone", async () => {
    for (const [route, body] of [
      ["/api/models/test", { model: model() }],
      ["/api/embedding/test", { embedding: embedding() }],
    ] as const) {
      const refused = await http.send("POST", route, body);
      expect([route, refused.status]).toEqual([route, 403]);
    }
    expect([...chat.requests, ...vectors.requests]).toEqual([]);
  });

  it("answers, is in the record, and is not saved", async () => {
    const tried = await http.send("POST", "/api/models/test", { model: model() }, ownPage);
    const tested = ModelTest.parse(await tried.json());
    expect(tested).toMatchObject({ ok: true });
    expect(tested.message).toContain("tried at 127.0.0.1");
    const other = await http.send(
      "POST",
      "/api/embedding/test",
      { embedding: embedding() },
      ownPage,
    );
    expect(EmbeddingTest.parse(await other.json())).toMatchObject({
      ok: true,
      dimensions: 16,
      models: ["chat", "embed-1"],
    });
    const { config } = ConfigDocument.parse(await (await http.get("/api/config")).json());
    expect([config.model.provider, config.retrieval.embedding.provider]).toEqual([null, null]);
    const audit = await (await http.get("/api/audit")).text();
    expect(audit).toContain("http.models.test");
    expect(audit).toContain("http.embedding.test");
    expect(audit).not.toContain(key);
  });

  it("is asked for its list alone where it has no name", async () => {
    const before = vectors.asked.length;
    const body = { embedding: embedding({ name: null }) };
    const listed = await http.send("POST", "/api/embedding/test", body, ownPage);
    const tested = EmbeddingTest.parse(await listed.json());
    expect(tested).toMatchObject({ ok: true, models: ["chat", "embed-1"] });
    expect(tested.message).toContain("lists 2 models");
    expect(vectors.asked).toHaveLength(before);
  });

  it("is refused with a sentence where its address could not be saved either", async () => {
    const body = { model: model({ base_url: "http://name:word@127.0.0.1/v1" }) };
    const refused = await http.send("POST", "/api/models/test", body, ownPage);
    expect(refused.status).toBe(400);
    expect((await refused.json()).error.message).toContain("may not contain a user name");
  });
});
