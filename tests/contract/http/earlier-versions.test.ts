import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Thread } from "#lib/contracts/http";
import { sha256 } from "#lib/platform/hash";
import { projectDir } from "#lib/platform/project";
import { earlierFolder, earlierRows, writeEarlierState } from "../../store/earlier-state.ts";
import { expectWhole } from "../whole-answer.ts";
import { type Http, openHttp } from "./open-http.ts";

const text = (name: string): string => readFileSync(path.join(earlierFolder, name), "utf8");

let http: Http;
beforeAll(async () => {
  http = await openHttp();
  const names = ["manual", "notes"];
  for (const name of names)
    cpSync(path.join(earlierFolder, name), http.at(name), { recursive: true, force: true });
  const roots = names.map((id) => ({
    id,
    label: id === "notes" ? "Notes" : "Manual",
    path: http.at(id),
  }));
  http.write("config.json", JSON.stringify({ doc_access: { roots } }));
  await http.restart(() => writeEarlierState(http.at("home", "docent.db")));
  await http.ready();
});
afterAll(() => http.close());

const reader = () => ({
  trace_id: "trace_test",
  lang: "en" as const,
  signal: new AbortController().signal,
});
const verify = (exported: string) => http.assembly.verifyExport(exported, reader());

describe("what an earlier version left", () => {
  it.each(["export.md", "export.json"])(
    "an exported conversation still holds: %s",
    async (name) => {
      const verdict = await verify(text(name));
      const failed = verdict.turns.flatMap(({ claims }) => claims.filter((one) => "reason" in one));
      expect(failed).toEqual([]);
      expect(verdict.holds).toBe(true);
      expect(verdict.turns).toHaveLength(7);
      const forged = text(name).replaceAll("every sixty days", "every seventy days");
      expect((await verify(forged)).holds).toBe(false);
      const near = text(name).replaceAll("was painted in spring", "was painted in autumn");
      expect((await verify(near)).holds).toBe(false);
    },
  );

  it("a stored conversation opens, is shown in the present shape, and its exports hold", async () => {
    const [{ id = "" } = {}] = (
      (await (await http.get("/api/threads")).json()) as { threads: { id: string }[] }
    ).threads;
    const thread = Thread.parse(await (await http.get(`/api/threads/${id}`)).json());
    expect(thread.messages).toHaveLength(7);
    for (const answer of thread.messages) expectWhole(answer);
    for (const format of ["md", "json"]) {
      const response = await http.get(`/api/threads/${id}/export?format=${format}`);
      expect(response.status).toBe(200);
      const verdict = await verify(await response.text());
      const failed = verdict.turns.flatMap(({ claims }) => claims.filter((one) => "reason" in one));
      expect(failed).toEqual([]);
      expect(verdict.holds).toBe(true);
    }
    for (const { run_id } of thread.messages) {
      const copied = await http.get(`/api/threads/${id}/markdown?run_id=${run_id}`);
      expect(copied.status).toBe(200);
    }
  });
});

describe("an answer from the handbook, kept since the handbook was in fixtures/handbook", () => {
  const relative_path = "en/getting-started.md";
  const page = readFileSync(path.join(projectDir(), "handbook", relative_path), "utf8");
  const lines = page.split("\n");
  const line = lines.findIndex((one) => /^\p{L}[^`*]*\.$/u.test(one)) + 1;
  const snippet = lines[line - 1] ?? "";
  const text = /^.*?\.(?= )/.exec(snippet)?.[0] ?? snippet;
  const breadcrumb = lines.slice(0, line).flatMap((one) => /^#+ (.*)/.exec(one)?.[1] ?? []);

  /** One stored answer of the earlier program, with the sentence and the source of another one. */
  const tables = () => {
    const [row] = (earlierRows.messages ?? []).filter(({ lang }) => lang === "zh-CN");
    const answer = structuredClone(row?.answer) as Record<string, unknown[]>;
    const where = { root_id: "handbook", relative_path, title: breadcrumb[0], breadcrumb };
    const cited = { ...where, sha256: sha256(snippet), snippet };
    const locator = { line_start: line, line_end: line };
    const spans = [{ citation: 1, line, start: 0, end: text.length }];
    const [, claim] = answer.claims as object[]; // the first is context
    const [citation] = answer.citations as object[];
    const claims = [{ ...claim, text, spans }];
    const citations = [{ ...citation, ...cited, locator }];
    const markdown = `${text} [1]\n`;
    const messages = [{ ...row, answer: { ...answer, claims, citations, markdown } }];
    return { threads: earlierRows.threads ?? [], messages };
  };

  it("is found at the present place, and its source is verified", async () => {
    const root = { id: "handbook", label: "Docent handbook", path: "fixtures/handbook" };
    http.write("config.json", JSON.stringify({ doc_access: { roots: [root] } }));
    await http.restart(async () => {
      for (const name of readdirSync(http.at("home")))
        if (name.startsWith("docent.db")) rmSync(http.at("home", name));
      await writeEarlierState(http.at("home", "docent.db"), tables());
    });
    await http.ready();
    const { index } = await http.assembly.health("en");
    expect(index).toMatchObject({ state: "ready" });
    const id = String(earlierRows.threads?.[0]?.id);
    for (const format of ["md", "json"]) {
      const exported = await (await http.get(`/api/threads/${id}/export?format=${format}`)).text();
      const { holds, turns } = await verify(exported);
      expect(turns[0]?.sources).toMatchObject([
        { root_id: "handbook", relative_path, now: { state: "verified" } },
      ]);
      const claims = new Set(turns[0]?.claims.map((one) => one.text));
      expect(claims).toEqual(new Set([text]));
      expect(holds).toBe(true);
    }
  });
});
