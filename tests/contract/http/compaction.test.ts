import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { Thread } from "#lib/contracts/http";
import { onePerson } from "#lib/contracts/people";
import { asQuestion } from "#lib/contracts/question";
import { hashLines } from "#lib/platform/lines";
import { projectDir } from "#lib/platform/project";
import { boundTo } from "#lib/store/rows/owner";
import { insertAnswer } from "#lib/store/rows/thread-rows";
import { openDatabase } from "#lib/store/sqlite/open-database";
import { runStatements } from "#lib/store/sqlite/run-statements";
import { openaiChat } from "../../models/wire/openai-chat.ts";
import { scriptedServer } from "../../models/wire/wire-format.ts";
import { type Http, openHttp } from "./open-http.ts";

/**
 * Conversations of sixty turns, and a follow-up in each that needs the fifth. The model is a script: it sums up by copying the
 * first sentence of each turn, and looks for what a follow-up is about in what it is told, and nowhere else.
 */
const turns = 60;
const threads = 20;
const syllables = ["ba", "do", "fi", "gu", "ka", "lo", "mi", "nu", "pe", "ra", "so", "tu"];
const nameOf = (i: number) => {
  const parts = [syllables[i % 12], syllables[Math.floor(i / 12) % 12], "rn"].join("");
  return parts[0]?.toUpperCase() + parts.slice(1);
};
const names = Array.from({ length: turns }, (_, i) => nameOf(i));
const factOf = (name: string) => `The ${name} gate opens with the copper key of the ${name} ring.`;
const questionOf = (name: string) => `What opens the ${name} gate?`;
const followUp = "What opened the gate of the fifth question?";

type Script = Parameters<typeof scriptedServer>[1];
let server: Awaited<ReturnType<typeof scriptedServer>>;
let http: Http;
let sum: (told: string) => ReturnType<Script>;
/** Whose gate the model is to find in what it is told. */
let wanted = "";

const textOf = (body: unknown): string => JSON.stringify(body);
const messagesOf = (body: unknown) =>
  (body as { messages: { role: string; content: unknown }[] }).messages;
const lastOf = (body: unknown) => String(messagesOf(body).at(-1)?.content ?? "");

/** Six turns a line, by their names, with their ids and beside them one that was never given. */
function summedUp(told: string): string {
  const gates = [...told.matchAll(/^- (?:The )?([^{]*?)(?: gate opens[^{]*)? \{(C[^}]*)\}$/gm)];
  const lines: string[] = [];
  for (let at = 0; at < gates.length; at += 6) {
    const some = gates.slice(at, at + 6);
    const named = some
      .map(([, name]) => (name?.includes(" gate") ? name : `${name} gate`))
      .join(", ");
    const ids = some.map(([, , id]) => id).join(", ");
    lines.push(`- ${named} {${ids}, C99999}`);
  }
  return lines.join("\n");
}

const script: Script = ({ body }) => {
  const whole = textOf(body);
  if (whole.includes("You put the earlier part of a conversation")) return sum(lastOf(body));
  if (whole.includes("You prepare the search")) return { text: `Q1: ${followUp}` };
  const results = messagesOf(body).filter(({ role }) => role === "tool");
  const told = results.length > 0 ? String(results.at(-1)?.content) : "";
  const number = new RegExp(`\\[(\\d+)\\] [^\\n]*\\n[^<]*${wanted} gate opens`).exec(told)?.[1];
  if (number !== undefined) return { text: `${factOf(wanted).replace(/\.$/, "")} [${number}].` };
  if (results.length > 0 || !whole.includes(`${wanted} gate`)) return { text: "NO_ANSWER" };
  return { calls: [{ name: "agent_doc_retrieval", arguments: { query: questionOf(wanted) } }] };
};

beforeAll(async () => {
  sum = (told) => ({ text: summedUp(told) });
  server = await scriptedServer(openaiChat, (told) => script(told));
  http = await openHttp();
  for (const name of names) http.write(`notes/${name}.md`, `# ${name}\n\n${factOf(name)}\n`);
  await configure(32_768);
  const first = await ask(questionOf(names[0] ?? ""), { mode: "quote" });
  await http.restart(() => {
    const file = http.at("home/docent.db");
    const opened = openDatabase(file, `${projectDir()}/lib/store/migrations`, 1000);
    const { db, client } = opened;
    client.transaction(() => {
      for (let thread = 0; thread < threads; thread++)
        for (let turn = 0; turn < turns; turn++) {
          const answer = answerOf(first, thread, turn);
          runStatements(opened, () => insertAnswer(boundTo(db, onePerson), answer, first.asked_at));
        }
    })();
    client.close();
  });
  await http.ready();
});
afterAll(async () => {
  await http.close();
  await server.close();
});

async function configure(context_tokens: number): Promise<void> {
  const { base_url } = server;
  const config = {
    doc_access: { roots: [{ id: "notes", label: "Notes", path: http.at("notes") }] },
    answer: { mode: "quote" },
    model: { provider: "compatible", name: "test-model", base_url, context_tokens },
  };
  await http.restart(() => http.write("config.json", JSON.stringify(config)));
  await http.ready();
}

const threadOf = (thread: number) => `thread_${thread.toString(16).padStart(24, "0")}`;
/** Each conversation begins elsewhere in the list. */
const nameAt = (thread: number, turn: number) => names[(turn + thread * 3) % turns] ?? "";

function answerOf(first: Answer, thread: number, turn: number): Answer {
  const name = nameAt(thread, turn);
  const question = asQuestion(questionOf(name));
  const [citation] = first.citations;
  const [claim] = first.claims;
  if (citation === undefined || claim === undefined) throw new Error("The first answer is none.");
  const place = { line_start: 3, line_end: 3 };
  return {
    ...first,
    ...{ question, searched: [question], thread_id: threadOf(thread) },
    ...{ run_id: `run_${thread}_${turn}`, trace_id: `trace_${thread}_${turn}` },
    claims: [{ ...claim, text: factOf(name), citations: [1] }],
    citations: [
      {
        ...citation,
        ...{ id: 1, relative_path: `${name}.md`, locator: place, snippet: factOf(name) },
        sha256: hashLines([factOf(name)]),
      },
    ],
  };
}

async function ask(question: string, more: object = {}): Promise<Answer> {
  return Answer.parse(await (await http.send("POST", "/api/ask", { question, ...more })).json());
}
const goOn = (thread: number, more: object = {}) => {
  wanted = nameAt(thread, 4);
  return ask(followUp, { thread_id: threadOf(thread), mode: "model", ...more });
};
const sourcesOf = ({ citations }: Answer) => citations.map((one) => one.relative_path).join();

describe("a conversation of sixty turns with a model", () => {
  it("is summed up, with ids that exist, and a follow-up to its fifth turn finds the sources that it finds without a summary", async () => {
    const whole: Answer[] = [];
    for (let thread = 0; thread < threads; thread++)
      whole.push(await goOn(thread, { store: false }));
    expect(whole.map(({ compaction }) => compaction)).toEqual(whole.map(() => undefined));
    await configure(16_384);
    let same = 0;
    let found = 0;
    const tokens: [number, number][] = [];
    for (let thread = 0; thread < threads; thread++) {
      const answer = await goOn(thread);
      const { compaction } = answer;
      expect(compaction).toBeDefined();
      const runs = new Set(Array.from({ length: turns }, (_, turn) => `run_${thread}_${turn}`));
      const cited = compaction?.lines.flatMap(({ citations }) => citations) ?? [];
      for (const { run_id, number, relative_path } of cited) {
        expect(runs).toContain(run_id);
        expect(number).toBe(1);
        expect(relative_path).toBe(`${nameAt(thread, Number(run_id.split("_")[2]))}.md`);
      }
      for (const { text } of compaction?.lines ?? []) expect(text).not.toMatch(/C\d/);
      tokens.push([compaction?.tokens_before ?? 0, compaction?.tokens_after ?? 0]);
      if (sourcesOf(answer) === `${wanted}.md`) found += 1;
      const before = whole[thread];
      if (before !== undefined && sourcesOf(before) === sourcesOf(answer)) same += 1;
    }
    const mean = (at: 0 | 1) => Math.round(tokens.reduce((all, one) => all + one[at], 0) / threads);
    console.log(
      `same sources: ${same} of ${threads}, that of the turn: ${found}; tokens ${mean(0)} -> ${mean(1)}`,
    );
    expect(same).toBeGreaterThanOrEqual(19);
  });

  it("keeps its turns beside the summary, and uses it again without another call", async () => {
    const thread = Thread.parse(await (await http.get(`/api/threads/${threadOf(0)}`)).json());
    expect(thread.turns).toBe(turns + 1);
    expect(thread.messages.at(-1)?.compaction?.covers.length).toBeGreaterThan(30);
    server.requests.length = 0;
    const again = await goOn(0);
    expect(again.compaction).toBeUndefined();
    expect(textOf(server.requests)).not.toContain("You put the earlier part");
    expect(textOf(server.requests)).toContain("Before that, in short");
    expect(again.citations.map(({ relative_path }) => relative_path)).toEqual([`${wanted}.md`]);
  });

  it("is summed up anew when a turn that the summary stands for is no longer what it was", async () => {
    await http.restart(() => {
      const file = http.at("home/docent.db");
      const { client } = openDatabase(file, `${projectDir()}/lib/store/migrations`, 1000);
      client.prepare("UPDATE messages SET run_id = 'run_edited' WHERE run_id = 'run_1_10'").run();
      client.close();
    });
    await http.ready();
    const answer = await goOn(1);
    expect(answer.compaction?.covers).toContain("run_edited");
    expect(answer.citations.map(({ relative_path }) => relative_path)).toEqual([`${wanted}.md`]);
  });

  it.each<[string, () => ReturnType<Script>]>([
    [
      "names only ids that were never given",
      () => ({ text: "- The moon opens all gates. {C99999}" }),
    ],
    ["names none", () => ({ text: "We talked of gates." })],
    ["is cut off", () => ({ chunks: ["data: {"], end: "reset" })],
    ["fails", () => ({ status: 400, chunks: ['{"error":{"message":"no"}}'] })],
  ])("goes on without a summary where the model %s", async (_what, failing) => {
    sum = failing;
    await http.restart(() => {
      const file = http.at("home/docent.db");
      const { client } = openDatabase(file, `${projectDir()}/lib/store/migrations`, 1000);
      client
        .prepare(
          "DELETE FROM messages WHERE thread_id = ? AND run_id NOT LIKE 'run\\_2\\_%' ESCAPE '\\'",
        )
        .run(threadOf(2));
      client.close();
    });
    await http.ready();
    wanted = nameAt(2, 59);
    const answer = await ask(followUp, { thread_id: threadOf(2), mode: "model" });
    expect(answer.compaction).toBeUndefined();
    expect(answer.status).toBe("answered");
    sum = (told) => ({ text: summedUp(told) });
  });
});
