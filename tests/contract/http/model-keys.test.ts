import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { ModelReport, ModelTest } from "#lib/contracts/http";
import { formats } from "../../models/wire/formats.ts";
import { scriptedServer, type WireFormat } from "../../models/wire/wire-format.ts";
import { findRoutes, type Http, openHttp } from "./open-http.ts";

/** A key of each provider, in the environment as a person sets it, and a server that repeats whatever key it is shown. */
const keys = {
  ANTHROPIC_API_KEY: "canary-ant-5b0f27c19e8d4a63-one",
  OPENAI_API_KEY: "canary-oai-91d3e07f2c6b8a54-two",
  GOOGLE_GENERATIVE_AI_API_KEY: "canary-ggl-c47a1e9b05f3d286-three",
  DOCENT_MODEL_API_KEY: "canary-own-e2f86b3d7a0c4195-four",
};
const servers: Awaited<ReturnType<typeof scriptedServer>>[] = [];
let http: Http;

beforeAll(async () => {
  http = await openHttp({ env: keys });
  http.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await http.close();
});

/** Which keys stand in a text, or at least nine letters of one. */
function keysIn(text: string): string[] {
  return Object.entries(keys)
    .filter(([, key]) =>
      Array.from({ length: key.length - 8 }, (_, at) => key.slice(at, at + 9)).some(
        (piece) =>
          !"canary-ant-canary-oai-canary-ggl-canary-own-".includes(piece) && text.includes(piece),
      ),
    )
    .map(([variable]) => variable);
}

async function useModel(format: WireFormat): Promise<void> {
  const server = await scriptedServer(format, ({ request }) => {
    const shown = request.headers.authorization ?? JSON.stringify(request.headers);
    return { status: 400, chunks: [format.refusal(`I know you: ${shown}`, "bad")] };
  });
  servers.push(server);
  const { config, etag } = await (await http.get("/api/config")).json();
  const model = {
    ...config.model,
    provider: format.provider,
    name: "m",
    base_url: server.base_url,
  };
  const answer = { ...config.answer, mode: "model" };
  const saved = await http.send(
    "PUT",
    "/api/config",
    { ...config, model, answer },
    {
      "if-match": etag,
    },
  );
  expect(saved.status).toBe(200);
}

describe("the keys of model providers", () => {
  it.each(formats)(
    "reach $provider, and nobody reads of them: no answer, error, view or record",
    async (format) => {
      await useModel(format);
      const shown: string[] = [];
      const show = async (response: Response) => {
        const text = await response.text();
        shown.push(JSON.stringify([...response.headers]), text);
        return text;
      };
      const report = ModelReport.parse(JSON.parse(await show(await http.get("/api/models"))));
      expect(report).toMatchObject({ state: "ready", provider: format.provider });
      expect(report.providers.every(({ key_set }) => key_set)).toBe(true);

      const tested = ModelTest.parse(
        JSON.parse(await show(await http.send("POST", "/api/models/test", {}))),
      );
      expect(tested).toMatchObject({ ok: false, kind: "rejected" });
      expect(tested.message).toContain("I know you");
      const asked = await http.send("POST", "/api/ask", {
        question: "How often is the key rotated?",
      });
      const { trace_id, thread_id, run_id } = Answer.parse(JSON.parse(await show(asked)));
      const [server] = servers.slice(-1);
      expect(keysIn(JSON.stringify(server?.requests.map(({ headers }) => headers)))).toHaveLength(
        1,
      );
      expect(
        keysIn(JSON.stringify(server?.requests.map(({ body, path }) => [body, path]))),
      ).toEqual([]);

      await show(await http.get(`/api/traces/${trace_id}`));
      await show(await http.get(`/api/threads/${thread_id}`));
      await show(await http.get(`/api/threads/${thread_id}/export?format=json`));
      await show(await http.get(`/api/threads/${thread_id}/markdown?run_id=${run_id}`));
      const plain = (await findRoutes()).filter((route) => !route.includes("["));
      for (const route of plain) await show(await http.get(route));
      expect(shown.length).toBeGreaterThan(40);
      expect(keysIn(shown.join("\n"))).toEqual([]);
    },
  );

  it("are in no file of the state folder, and with no child process", async () => {
    const files = fs
      .readdirSync(http.at("home"), { recursive: true, encoding: "utf8" })
      .map((name) => http.at("home", name))
      .filter((file) => fs.statSync(file).isFile());
    expect(files.length).toBeGreaterThan(2);
    for (const file of [...files, http.at("config.json")]) {
      expect([path.basename(file), keysIn(fs.readFileSync(file, "latin1"))]).toEqual([
        path.basename(file),
        [],
      ]);
    }
    const pids = (await http.assembly.servers("en")).flatMap(({ pid }) => pid ?? []);
    expect(pids).not.toEqual([]);
    if (!fs.existsSync("/proc/self/environ")) return;
    for (const pid of pids) {
      const told = ["environ", "cmdline"].map((name) =>
        fs.readFileSync(`/proc/${pid}/${name}`, "latin1"),
      );
      expect(keysIn(told.join("\n"))).toEqual([]);
    }
  });

  it("stay out when the start is refused because of one", async () => {
    const odd = "two words are no key 7c1f";
    await expect(openHttp({ env: { OPENAI_API_KEY: odd } })).rejects.toThrow(
      /^OPENAI_API_KEY is not fit to be a key(?!.*7c1f)/,
    );
  });
});
