import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "#lib/contracts/answer";
import type { Preview, Thread } from "#lib/contracts/http";
import { maskMark } from "#lib/contracts/mask-mark";
import { lookalikes, planted, runbook } from "../../../fixtures/secrets/planted.ts";
import { type Http, openHttp } from "./open-http.ts";
import { partsOf } from "./read-stream.ts";

/** Every file of the state folder but the index, which is a copy of the documents' words and says nothing else. */
function* stateFiles(dir: string): Generator<string> {
  for (const name of readdirSync(dir)) {
    const file = path.join(dir, name);
    if (!statSync(file).isDirectory()) yield file;
    else if (name !== "index") yield* stateFiles(file);
  }
}

/** What would betray a secret, in small letters: the whole of it, and of a long one its parts. */
function traces(secret: string): string[] {
  const parts = secret.split(/[^A-Za-z0-9!]+/).filter((part) => part.length >= 9);
  return [secret, ...parts].map((part) => part.toLowerCase());
}

function foundIn(text: string): string[] {
  const small = text.toLowerCase();
  return planted
    .filter(({ secret }) => traces(secret).some((trace) => small.includes(trace)))
    .map(({ kind }) => kind);
}

function foundInState(home: string): string[] {
  return [...stateFiles(home)].flatMap((file) => {
    const kinds = foundIn(readFileSync(file, "utf8"));
    return kinds.map((kind) => `${path.relative(home, file)}: ${kind}`);
  });
}

const questionOf = ({ kind, title }: (typeof planted)[number]) =>
  kind === "chinese" ? `${title}的密码是什么？` : `What about the ${title.toLowerCase()}?`;

let http: Http;
const answers = new Map<string, Answer>();
beforeAll(async () => {
  http = await openHttp();
  http.write("notes/runbook.md", `${runbook}\n`);
  const list = lookalikes.map((line) => `- ${line}`).join("\n");
  http.write("notes/plain.md", `# Plain matters\n\n${list}\n`);
  for (const one of planted) {
    const key = `ask-${one.kind.replaceAll(" ", "-")}`;
    answers.set(one.kind, await ask(questionOf(one), { "idempotency-key": key }));
  }
});
afterAll(() => http.close());

async function ask(question: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await http.send("POST", "/api/ask", { question }, headers);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

async function read<T>(url: string): Promise<T> {
  return (await (await http.get(url)).json()) as T;
}

describe("secrets in documents and questions", () => {
  it.each(planted)("answers with the file's own words, and says that they hold a $kind", (one) => {
    const { claims, citations } = answers.get(one.kind) ?? { claims: [], citations: [] };
    const [first = ""] = one.secret.split("\n");
    const shown = claims.filter((claim) => claim.text.includes(first));
    expect(shown).not.toEqual([]);
    expect(shown.every((claim) => claim.contains_secret)).toBe(true);
    const cited = citations.filter(({ id }) => shown.some((claim) => claim.citations.includes(id)));
    expect(cited.every((citation) => citation.contains_secret)).toBe(true);
  });

  it("writes none of them down: not in a question, a stream, a title, a judgement, a typed path", async () => {
    const [github] = planted;
    const question = `Who uses ${github?.secret}? The door password is Zug7Halle9.`;
    const body = JSON.stringify({ question });
    const headers = { "content-type": "application/json" };
    const told = await partsOf(await http.call("POST", "/api/chat", { body, headers }));
    expect(JSON.stringify(told)).toContain(github?.secret);
    const { thread_id, run_id } = answers.get("github") ?? { thread_id: "", run_id: "" };
    const why = `It should be ${github?.secret}.`;
    const judged = { run_id, verdict: "wrong", why };
    expect((await http.send("POST", `/api/threads/${thread_id}/feedback`, judged)).status).toBe(
      200,
    );
    const title = `About ${github?.secret}`;
    expect((await http.send("PATCH", `/api/threads/${thread_id}`, { title })).status).toBe(200);
    await http.send("POST", "/api/access/check", { path: `/srv/${github?.secret}/notes.md` });

    let found: string[] | undefined;
    await http.restart(() => {
      found = foundInState(http.at("home"));
    });
    expect(found).toEqual([]);
    expect((await read<Thread>(`/api/threads/${thread_id}`)).title).toBe(`About ${maskMark}`);
  });

  it.each(planted)(
    "cites the lines of a $kind so that they are verified after a restart",
    async (one) => {
      const { thread_id } = answers.get(one.kind) ?? { thread_id: "" };
      const [stored] = (await read<Thread>(`/api/threads/${thread_id}`)).messages;
      expect(stored?.citations.length).toBeGreaterThan(0);
      expect(JSON.stringify(stored)).toContain(maskMark);
      expect(foundIn(JSON.stringify(stored))).toEqual([]);
      for (const { root_id, relative_path, locator, sha256 } of stored?.citations ?? []) {
        const { line_start, line_end } = locator;
        const query = new URLSearchParams({ path: relative_path, root: root_id, sha256 });
        query.set("line_start", String(line_start));
        query.set("line_end", String(line_end));
        const preview = await read<Preview>(`/api/sources/preview?${query}`);
        expect(preview.state).toBe("verified");
      }
    },
  );

  it("leaves them out of what is taken along, which still holds", async () => {
    for (const { thread_id, run_id } of answers.values()) {
      const md = await (await http.get(`/api/threads/${thread_id}/export?format=md`)).text();
      const json = await (await http.get(`/api/threads/${thread_id}/export?format=json`)).text();
      const copied = await (
        await http.get(`/api/threads/${thread_id}/markdown?run_id=${run_id}`)
      ).text();
      expect(foundIn(md + json + copied)).toEqual([]);
      expect(md).toContain("left out");
      for (const file of [md, json]) {
        const reader = {
          trace_id: "trace_export",
          lang: "en",
          signal: new AbortController().signal,
        } as const;
        const { holds, turns } = await http.assembly.verifyExport(file, reader);
        expect(turns.flatMap(({ claims }) => claims.filter((claim) => "reason" in claim))).toEqual(
          [],
        );
        expect(holds).toBe(true);
      }
    }
  });

  it("gives the second call with a key the masked copy of the same answer", async () => {
    const [one] = planted;
    if (one === undefined) throw new Error("nothing is planted");
    const again = await ask(questionOf(one), { "idempotency-key": "ask-github" });
    expect(again.run_id).toBe(answers.get("github")?.run_id);
    expect(foundIn(JSON.stringify(again))).toEqual([]);
  });

  it("masks nothing that only looks like one", async () => {
    const answer = await ask("Which plain matters are there about tokens, passwords and hashes?");
    const [stored] = (await read<Thread>(`/api/threads/${answer.thread_id}`)).messages;
    const plain = ({ citations, also_read }: Answer) =>
      [...citations, ...also_read].filter((one) => one.relative_path === "plain.md");
    expect(plain(answer)).not.toEqual([]);
    expect(plain(answer).filter((citation) => citation.contains_secret)).toEqual([]);
    expect(stored && plain(stored)).toEqual(plain(answer));
    expect(stored?.claims).toEqual(answer.claims);
  });
});
