import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { asQuestion } from "#lib/contracts/question";
import { askedFor, assemblyOver, servePlayed } from "./parts/played-server.ts";
import { scriptedReply } from "./parts/scripted-writer.ts";

/**
 * How many letters a question costs and what they are, with a writer by script:
 *
 *   node bench/letters-sent.ts DOCS QUESTIONS
 *
 * DOCS has a folder for each `root` of QUESTIONS, lines `{"id", "root", "question", "after"?}`. SHOW=1 tells each question, SAVE=DIR keeps what was sent.
 */
const [docs, list] = process.argv.slice(2);
if (docs === undefined || list === undefined)
  throw new Error("Name the folders and the questions.");
const Question = z.object({
  ...{ id: z.string(), root: z.string(), question: z.string(), after: z.string().optional() },
});
const questions = readFileSync(list, "utf8")
  .trim()
  .split("\n")
  .map((line) => Question.parse(JSON.parse(line)));

const Request = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.unknown()).default([]),
});
let sent: { body: string; kind: string }[] = [];
let current: { question: string; at: number } = { question: "", at: 0 };
const played = await servePlayed((body) => {
  const { messages } = Request.parse(JSON.parse(body));
  const text = messages
    .filter(({ role }) => role !== "assistant")
    .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)))
    .join("\n");
  const turns = messages.filter(({ role }) => role === "assistant").length;
  const asked = askedFor(text);
  const kind = asked !== "answer" ? asked : turns === 0 ? "first prompt" : "further turn";
  sent.push({ body, kind });
  return scriptedReply({ asked, text, question: current.question, turns }, current.at);
});
const roots = [...new Set(questions.map(({ root }) => root))];
const { assembly, close } = await assemblyOver(played.base_url, docs, roots);

/** What a request is made of, in letters. */
function partsOf(body: string): Record<string, number> {
  const { messages, tools } = Request.parse(JSON.parse(body));
  const parts: Record<string, number> = {
    tools: tools.length === 0 ? 0 : JSON.stringify(tools).length,
  };
  const add = (name: string, letters: number) => {
    parts[name] = (parts[name] ?? 0) + letters;
  };
  for (const { role, content, ...more } of messages) {
    const text = typeof content === "string" ? content : JSON.stringify(content ?? "");
    if (role === "system") add("instructions", text.length);
    else if (role === "tool") add("results", text.length);
    else if (role === "assistant") add("own words", text.length + JSON.stringify(more).length);
    else {
      const evidence = [...text.matchAll(/<<\S+ \[\d+\] [\s\S]*?\n\S+>>/g)].join("").length;
      add("evidence", evidence);
      add("question and conversation", text.length - evidence);
    }
  }
  const told = Object.values(parts).reduce((a, b) => a + b, 0);
  return { ...parts, form: body.length - told };
}

const threads = new Map<string, string>();
const byKind = new Map<string, { calls: number; letters: number; parts: Map<string, number> }>();
for (const [at, { id, root, question, after }] of questions.entries()) {
  sent = [];
  current = { question, at };
  const thread_id = after === undefined ? undefined : threads.get(after);
  const answer = await assembly.ask(
    {
      ...{ question: asQuestion(question), store: true, roots: [root] },
      ...(thread_id === undefined ? {} : { thread_id }),
    },
    { trace_id: assembly.newId("trace"), signal: new AbortController().signal, emit: () => {} },
  );
  if (answer.thread_id) threads.set(id, answer.thread_id);
  for (const { kind, body } of sent) {
    const known = byKind.get(kind) ?? { calls: 0, letters: 0, parts: new Map() };
    byKind.set(kind, known);
    known.calls += 1;
    known.letters += body.length;
    for (const [name, letters] of Object.entries(partsOf(body)))
      known.parts.set(name, (known.parts.get(name) ?? 0) + letters);
  }
  if (process.env.SHOW)
    console.log(
      id,
      answer.status,
      sent.map(({ kind, body }) => `${kind} ${body.length}`).join(", "),
    );
  if (process.env.SAVE)
    writeFileSync(
      path.join(process.env.SAVE, `${id}.json`),
      JSON.stringify(
        sent.map(({ kind, body }) => ({ kind, body: JSON.parse(body) })),
        null,
        1,
      ),
    );
}
const all = [...byKind.values()];
const sum = (of: "calls" | "letters") => all.reduce((total, one) => total + one[of], 0);
for (const [kind, { calls, letters, parts }] of byKind)
  console.log(
    `${kind}: ${calls} calls, ${Math.round(letters / calls)} letters: ` +
      [...parts].map(([name, own]) => `${name} ${Math.round(own / calls)}`).join(", "),
  );
console.log(
  `${questions.length} questions: ${(sum("calls") / questions.length).toFixed(2)} calls, ${Math.round(sum("letters") / questions.length)} letters a question`,
);
await close();
played.close();
