import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { asQuestion } from "#lib/contracts/question";
import { systemClock } from "#lib/platform/clock";
import { type AskedFor, askedFor, assemblyWith, servePlayed } from "./parts/played-server.ts";

/**
 * Replies that somebody once gave for a model (`played-model.ts`), given again to the program as it is now, so that a change
 * of the prompt or of the gate is seen on whole answers without anybody playing again:
 *
 *   node bench/replayed-model.ts PLAYED QUESTIONS LOG CONFIG OUT [ID…]
 *
 * PLAYED: the folder of the played model. QUESTIONS: lines `{"id", "question", "after"?}`. LOG: lines `{"id", "calls": ["001", …]}`,
 * which replies belong to a question. CONFIG: a configuration with the folders that were asked. OUT: gets the answers and what was sent.
 * A request is answered by the reply to the same request then: the plan of the question, its words in another language, the
 * sentence that was written for the same withheld one, and the n-th turn of the answer. Numbers of evidence are followed by path and lines. A
 * reply that rests on a passage which is not sent any more has the number 999 there.
 */
const [played, questions, log, config, out, ...only] = process.argv.slice(2);
if (!played || !questions || !log || !config || !out)
  throw new Error(
    "Name the played folder, the questions, the log, a configuration and a folder for what comes of it.",
  );
const linesOf = <T>(file: string, schema: z.ZodType<T>): T[] =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => schema.parse(JSON.parse(line)));
const asked = linesOf(
  questions,
  z.looseObject({ id: z.string(), question: z.string(), after: z.string().optional() }),
);
const callsOf = new Map(
  linesOf(log, z.object({ id: z.string(), calls: z.array(z.string()) })).map((one) => [
    one.id,
    one.calls,
  ]),
);

type Recorded = { kind: AskedFor; ask: string; say: string };
const recordedOf = (id: string): Recorded[] =>
  (callsOf.get(id) ?? []).map((call) => {
    const [ask, say] = ["ask", "say"].map((of) =>
      readFileSync(path.join(played, of, `${call}.txt`), "utf8"),
    ) as [string, string]; // two folders
    return { kind: askedFor(ask.slice(0, 400)), ask, say };
  });

type Piece = { number: number; file: string; from: number; to: number };
const piecesIn = (prompt: string): Piece[] =>
  [...prompt.matchAll(/\[(\d+)\] \\?"(.+?), lines (\d+)-(\d+)/g)].map(
    ([, number, file = "", from, to]) => ({
      ...{ number: Number(number), file, from: Number(from), to: Number(to) },
    }),
  );

/** The reply with the numbers under which the same lines are sent now. */
function renumbered(say: string, then: string, now: string): string {
  const old = piecesIn(then);
  const pieces = piecesIn(now);
  const numberOf = (number: number): number => {
    const was = old.find((one) => one.number === number);
    if (was === undefined) return number;
    const overlap = (one: Piece) => Math.min(one.to, was.to) - Math.max(one.from, was.from) + 1;
    const [best] = pieces
      .filter((one) => one.file === was.file && overlap(one) > 0)
      .sort((a, b) => overlap(b) - overlap(a));
    return best?.number ?? 999;
  };
  return say.replace(/(?<=\[|, )(\d{1,3})(?= ")/g, (number) => String(numberOf(Number(number))));
}

let recorded: Recorded[] = [];
let sent: { kind: AskedFor; letters: number; text: string; said: string }[] = [];

const Message = z.looseObject({ role: z.string(), content: z.unknown() });
const Asked = z.looseObject({ messages: z.array(Message), tools: z.array(z.unknown()).optional() });

function replyTo(body: string): string {
  const { messages } = Asked.parse(JSON.parse(body));
  const text = messages
    .map(({ content }) => (typeof content === "string" ? content : ""))
    .join("\n\n");
  const kind = askedFor(text);
  const same = recorded.filter((one) => one.kind === kind);
  switch (kind) {
    case "plan":
      return same[0]?.say ?? "";
    case "words":
      return same[0]?.say ?? "";
    case "repair": {
      const labelled = (all: string) =>
        new Map(
          [...all.matchAll(/^S(\d+)[:：] (.*)$/gm)].map(([, label, line = ""]) => [
            label,
            line.trim(),
          ]),
        );
      const then = same[0];
      if (then === undefined) return "";
      const said = labelled(then.say);
      const before = new Map(
        [...labelled(then.ask)].map(([label, line]) => [bare(line), said.get(label)]),
      );
      return [...labelled(text)]
        .map(
          ([label, line]) =>
            `S${label}: ${renumbered(before.get(bare(line)) ?? "-", answerOf().ask, lastAnswer)}`,
        )
        .join("\n");
    }
    case "answer": {
      lastAnswer = text;
      const turn = messages.filter(({ role }) => role === "assistant").length;
      const reply = same[turn] ?? same.at(-1);
      return reply === undefined ? "NO_ANSWER" : renumbered(reply.say, reply.ask, text);
    }
  }
}
let lastAnswer = "";
const answerOf = () => recorded.findLast(({ kind }) => kind === "answer") ?? { ask: "" };
const bare = (line: string) => line.replace(/\s*\[.*\](?=[.。]?$)/, "").replace(/[.。]$/, "");

const model = await servePlayed((body) => {
  const said = replyTo(body);
  sent.push({ kind: askedFor(body), letters: body.length, text: body, said });
  return said;
});
mkdirSync(out, { recursive: true });
const assembly = await assemblyWith(model.base_url, out, JSON.parse(readFileSync(config, "utf8")));

const threads = new Map<string, string>();
let calls = 0;
let letters = 0;
const mains: number[] = [];
for (const { id, question, after } of asked) {
  const needed =
    only.length === 0 ||
    only.includes(id) ||
    asked.some((one) => one.after === id && only.includes(one.id));
  if (!needed) continue;
  recorded = recordedOf(id);
  sent = [];
  const thread_id = after === undefined ? undefined : threads.get(after);
  const answer = await assembly.ask(
    {
      question: asQuestion(question),
      store: true,
      ...(thread_id === undefined ? {} : { thread_id }),
    },
    { trace_id: assembly.newId("trace"), signal: new AbortController().signal, emit: () => {} },
  );
  if (answer.thread_id) threads.set(id, answer.thread_id);
  writeFileSync(path.join(out, `${id}.json`), JSON.stringify(answer, null, 1));
  writeFileSync(path.join(out, `${id}.sent.json`), JSON.stringify(sent, null, 1));
  const own = sent.reduce((sum, one) => sum + one.letters, 0);
  calls += sent.length;
  letters += own;
  const first = sent.find(({ kind }) => kind === "answer");
  if (first !== undefined) mains.push(first.letters);
  console.log(
    `${id} ${answer.status} calls ${sent.map(({ kind }) => kind).join(" ")} letters ${own} claims ${answer.claims.length}` +
      ` gaps ${answer.gaps.map(({ cause }) => cause).join(" ")} notices ${answer.notices.map(({ code }) => code).join(" ")}`,
  );
}
const count = readdirSync(out).filter((name) => name.endsWith(".sent.json")).length;
console.log(
  `${calls} calls, ${letters} letters over ${mains.length} answers; main prompt ${Math.round(mains.reduce((a, b) => a + b, 0) / mains.length)} letters; ${count} written; ${Math.round(systemClock.monotonic() / 1000)} s`,
);
await assembly.close();
model.close();
