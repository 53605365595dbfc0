import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Thread } from "#lib/contracts/http";
import { earlierFolder, writeEarlierState } from "../../store/earlier-state.ts";
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
