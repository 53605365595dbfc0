import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { type Http, openHttp } from "./open-http.ts";

let http: Http;
let answer: Answer;
const unread = "The vault behind the kitchen is never locked.";

beforeAll(async () => {
  http = await openHttp();
  http.write(
    "notes/keys.md",
    `# Keys\n\n## Rotation\n\nThe signing key is rotated every ninety days.\n\n## Vault\n\n${unread}\n`,
  );
  http.write("notes/.env", "TOKEN=1\n");
  const question = "When is the signing key rotated?";
  answer = Answer.parse(await (await http.send("POST", "/api/ask", { question })).json());
  await http.get("/api/sources/preview?path=.env&root=notes");
  await http.get("/api/sources/preview?path=keys.md&root=notes");
});
afterAll(() => http.close());

function rows(sql: string): Record<string, unknown>[] {
  const db = new Database(http.at("home/docent.db"), { readonly: true });
  try {
    return db.prepare<[], Record<string, unknown>>(sql).all();
  } finally {
    db.close();
  }
}

describe("what stays of a question", () => {
  it("is one tree of spans, from the request to the tool calls", () => {
    const spans = rows(`SELECT * FROM spans WHERE trace_id = '${answer.trace_id}'`);
    const ids = new Set(spans.map((span) => span.span_id));
    const roots = spans.filter((span) => span.parent_span_id === null);
    expect(roots.map((span) => span.kind)).toEqual(["request"]);
    expect(spans.every((span) => span === roots[0] || ids.has(span.parent_span_id))).toBe(true);
    const kinds = new Set(spans.map((span) => span.kind));
    expect([...kinds]).toEqual(expect.arrayContaining(["request", "agent", "task", "tool_call"]));
    expect(new Set(spans.map((span) => span.run_id))).toEqual(new Set([answer.run_id]));
  });

  it("is the envelope, with its status and its trace", () => {
    expect(rows("SELECT trace_id, run_id, status FROM tasks")).toEqual([
      { trace_id: answer.trace_id, run_id: answer.run_id, status: "ok" },
    ]);
  });

  it("is a row for every read and every refusal, by whom and by which rule", async () => {
    await expect
      .poll(() => rows("SELECT relative_path, rule FROM reads WHERE agent_id = 'preview'"))
      .toEqual(
        expect.arrayContaining([
          { relative_path: ".env", rule: "denylisted" },
          { relative_path: "keys.md", rule: null },
        ]),
      );
    const [read] = rows(
      "SELECT * FROM reads WHERE rule IS NULL AND agent_id = 'preview' AND tool_id LIKE '%read'",
    );
    expect(read).toMatchObject({ root_id: "notes", line_start: 1, line_end: 9 });
    expect(read?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is nowhere in trace and audit the text of a document or the question", () => {
    const kept = JSON.stringify([
      rows("SELECT * FROM spans"),
      rows("SELECT * FROM reads"),
      rows("SELECT result FROM tasks"),
    ]);
    expect(kept).not.toContain(unread);
    expect(kept).not.toContain("ninety days");
    expect(JSON.stringify(rows("SELECT attributes FROM spans"))).not.toContain(answer.question);
  });
});
