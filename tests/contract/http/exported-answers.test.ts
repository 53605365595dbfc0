import { spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text as readAll } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { renderWritten } from "#lib/agents/render-written";
import { Answer } from "#lib/contracts/answer";
import { allWords } from "#lib/contracts/blocks";
import { ConfigDocument } from "#lib/contracts/http";
import { hashLines, splitLines } from "#lib/platform/lines";
import { projectDir } from "#lib/platform/project";
import { type Http, openHttp } from "./open-http.ts";

const crane = [
  "# Harbour",
  "",
  "## The crane",
  "",
  "The crane lifts nine tonnes in calm weather.",
  "",
  "| Wind | Load |",
  "| --- | --- |",
  "| calm | nine tonnes |",
  "| storm | nothing, see \\[4\\] |",
  "",
  "To stop the crane:",
  "",
  "1. Pull the red lever .",
  "2. Run this:",
  "",
  "   ```sh",
  "   crane --stop now[1]",
  "   ```",
  "",
].join("\n");
const unless = "The ferry carries no mail in a storm, unless the captain says so.";
const ferry = [
  "# The ferry",
  "",
  `The ferry carries mail to the island. ${unless}`,
  "",
  "Its hull is of oak, tarred and painted. ".repeat(25).trim(),
  "",
].join("\n");
const slip = [
  "The slip at the west quay is for boats of all kinds.",
  "Each pull with it costs five guilders.",
  "Members of the harbour club pay at the end of the year.",
].join(" ");
const secret = "The canary sings at midnight.";

let http: Http;
beforeAll(async () => {
  http = await openHttp();
  http.write("notes/.env", `${secret}\n`);
  http.write("notes/secret.md", `${secret}\n`);
  http.write("outside/secret.md", `${secret}\n`);
  symlinkSync(http.at("outside/secret.md"), http.at("notes/link.md"));
  http.write("notes/crane.md", crane);
  http.write("notes/ferry.md", ferry);
  http.write("notes/slip.md", `# The slip\n\n${slip}\n`);
  await http.ready();
});
afterAll(() => http.close());
beforeEach(() => http.write("notes/crane.md", crane));

const reader = () => ({
  trace_id: "trace_test",
  lang: "en" as const,
  signal: new AbortController().signal,
});
const verify = (text: string) => http.assembly.verifyExport(text, reader());
const states = async (text: string) =>
  (await verify(text)).turns.flatMap((turn) => turn.sources.map(({ now }) => now?.state));

/** It is stored as it was given, and each of its exports holds as long as no word of it is another. */
async function expectStoredAndChecked(answer: Answer, [said, other]: [string, string]) {
  const thread = await http.get(`/api/threads/${answer.thread_id}`);
  expect(await thread.json()).toMatchObject({ messages: [{ claims: answer.claims }] });
  for (const text of [
    await exported(answer.thread_id),
    await exported(answer.thread_id, "json"),
    await exported(answer.thread_id, "md", "zh-CN"),
  ]) {
    const verdict = await verify(text);
    expect(verdict).toMatchObject({ holds: true });
    expect(verdict.turns[0]?.claims.length).toBeGreaterThanOrEqual(answer.claims.length);
    expect((await verify(text.replaceAll(said, other))).holds).toBe(false);
  }
}

async function asked(question: string): Promise<Answer> {
  return Answer.parse(await (await http.send("POST", "/api/ask", { question })).json());
}
/** Asked until the file that was just written can be searched. */
async function answered(question: string): Promise<Answer> {
  const answers: Answer[] = [];
  const claims = async () =>
    (answers[answers.push(await asked(question)) - 1]?.claims ?? []).length;
  await expect.poll(claims).toBeGreaterThan(0);
  return Answer.parse(answers.at(-1));
}
async function exported(thread_id: string, format = "md", language = "en"): Promise<string> {
  const at = `/api/threads/${thread_id}/export?format=${format}`;
  return (await http.get(at, { "accept-language": language })).text();
}
const questions = [
  "How much does the crane lift in calm weather?",
  "How do I stop the crane?",
  "What is the load in a storm?",
];

describe("an exported answer", () => {
  it("names time, trace, mode, gaps, and of each source lines, hash and state, in both languages", async () => {
    const answer = await asked("How much does the crane lift, and who feeds the walrus?");
    const [cited] = answer.citations;
    for (const [language, word, heading] of [
      ["en", "verified", "What the documents do not say"],
      ["zh-CN", "已核对", "文档没有说明的内容"],
    ] as const) {
      const text = await exported(answer.thread_id, "md", language);
      const { line_start, line_end } = cited?.locator ?? {};
      const place = `\`notes/crane.md#L${line_start}-L${line_end}\``;
      expect(text).toContain(`- [1] ${place} · ${word} · sha256 \`${cited?.sha256}\``);
      for (const part of [heading, answer.asked_at, answer.trace_id, "`quote`", "`partial`"]) {
        expect(text).toContain(part);
      }
      const verdict = await verify(text);
      expect(verdict.holds).toBe(true);
      expect(verdict.turns[0]?.claims.length).toBeGreaterThanOrEqual(answer.claims.length);
    }
  });

  it("has one question as its title and not twice, and several under the name of the conversation", async () => {
    const headings = (text: string) => text.match(/^##? .*$/gm);
    const [first = "", second = ""] = questions;
    const long = `${"Please tell me ".repeat(20)}how much the crane lifts in calm weather?`;
    for (const question of [first, long]) {
      const text = await exported((await asked(question)).thread_id);
      expect(headings(text)).toEqual([`# ${question}`]);
      expect((await verify(text)).turns.map((turn) => turn.question)).toEqual([question]);
    }
    const { thread_id } = await asked(first);
    await http.send("PATCH", `/api/threads/${thread_id}`, { title: "The crane" });
    expect(headings(await exported(thread_id))).toEqual(["# The crane", `## ${first}`]);
    await http.send("POST", "/api/ask", { question: second, thread_id });
    const both = await exported(thread_id);
    expect(headings(both)).toEqual(["# The crane", `## ${first}`, `## ${second}`]);
    expect((await verify(both)).turns.map((turn) => turn.question)).toEqual([first, second]);
  });

  it("holds as it was exported: sentences, steps, tables and code, as Markdown, as JSON, alone", async () => {
    for (const question of questions) {
      const answer = await asked(question);
      expect(answer.claims.length).toBeGreaterThan(0);
      for (const text of [
        await exported(answer.thread_id),
        await exported(answer.thread_id, "json"),
        JSON.stringify(answer),
      ]) {
        const verdict = await verify(text);
        const supports = verdict.turns.flatMap(({ claims }) =>
          claims.map((claim) => ("support" in claim ? claim.support : claim.reason)),
        );
        expect(new Set(supports)).toEqual(new Set(["verbatim"]));
        expect(verdict.holds).toBe(true);
      }
    }
  });

  it("takes an answer along that found nothing, and a refusal, and both hold", async () => {
    for (const [question, status] of [
      ["Who feeds the walrus?", "no_evidence"],
      ["What is in /etc/passwd?", "denied"],
      ["读取 .env/keys.md", "denied"],
    ] as const) {
      const answer = await asked(question);
      expect(answer.status).toBe(status);
      for (const text of [
        await exported(answer.thread_id),
        await exported(answer.thread_id, "json"),
        await exported(answer.thread_id, "md", "zh-CN"),
      ]) {
        expect(text).toContain(answer.gaps[0]?.message);
        expect(await verify(text)).toMatchObject({ holds: true, turns: [{ claims: [] }] });
      }
      const copied = await http.get(
        `/api/threads/${answer.thread_id}/markdown?run_id=${answer.run_id}`,
      );
      expect(await copied.text()).toContain(answer.gaps[0]?.message.slice(0, 20));
    }
  });

  it("takes the closest passage of an answer that is none along, and tells when it was changed", async () => {
    const answer = await asked("How do I insure the crane against lightning with Zeppelin?");
    expect(answer).toMatchObject({ status: "no_evidence", outcome: "not_found", claims: [] });
    const lines = answer.blocks.flatMap((block) => (block.kind === "nearest" ? block.lines : []));
    expect(lines.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["sentence", "step", "code"]),
    );
    const copied = await http.get(
      `/api/threads/${answer.thread_id}/markdown?run_id=${answer.run_id}`,
    );
    const { markdown } = (await copied.json()) as { markdown: string };
    expect(markdown).toContain(
      "> Closest passages, not an answer:\n>\n> *Harbour › The crane*\n>\n> The crane lifts nine tonnes",
    );
    for (const text of [
      await exported(answer.thread_id),
      await exported(answer.thread_id, "json"),
      await exported(answer.thread_id, "md", "zh-CN"),
    ]) {
      const verdict = await verify(text);
      expect(verdict).toMatchObject({ holds: true, turns: [{ sources: [{ id: 1 }] }] });
      expect(verdict.turns[0]?.claims.length).toBeGreaterThanOrEqual(lines.length);
      expect((await verify(text.replaceAll("Pull the red", "Pull the blue"))).holds).toBe(false);
    }
    const earlier = (await exported(answer.thread_id)).replace(
      "Closest passages, not an answer:",
      "Not an answer for sure. The closest passage:",
    );
    expect(await verify(earlier)).toMatchObject({ holds: true, turns: [{ sources: [{ id: 1 }] }] });
  });

  it("says above its sentences where they come from, and holds only while they stand there", async () => {
    const answer = await asked("How do I stop the crane?");
    const path = "*Harbour › The crane*";
    const texts = [
      await exported(answer.thread_id),
      await exported(answer.thread_id, "md", "zh-CN"),
    ];
    for (const text of texts) {
      expect(text).toContain(`\n\n${path}\n\nTo stop the crane:`);
      expect(await verify(text)).toMatchObject({ holds: true });
      // As exports were before, and as they would be made to say something else.
      expect(await verify(text.replace(`${path}\n\n`, ""))).toMatchObject({ holds: true });
      for (const other of [
        "*Harbour › The winch*",
        "*The crane*",
        "*The winch stops by itself.*",
      ]) {
        const { holds, turns } = await verify(text.replace(path, other));
        expect(holds).toBe(false);
        expect(turns[0]?.claims.at(-1)).toMatchObject({ reason: "heading", citations: [1] });
      }
    }
    const [text = ""] = texts;
    expect((await verify(text.replace("\n### ", `\n${path}\n\n### `))).holds).toBe(false);
    const before = { ...answer, markdown: answer.markdown.replace(`${path}\n\n`, "") };
    expect(before.markdown).not.toBe(answer.markdown);
    expect(await verify(JSON.stringify(before))).toMatchObject({ holds: true });
    const breadcrumb = ["Harbour", "The winch"];
    const citations = answer.citations.map((one) => ({ ...one, breadcrumb }));
    expect((await verify(JSON.stringify({ ...before, citations }))).holds).toBe(false);
    const blocks = answer.blocks.map((one) => ({ ...one, place: { ...one.place, breadcrumb } }));
    expect((await verify(JSON.stringify({ ...before, blocks }))).holds).toBe(false);
    // The lines are the same, and speak of something else.
    http.write("notes/crane.md", crane.replace("## The crane", "## The winch"));
    expect((await verify(text)).holds).toBe(false);
  });

  it("takes along what belongs to an answer, and checks it like its first sentence", async () => {
    const answer = await asked("What does the ferry carry to the island?");
    expect(answer).toMatchObject({ status: "answered", gaps: [] });
    expect(answer.claims[0]).toMatchObject({ text: "The ferry carries mail to the island." });
    expect(answer.claims.find(({ text }) => text === unless)).toMatchObject({
      citations: [1],
      spans: [{ line: 3, start: 38 }],
    });
    await expectStoredAndChecked(answer, ["captain", "cook"]);
  });

  it("takes along the whole paragraph of an answer, in its order", async () => {
    const answer = await asked("How many guilders does a pull cost?");
    const words = allWords(answer);
    expect(words.map(({ text, around = false }) => [text, around])).toEqual([
      ["The slip at the west quay is for boats of all kinds.", false],
      ["Each pull with it costs five guilders.", false],
      ["Members of the harbour club pay at the end of the year.", false],
    ]);
    expect(answer.claims.map(({ support, citations }) => [support, ...citations])).toEqual([
      ["verbatim", 1],
      ["verbatim", 1],
      ["verbatim", 1],
    ]);
    const marked = slip.replaceAll(/\.(?= |$)/g, " [1].");
    expect(answer.markdown).toContain(`\n\n${marked}`);
    await expectStoredAndChecked(answer, ["all kinds", "two kinds"]);
  });

  it("tells of each source what became of it: verified, moved, changed, missing, not readable", async () => {
    const { thread_id } = await asked("How much does the crane lift in calm weather?");
    const text = await exported(thread_id);
    expect(new Set(await states(text))).toEqual(new Set(["verified"]));

    http.write("notes/crane.md", `New words above.\n\n${crane}`);
    expect(new Set(await states(text))).toEqual(new Set(["moved"]));
    expect((await verify(text)).holds).toBe(true);
    expect(await exported(thread_id)).toContain(" · moved · ");

    http.write("notes/crane.md", crane.replaceAll("nine", "two"));
    const changed = await verify(text);
    expect(changed.turns[0]?.sources.map(({ now }) => now?.state)).toContain("changed");
    expect(changed.holds).toBe(false);
    const then_and_now = await exported(thread_id);
    expect(then_and_now).toContain("\n  - The crane lifts nine tonnes in calm weather.\n");
    expect(then_and_now).toContain("\n  + The crane lifts two tonnes in calm weather.\n");
    expect(await states(then_and_now)).toEqual(
      changed.turns[0]?.sources.map(({ now }) => now?.state),
    );

    http.write("notes/crane.md", crane);
    renameSync(http.at("notes/crane.md"), http.at("notes/winch.md"));
    await expect.poll(async () => new Set(await states(text))).toEqual(new Set(["moved"]));

    rmSync(http.at("notes/winch.md"));
    expect(new Set(await states(text))).toEqual(new Set(["missing"]));

    http.write("notes/crane.md", crane);
    const read = async () => ConfigDocument.parse(await (await http.get("/api/config")).json());
    const { config, etag } = await read();
    const deny = { ...config, doc_access: { ...config.doc_access, deny: ["crane.md"] } };
    await http.send("PUT", "/api/config", deny, { "if-match": etag });
    await expect.poll(async () => new Set(await states(text))).toEqual(new Set(["denied"]));
    expect((await verify(text)).holds).toBe(false);
    await http.send("PUT", "/api/config", config, { "if-match": (await read()).etag });
    await expect.poll(async () => new Set(await states(text))).toEqual(new Set(["verified"]));
  });
});

describe("a forged export", () => {
  const sha256 = hashLines([secret]);
  const forged = (place: string, body = `${secret} [1]`) =>
    `## When?\n\n${body}\n\n### Sources\n\n- [1] \`${place}\` · verified · sha256 \`${sha256}\`\n`;
  const cite = (path: string) => `${path}#L1-L1`;

  it.each([
    ["an absolute path", () => cite(`notes/${http.at("outside/secret.md")}`)],
    ["a path that climbs", () => cite("notes/../outside/secret.md")],
    ["an encoded path that climbs", () => cite("notes/%2e%2e/outside/secret.md")],
    ["a link out of the folder", () => cite("notes/link.md")],
    ["a file on the denylist", () => cite("notes/.env")],
    ["a folder that is not allowed", () => cite("outside/secret.md")],
    ["a NUL byte", () => cite("notes/secret.md%00.md")],
    ["a path beyond all length", () => cite(`notes/${"a".repeat(9000)}.md`)],
    ["a line number beyond all files", () => "notes/secret.md#L1-L999999999"],
  ])("is refused what it may not read: %s", async (_name, place) => {
    const verdict = await verify(forged(place()));
    expect(verdict.holds).toBe(false);
    const [source] = verdict.turns[0]?.sources ?? [];
    expect(source?.now?.state).toBe("denied");
    expect(source?.now?.rule).toBeDefined();
    expect(verdict.turns[0]?.claims).toMatchObject([{ reason: "citation_changed" }]);
  });

  it("is told nothing of what stands where it guessed wrong", async () => {
    const wrong = forged("notes/crane.md#L5-L5").replace(sha256, "0".repeat(64));
    expect(JSON.stringify(await verify(wrong))).not.toContain("nine tonnes");
  });

  it.each([
    ["another number", "The crane lifts ten tonnes in calm weather [1].", "unsupported"],
    ["a denial", "The crane never lifts nine tonnes in calm weather [1].", "unsupported"],
    ["no marker", "The crane is green.", "no_marker"],
    ["a marker of no source", "The crane is green [7].", "unknown_citation"],
    ["a heading", "#### The crane lifts ten tonnes [1]", "no_marker"],
    ["a comment", "<!-- The crane lifts ten tonnes [1] -->", "no_marker"],
    ["a tag", "<p>The crane lifts ten tonnes [1]</p>", "no_marker"],
    ["front matter", "---\nload: ten tonnes\n---", "no_marker"],
    ["a heading of its own", "### Facts\n\nThe crane lifts ten tonnes.", "no_marker"],
    ["code that is not there", "```sh\ncrane --burn\n```\n\n[1]", "unsupported"],
    ["another step", "3. Pull the blue lever [1].", "unsupported"],
    [
      "a row that is not there",
      "| Wind | Load |\n| --- | --- |\n| gale | six |\n\n[1]",
      "unsupported",
    ],
    ["words before the first question", "", "no_marker"],
    ["a word beside a fence", "``` The port is 9999\ncrane --stop now[1]\n```\n\n[1]", "no_marker"],
    ["a fence around nothing", "```The-port-is-9999\n```", "no_marker"],
    ["a number alone", "The crane lifts nine tonnes in calm weather [1].\n\n9999.", "no_marker"],
    ["part of a sentence", "The crane lifts nine tonnes in weather [1].", "altered"],
  ])("does not hold with %s in it", async (_name, words, reason) => {
    const lines = splitLines(crane);
    const place = `\`notes/crane.md#L1-L${lines.length}\``;
    const listed = `- [1] ${place} · verified · sha256 \`${hashLines(lines)}\``;
    const sentence = "The crane lifts nine tonnes in calm weather [1].";
    const file = (body: string) => `## Load?\n\n${body}\n\n### Sources\n\n${listed}\n`;
    expect((await verify(file(sentence))).holds).toBe(true);
    const text =
      words === "" ? `The crane is green.\n\n${file(sentence)}` : file(`${sentence}\n\n${words}`);
    const verdict = await verify(text);
    expect(verdict.holds).toBe(false);
    expect(verdict.turns.flatMap((turn) => turn.claims)).toContainEqual(
      expect.objectContaining({ reason }),
    );
  });

  it.each([
    ...["Reply without sources", "Counted", "What the documents do not say", "Sources"],
    ...["About this answer", "没有来源的回复", "统计"],
  ])("does not hold with words of its own under “%s”", async (heading) => {
    const words = "The port is 9999 [1].";
    for (const line of [
      ...[words, `- ${words}`, `- ${words} (\`no_hit\`)`, `- \`${words}\``, `> ${words}`],
      ...[`- [1] ${words}`, `Searched for: ${words}`, `- ${words} mode \`model\`.`],
      ...[`\`\`\`\n${words}\n\`\`\``, `  \`\`\`diff\n  + ${words}\n  \`\`\``],
      `There are 3 files to search. ${words}`,
    ]) {
      const alone = `## Port?\n\n### ${heading}\n\n${line}\n`;
      const { holds, turns } = await verify(alone);
      expect(holds, line).toBe(false);
      expect(JSON.stringify(turns)).toContain("The port is 9999");
    }
  });

  it("does not hold with prose below the sources, or with a lesser likeness that says it is a model's", async () => {
    const { thread_id } = await answered("How much does the crane lift in calm weather?");
    const text = await exported(thread_id);
    expect((await verify(text)).holds).toBe(true);
    const below = text.replace(/(### Sources[^#]*)/, "$1The port is 9999 [1].\n\n");
    expect((await verify(below)).holds).toBe(false);
    const lesser = text.replace("nine tonnes in calm weather", "nine tonnes in weather");
    expect(lesser).not.toBe(text);
    for (const mode of ["quote", "model"]) {
      expect((await verify(lesser.replace("mode `quote`", `mode \`${mode}\``))).holds).toBe(false);
    }
  });

  it("of a size that no export has is refused before it is read, and a reader may stop", async () => {
    const many = (count: number) => "The crane is green.\n\n".repeat(count);
    const whole = (body: string) => `## Load?\n\n${body}\n\n### Sources\n`;
    for (const text of [whole(many(501)), whole("word ".repeat(20_000)), " ".repeat(9_000_000)]) {
      await expect(verify(text)).rejects.toMatchObject({ code: "too_large" });
    }
    const stop = new AbortController();
    const reading = http.assembly.verifyExport(whole(many(400)), {
      ...reader(),
      signal: stop.signal,
    });
    stop.abort();
    await expect(reading).rejects.toThrow();
  });

  it("as JSON is judged by its words, not by what it says of itself", async () => {
    const answer = await answered("How much does the crane lift in calm weather?");
    const [claim] = answer.claims;
    const lie = { ...claim, text: "The crane lifts ten tonnes in calm weather." };
    const trusted = answer.citations.map((one) => ({ ...one, breadcrumb: [lie.text] }));
    for (const forgery of [
      { ...answer, claims: [lie], markdown: `${lie.text} [1]` },
      { ...answer, claims: [lie], citations: trusted, markdown: `${lie.text} [1]` },
      { ...answer, markdown: `${answer.markdown}\n\n${lie.text}` },
      { ...answer, markdown: `${lie.text}\n\n${answer.markdown}`, listings: [] },
      { ...answer, markdown: `${answer.markdown}\n\n${lie.text}`, listings: [] },
      { ...answer, status: "chat", claims: [], markdown: lie.text },
      { ...answer, citations: answer.citations.map((one) => ({ ...one, snippet: lie.text })) },
    ]) {
      expect((await verify(JSON.stringify(forgery))).holds).toBe(false);
    }
  });

  it("as JSON holds with the calls that were made for it, not with what a model said of them", async () => {
    const answer = await answered("How much does the crane lift in calm weather?");
    const call = { number: 1, tool_id: "write", arguments: { path: "log.txt" }, outcome: "done" };
    const done = { ...call, rule: null, output: "", left_out: 0, invocation_id: "span_1", ms: 3 };
    const said = { id: "r1", text: "The log is kept.", kind: "sentence", calls: [1] };
    const of = (more: object) => {
      const whole = Answer.parse({ ...answer, ...more });
      return verify(JSON.stringify({ ...whole, markdown: renderWritten("en", whole) }));
    };

    const held = await of({ actions: [done] });
    expect(held.holds).toBe(true);
    const told = await of({ actions: [done], report: [{ ...said, support: "supported" }] });
    expect(told.turns[0]?.claims.at(-1)).toMatchObject({ text: said.text, reason: "no_marker" });
    expect(told.turns[0]?.claims).toHaveLength((held.turns[0]?.claims.length ?? 0) + 1);
    const agent = { ...done, tool_id: "agent.writer", output: "The crane lifts ten tonnes." };
    expect((await of({ actions: [agent] })).holds).toBe(false);
  });

  it("that is none is said to be none", async () => {
    for (const text of ["", "# Notes\n\nWords.\n", "{}", "[1]"]) {
      await expect(verify(text)).rejects.toMatchObject({ code: "validation" });
    }
  });
});

it("a file whose name is hard to write is named so that it is found again", async () => {
  const name = "odd `name` #L3 %41.md";
  writeFileSync(http.at("notes", name), "# Otters\n\nThe otter weir is mended in week nine.\n");
  const found = () => asked("When is the otter weir mended?");
  await expect.poll(async () => (await found()).status).toBe("answered");
  const answer = await found();
  expect(answer.citations[0]?.relative_path).toBe(name);
  const text = await exported(answer.thread_id);
  expect((await verify(text)).turns[0]?.sources[0]?.relative_path).toBe(name);
  expect((await verify(text)).holds).toBe(true);
});

describe("npm run verify", () => {
  /** As a person runs it, while the server owns the state folder. */
  async function run(args: string[], env: Record<string, string> = {}) {
    const script = path.join(projectDir(), "scripts/run.mjs");
    const child = spawn(process.execPath, [script, "verify", ...args], {
      cwd: projectDir(),
      env: {
        ...{ NODE_ENV: "test", PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" },
        ...{ INIT_CWD: http.at(), DOCENT_HOME: http.at("home"), DOCENT_LOG_LEVEL: "error" },
        DOCENT_CONFIG: http.at("config.json"),
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err, [code]] = await Promise.all([
      readAll(child.stdout),
      readAll(child.stderr),
      once(child, "close"),
    ]);
    return { out, err, code };
  }

  it("ends with 0 for what holds and with 1 for what does not, and says why, in colour where it is wanted", async () => {
    const { thread_id } = await answered("How much does the crane lift in calm weather?");
    http.write("answer.md", await exported(thread_id));
    const good = await run(["answer.md"]);
    expect(good.code).toBe(0);
    expect(good.out).toContain("verified [1] notes/crane.md#L");
    expect(good.out).not.toContain("\u001b");

    http.write("notes/crane.md", crane.replaceAll("nine", "two"));
    http.write("答案.md", await exported(thread_id, "md", "zh-CN"));
    const bad = await run(["答案.md"], { FORCE_COLOR: "1" });
    expect(bad.code).toBe(1);
    expect(bad.out).toContain("\u001b[31m已改动");
    expect(bad.out).toContain("原文已不是当时引用的内容");
  });

  it("shows a forged name instead of sending it to the terminal, and takes no pipe for a file", async () => {
    const lines = "## When?\n\nSo. [1]\n\n### Sources\n\n";
    const source = `- [1] \`notes/a%1B]0;b%07.md#L1-L1\` · verified · sha256 \`${"0".repeat(64)}\`\n`;
    http.write("forged.md", lines + source);
    const { out, code } = await run(["forged.md"]);
    expect(code).toBe(1);
    expect(out).toContain("notes/a\ufffd]0;b\ufffd.md#L1-L1");
    expect(out.match(/[\p{Cc}--\n]/gv) ?? []).toEqual([]);
    expect(await run(["notes"])).toMatchObject({ code: 1, out: "" });
    expect((await run([])).code).toBe(2);
  });
});
