import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { asQuestion } from "#lib/contracts/question";
import { askedFor, assemblyOver, servePlayed } from "./parts/played-server.ts";

/**
 * What a model is sent with a question before it does anything: whether the lines that answer stand in it, and how long it is.
 *
 *   node bench/prompt-lines.ts SET [FILE] [WORDS]
 *
 * SET has `docs/PROJECT/…`, FILE (queries.jsonl unless told) the questions with their places. Each is asked of the folder of its project; the model says
 * that nothing answers. WORDS has what it says where it is asked for other words, lines `{"question", "words": […]}`.
 */
const [set, file = "queries.jsonl", words] = process.argv.slice(2);
if (set === undefined) throw new Error("Name the folder of a question set.");

const Query = z.looseObject({
  id: z.string(),
  question: z.string(),
  project: z.string().optional(),
  answerable: z.boolean(),
  gold: z
    .array(
      z.looseObject({
        path: z.string(),
        grade: z.number(),
        line_start: z.number().nullish(),
        line_end: z.number().nullish(),
      }),
    )
    .default([]),
});
const queries = readFileSync(path.join(set, file), "utf8")
  .trim()
  .split("\n")
  .map((line) => Query.parse(JSON.parse(line)))
  .filter(({ answerable, gold }) => answerable && gold.length > 0);

const inWords = new Map(
  (words === undefined ? "" : readFileSync(words, "utf8"))
    .split("\n")
    .filter((line) => line !== "")
    .map((line) =>
      z.object({ question: z.string(), words: z.array(z.string()) }).parse(JSON.parse(line)),
    )
    .map((one) => [one.question, one.words]),
);
let current = "";
let sent: string[] = [];
const played = await servePlayed((body) => {
  sent.push(body);
  if (askedFor(body) !== "words") return "NO_ANSWER";
  return (inWords.get(current) ?? []).map((search) => `Q1: ${search}`).join("\n");
});
const docs = path.join(set, "docs");
const projects = readdirSync(docs);
const { assembly, close } = await assemblyOver(played.base_url, docs, projects);

const figures = {
  asked: 0,
  worded: 0,
  sent: 0,
  held: 0,
  whole: 0,
  best: 0,
  letters: 0,
  tools: 0,
  pieces: 0,
};
for (const { id, question, gold, ...more } of queries) {
  const project = more.project ?? gold[0]?.path.split("/")[0] ?? "";
  if (!projects.includes(project)) continue;
  sent = [];
  current = question;
  await assembly.ask(
    { question: asQuestion(question), store: false, roots: [project] },
    { trace_id: assembly.newId("trace"), signal: new AbortController().signal, emit: () => {} },
  );
  figures.asked += 1;
  figures.worded += sent.some((body) => askedFor(body) === "words") ? 1 : 0;
  const prompt = sent.find((body) => body.includes("Evidence"));
  if (prompt === undefined) continue;
  const { messages, tools = [] } = z
    .looseObject({ messages: z.array(z.looseObject({ content: z.unknown() })), tools: z.unknown() })
    .parse(JSON.parse(prompt));
  const text = messages.map(({ content }) => (typeof content === "string" ? content : "")).join("");
  const pieces = [...text.matchAll(/\[\d+\] "(.+?), lines (\d+)-(\d+)/g)].map(
    ([, name = "", from, to]) => ({ name, from: Number(from), to: Number(to) }),
  );
  const answers = gold.filter(({ grade }) => grade === 2);
  const holds = (one: (typeof pieces)[number]) =>
    answers.some(
      ({ path: name, line_start, line_end }) =>
        one.name.endsWith(name.split("/").slice(1).join("/")) &&
        (line_start == null || line_end == null || (one.from <= line_end && one.to >= line_start)),
    );
  /** Every line of one of the places. */
  const whole = answers.some(({ path: name, line_start, line_end }) => {
    const file = name.split("/").slice(1).join("/");
    if (line_start == null || line_end == null)
      return pieces.some((one) => one.name.endsWith(file));
    const lines = Array.from({ length: line_end - line_start + 1 }, (_, i) => line_start + i);
    return lines.every((line) =>
      pieces.some((one) => one.name.endsWith(file) && one.from <= line && line <= one.to),
    );
  });
  figures.sent += 1;
  figures.whole += whole ? 1 : 0;
  figures.held += pieces.some(holds) ? 1 : 0;
  figures.best += pieces.slice(0, 1).some(holds) ? 1 : 0;
  figures.letters += prompt.length;
  figures.tools += JSON.stringify(tools).length;
  figures.pieces += pieces.length;
  if (process.env.SHOW)
    console.log(id, pieces.findIndex(holds), whole, pieces.length, prompt.length);
}
const mean = (sum: number) => Math.round(sum / Math.max(1, figures.sent));
console.log(
  `${path.basename(set)}/${file}: ${figures.asked} asked, ${figures.worded} in other words, ${figures.sent} put to the model; the lines that answer in ${figures.held}, whole in ${figures.whole}, first in ${figures.best}; ` +
    `${mean(figures.letters)} letters sent, ${mean(figures.tools)} of them tools; ${(figures.pieces / Math.max(1, figures.sent)).toFixed(1)} pieces`,
);
await close();
played.close();
