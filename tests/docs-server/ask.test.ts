import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import {
  connectDocs,
  connectLauncher,
  createWorkplace,
  type DocsClient,
  type Workplace,
} from "./docs-client.ts";

let place: Workplace;
let docs: DocsClient;

beforeAll(async () => {
  place = createWorkplace();
  place.configure({});
  place.write(
    "notes/keys.md",
    "# Signing keys\n\nThe signing key is rotated every ninety days.\n\n## Steps\n\n1. Make a new key.\n2. Publish it.\n3. Retire the old key.\n",
  );
  place.write("notes/backups.md", "# Backups\n\nBackups are kept for thirty days.\n");
  place.write("other/tea.md", "# Tea\n\nTea is served at four.\n");
  docs = await connectLauncher(place, ["--root", "notes", "--root", "other"]);
});
afterAll(async () => {
  await docs.close();
  place.remove();
});

const ask = async (args: Record<string, unknown>) => {
  const reply = await docs.call("docs_ask", args);
  return { ...reply, answer: Answer.parse(reply.structured) };
};

describe("docs_ask", () => {
  it("answers in sentences of the documents, each with lines that are verified", async () => {
    const { answer, text, isError } = await ask({ question: "When is the signing key rotated?" });
    expect(isError).toBe(false);
    expect(answer).toMatchObject({ status: "answered", mode: "quote", outcome: "sure" });
    expect(answer.claims[0]).toMatchObject({
      text: "The signing key is rotated every ninety days.",
      citations: [1],
      support: "verbatim",
    });
    const [citation] = answer.citations;
    expect(citation).toMatchObject({ id: 1, root_id: "notes", relative_path: "keys.md" });
    const { root_id, relative_path, sha256, locator } = citation ?? {};
    const lines = { line_start: locator?.line_start, line_end: locator?.line_end };
    const verified = await docs.call("docs_verify", {
      citations: [{ root_id, relative_path, sha256, ...lines }],
    });
    expect(verified.structured.results).toMatchObject([{ state: "verified" }]);
    expect(text).toContain("The signing key is rotated every ninety days [1].");
    expect(text).toMatch(/^\[1\] notes\/keys\.md:\d/m);
  });

  it("says what the documents do not say, and answers nothing", async () => {
    const { answer, text } = await ask({ question: "Who won the chess championship in 1972?" });
    expect(answer).toMatchObject({ status: "no_evidence", claims: [], outcome: "not_found" });
    expect(answer.gaps).toMatchObject([{ cause: "no_hit" }]);
    expect(text).toContain(answer.gaps[0]?.message);
  });

  it("asks the folders it is told alone, and refuses one that is none of the server's", async () => {
    const question = "When is tea served?";
    expect((await ask({ question, roots: ["notes"] })).answer.claims).toEqual([]);
    expect((await ask({ question, roots: ["other"] })).answer.claims).toHaveLength(1);
    const { answer } = await ask({ question, roots: ["/etc"] });
    expect(answer).toMatchObject({ status: "denied", claims: [], citations: [] });
    expect(answer.gaps).toMatchObject([{ rule: "outside_scope" }]);
  });

  it("writes its own sentences in the language it is told", async () => {
    const question = "Who won the chess championship in 1972?";
    const { answer } = await ask({ question, lang: "zh-CN" });
    expect(answer.gaps[0]?.message).toMatch(/\p{Script=Han}/u);
  });

  it("hands over the first sentences where fewer are wanted, and counts the others", async () => {
    const question = "What are the steps of rotating the signing key?";
    const { answer: whole } = await ask({ question });
    expect(whole.claims.length).toBeGreaterThan(1);
    const { answer } = await ask({ question, max_claims: 1 });
    expect(answer.claims.map(({ text }) => text)).toEqual([whole.claims[0]?.text]);
    expect(answer.notices).toMatchObject([{ code: "context_cut" }]);
    expect(answer.markdown).not.toContain(whole.claims.at(-1)?.text);
    const ids = answer.citations.map(({ id }) => id);
    expect(ids).toEqual(ids.map((_, i) => i + 1));
  });

  it("tells its steps to a client that asks for progress", async () => {
    const told: string[] = [];
    const question = "How long are backups kept?";
    await docs.call(
      "docs_ask",
      { question },
      { onprogress: ({ message = "" }) => told.push(message) },
    );
    expect(told.length).toBeGreaterThan(0);
  });

  it("answers several questions at once, each its own", async () => {
    const [keys, backups, tea] = await Promise.all([
      ask({ question: "When is the signing key rotated?" }),
      ask({ question: "How long are backups kept?" }),
      ask({ question: "When is tea served?" }),
    ]);
    expect(keys.answer.claims[0]?.text).toContain("ninety");
    expect(backups.answer.claims[0]?.text).toContain("thirty");
    expect(tea.answer.claims[0]?.text).toContain("four");
  });

  it.each([
    [{ question: " \u200b" }, "question"],
    [{ question: "x".repeat(4001) }, "question"],
    [{ question: "When?", max_claims: 0 }, "max_claims"],
    [{}, "question"],
  ])("refuses %j as a result that names the argument", async (args, named) => {
    const reply = await docs.call("docs_ask", args);
    expect(reply).toMatchObject({ isError: true, structured: { rule: "validation" } });
    expect(reply.text).toContain(named);
  });

  it("keeps nothing of a question on the disk", async () => {
    await ask({ question: "When is the signing key rotated?" });
    expect(readdirSync(place.at("home")).filter((name) => name !== "index")).toEqual([]);
  });

  it("is not offered by the server that the program starts for itself", async () => {
    const own = await connectDocs(place, ["--root", "notes"]);
    const { tools } = await own.client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain("docs_ask");
    await expect(own.call("docs_ask", { question: "When?" })).rejects.toThrow("no tool named");
    await own.close();
  });
});
