import { cpSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Thread, ThreadList } from "#lib/contracts/http";
import { projectDir } from "#lib/platform/project";
import { expectWhole } from "../whole-answer.ts";
import { type Http, openHttp } from "./open-http.ts";

/** A whole state folder that the program of before the redesign of answers made: `make-state.ts` in the folder says how. */
const folder = path.join(projectDir(), "tests/store/fixtures/before-redesign");
const text = (name: string): string => readFileSync(path.join(folder, name), "utf8");
const placeThen = "/tmp/docent-before-redesign/notes";

let http: Http;
beforeAll(async () => {
  http = await openHttp({
    env: { DOCENT_LOG_LEVEL: "warn" },
    log_file: (home) => path.join(home, "told.log"),
  });
  await http.restart(() => {
    rmSync(http.at("home"), { recursive: true, force: true });
    http.write("home/docent.db", gunzipSync(readFileSync(path.join(folder, "docent.db.gz"))));
    cpSync(path.join(folder, "notes"), http.at("notes"), { recursive: true, force: true });
    http.write("config.json", text("config.json").replace(placeThen, http.at("notes")));
  });
  await http.ready();
});
afterAll(() => http.close());

const reader = () => ({
  trace_id: "trace_test",
  lang: "en" as const,
  signal: new AbortController().signal,
});

describe("a state folder of the program before the redesign", () => {
  it("is read with its settings under their present names, and says each once", async () => {
    const { config } = await http.assembly.readConfig(reader());
    expect(config.answer.gate).toBe("strict");
    expect(config.doc_access.roots.map((root) => root.path)).toEqual([
      "handbook",
      http.at("notes"),
    ]);
    const log = readFileSync(http.at("home", "told.log"), "utf8");
    for (const name of ["answer.show_weak", "fixtures/handbook"])
      expect(log.split("\n").filter((line) => line.includes(name))).toHaveLength(1);
  });

  it("shows its conversation, and its exports hold", async () => {
    const listed = ThreadList.parse(await (await http.get("/api/threads")).json());
    expect(listed.threads.map(({ title }) => title)).toEqual(["The pump of the well"]);
    const id = listed.threads[0]?.id;
    const thread = Thread.parse(await (await http.get(`/api/threads/${id}`)).json());
    expect(thread.messages.map(({ status }) => status)).toEqual(Array(5).fill("answered"));
    for (const answer of thread.messages) expectWhole(answer);
    for (const format of ["md", "json"]) {
      const exported = await http.get(`/api/threads/${id}/export?format=${format}`);
      expectNotesHold(await http.assembly.verifyExport(await exported.text(), reader()));
    }
  });

  it.each(["export.md", "export.json"])("what it exported is verified: %s", async (name) => {
    expectNotesHold(await http.assembly.verifyExport(text(name), reader()));
    const forged = text(name).replaceAll("every sixty days", "every seventy days");
    expect((await http.assembly.verifyExport(forged, reader())).holds).toBe(false);
  });
});

type Verdict = Awaited<ReturnType<Http["assembly"]["verifyExport"]>>;

/** All that rests on the notes; the handbook has been written anew since, and says so. */
function expectNotesHold({ turns }: Verdict): void {
  expect(turns).toHaveLength(5);
  const own = turns.slice(0, 4);
  for (const { now } of own.flatMap(({ sources }) => sources)) expect(now?.state).toBe("verified");
  expect(own.flatMap(({ claims }) => claims.filter((one) => "reason" in one))).toEqual([]);
  const handbook = turns
    .flatMap(({ sources }) => sources)
    .filter((one) => one.root_id === "handbook");
  expect(handbook.length).toBeGreaterThan(0);
}
