import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { docsTools } from "#lib/contracts/docs-tools";
import { ErrorBody } from "#lib/contracts/errors";
import {
  AccessCheck,
  Completion,
  ConfigDocument,
  Health,
  IndexReport,
  Inspection,
  SkippedFiles,
} from "#lib/contracts/http";
import { type Http, openHttp } from "./open-http.ts";

let http: Http;
beforeEach(async () => {
  http = await openHttp();
  http.write("notes/keys.md", "# Keys\n\nThe signing key is rotated every ninety days.\n");
});
afterEach(() => http.close());

const ownPage = { "sec-fetch-site": "same-origin" };
const inspect = (body: object, headers: Record<string, string> = ownPage) =>
  http.send("POST", "/api/roots/inspect", body, headers);
const complete = (prefix: string, headers: Record<string, string> = ownPage) =>
  http.get(`/api/roots/complete?prefix=${encodeURIComponent(prefix)}`, headers);
const codesOf = async (body: object) =>
  Inspection.parse(await (await inspect(body)).json()).warnings.map(({ code }) => code);
const errorOf = async (response: Response) => ErrorBody.parse(await response.json()).error;
const readConfig = async () => ConfigDocument.parse(await (await http.get("/api/config")).json());
const readIndex = async () => IndexReport.parse(await (await http.get("/api/index")).json());
const act = (body: object) => http.send("POST", "/api/index", body);
const ask = async (question: string) =>
  Answer.parse(await (await http.send("POST", "/api/ask", { question })).json());

async function saveRoots(change: (config: ConfigDocument["config"]) => void) {
  const { config, etag } = await readConfig();
  const next = structuredClone(config);
  change(next);
  return http.send("PUT", "/api/config", next, { "if-match": etag });
}

function audit(): { tool_id: string; relative_path: string; rule: string | null }[] {
  const db = new Database(http.at("home/docent.db"), { readonly: true });
  try {
    const rows = db.prepare(
      "SELECT tool_id, relative_path, rule FROM reads WHERE agent_id = 'person'",
    );
    return rows.all() as ReturnType<typeof audit>; // the columns named in the query
  } finally {
    db.close();
  }
}

const eventually = (work: () => void | Promise<void>) => vi.waitFor(work, { timeout: 240_000 });

describe("the two looks outside the roots", () => {
  it("are for the server's own page alone", async () => {
    for (const headers of [{}, { "sec-fetch-site": "none" }, { "sec-fetch-site": "same-site" }]) {
      for (const refused of [
        await inspect({ path: http.at("notes") }, headers),
        await complete("/", headers),
      ]) {
        expect(refused.status).toBe(403);
        expect((await errorOf(refused)).code).toBe("origin_not_allowed");
      }
    }
    const evil = await complete("/", { origin: "http://evil.example" });
    expect(evil.status).toBe(403);
    const own = { origin: "http://127.0.0.1:3999" };
    expect((await complete("/", own)).status).toBe(200);
  });

  it("are no tools of the docs server or of any agent", async () => {
    const tools = await http.assembly.tools(AbortSignal.timeout(240_000));
    const names = tools.map((tool) => `${tool.id} ${JSON.stringify(tool.input_schema)}`).join("\n");
    expect(names).not.toMatch(/inspect|complete|prefix"?:.*outside/);
    expect(tools.map((tool) => tool.name).sort()).toEqual(Object.keys(docsTools).sort());
  });

  it("say what a folder would make readable, without a word of a file", async () => {
    http.write("new/plan.md", "CANARY-text");
    http.write("new/.env", "CANARY-secret");
    const response = await inspect({ path: http.at("new") });
    const text = await response.text();
    expect(Inspection.parse(JSON.parse(text))).toMatchObject({
      real_path: http.at("new"),
      files: 1,
      bytes: 11,
      sample: [{ relative_path: "plan.md", bytes: 11 }],
      denied: [{ rule: "denylisted", count: 1 }],
      warnings: [],
      complete: true,
    });
    expect(text).not.toContain("CANARY");
  });

  it("count a folder of packages as one that stays closed, and what is in it when it is included", async () => {
    http.write("new/plan.md", "# Plan\n");
    http.write("new/node_modules/left-pad/README.md", "# Pad\n");
    http.write("new/node_modules/right-pad/README.md", "# Pad\n");
    const seen = async (body: object) =>
      Inspection.parse(await (await inspect({ path: http.at("new"), ...body })).json());
    expect(await seen({})).toMatchObject({
      files: 1,
      denied: [{ rule: "dependency_folder", count: 1, examples: ["node_modules"] }],
    });
    expect(await seen({ include_dependencies: true })).toMatchObject({ files: 3, denied: [] });
  });

  it("warn of what a person may not mean", async () => {
    mkdirSync(http.at("notes/inner"));
    symlinkSync(http.at("notes"), http.at("link"));
    expect(await codesOf({ path: http.at("notes") })).toEqual(["same_folder"]);
    expect(await codesOf({ path: http.at("link") })).toEqual(["same_folder"]);
    expect(await codesOf({ path: http.at("notes/inner") })).toEqual(["inside_root", "no_files"]);
    expect(await codesOf({ path: http.at() })).toEqual(["holds_root", "holds_state"]);
    await saveRoots((config) => {
      config.doc_access.allow_outside_project = false;
      config.doc_access.roots = [];
    });
    mkdirSync(http.at("new"));
    expect(await codesOf({ path: http.at("new") })).toEqual(["outside_project"]);
  });

  it("warn of the home folder and of one above it", async () => {
    vi.stubEnv("HOME", http.at("person"));
    mkdirSync(http.at("person"));
    expect(homedir()).toBe(http.at("person"));
    expect(await codesOf({ path: http.at("person") })).toEqual(["home_folder", "no_files"]);
    expect(await codesOf({ path: http.at() })).toContain("home_folder");
  });

  it.each([
    ["no/such", "unreadable"],
    ["notes/keys.md", "not_regular_file"],
    ["home", "denylisted"],
  ])("refuse %s by its rule, without an absolute path", async (name, rule) => {
    await readIndex(); // the state folder is made
    const refused = await inspect({ path: http.at(name) });
    expect(refused.status).toBe(403);
    const error = await errorOf(refused);
    expect(error.code).toBe(rule);
    expect(error.message).not.toContain(http.at());
  });

  it("complete the path that is being typed", async () => {
    mkdirSync(http.at("nova"));
    const { folders } = Completion.parse(await (await complete(http.at("no"))).json());
    expect(folders).toEqual([http.at("notes"), http.at("nova")]);
  });

  it("are audited with what was typed and the rule", async () => {
    await inspect({ path: http.at("notes") });
    await inspect({ path: http.at("gone") });
    await complete("../x");
    await eventually(() =>
      expect(audit()).toEqual([
        { tool_id: "http.roots.inspect", relative_path: http.at("notes"), rule: null },
        { tool_id: "http.roots.inspect", relative_path: http.at("gone"), rule: "unreadable" },
        { tool_id: "http.roots.complete", relative_path: "../x", rule: null },
      ]),
    );
  });

  it("have a limit, and say when to come again", async () => {
    const statuses = new Set<number>();
    for (let i = 0; i < 62; i += 1)
      statuses.add((await inspect({ path: http.at("notes") })).status);
    expect([...statuses]).toEqual([200, 429]);
    const refused = await errorOf(await inspect({ path: http.at("notes") }));
    expect(refused.code).toBe("rate_limited");
    expect(refused.message).toMatch(/\d+ seconds?/);
  });
});

describe("a paused folder", () => {
  const question = "When is the signing key rotated?";

  it("is neither searched nor read, and is again after it was resumed", async () => {
    expect((await ask(question)).status).toBe("answered");
    const paused = IndexReport.parse(
      await (await act({ action: "pause", root_id: "notes" })).json(),
    );
    expect(paused.roots).toMatchObject([{ id: "notes", state: "paused", files: 0 }]);

    const answer = await ask(question);
    expect(answer.status).toBe("denied");
    expect(answer.gaps[0]).toMatchObject({ cause: "denied", rule: "not_allowlisted" });
    const read = await http.get("/api/sources/preview?path=keys.md&root=notes");
    expect(read.status).toBe(403);
    const checked = await http.send("POST", "/api/access/check", {
      path: http.at("notes/keys.md"),
    });
    expect(AccessCheck.parse(await checked.json())).toMatchObject({
      allowed: false,
      rule: "not_allowlisted",
      setting: "doc_access.roots",
      message: expect.stringContaining("paused"),
    });
    const { config, undoable } = await readConfig();
    expect(config.doc_access.roots[0]?.paused).toBe(true);
    expect(undoable).toBe(true);

    expect((await act({ action: "resume" })).status).toBe(200);
    expect((await readConfig()).config.doc_access.roots[0]).not.toHaveProperty("paused");
    expect((await ask(question)).status).toBe("answered");
  });

  it("stays closed through a folder around it", async () => {
    http.write("notes/inner/lamp.md", "# Lamp\n\nThe lamp is lit at half past four.\n");
    await saveRoots((config) =>
      config.doc_access.roots.push({
        id: "inner",
        label: "Inner",
        path: http.at("notes/inner"),
        paused: true,
      }),
    );
    expect((await ask("When is the lamp lit?")).status).not.toBe("answered");
    const read = await http.get("/api/sources/preview?path=inner/lamp.md&root=notes");
    expect(read.status).toBe(403);
    await act({ action: "resume", root_id: "inner" });
    expect((await ask("When is the lamp lit?")).status).toBe("answered");
  });
});

describe("the index", () => {
  it("looks at the disk when it is told to", async () => {
    await eventually(async () => expect((await readIndex()).state).toBe("ready"));
    writeFileSync(http.at("notes/new.md"), "# New\n");
    expect((await act({ action: "rescan", root_id: "notes" })).status).toBe(200);
    await eventually(async () => expect((await readIndex()).roots[0]?.files).toBe(2));
  });

  it("refuses a folder that does not exist", async () => {
    for (const action of ["pause", "resume", "rescan"]) {
      expect((await act({ action, root_id: "nobody" })).status).toBe(404);
    }
    expect((await act({ action: "drop" })).status).toBe(400);
  });

  it("lists what was left out, with rule and sentence", async () => {
    symlinkSync("/etc/hostname", http.at("notes/out.md"));
    const listed = await http.get("/api/index/skipped?root=notes");
    expect(SkippedFiles.parse(await listed.json())).toMatchObject({
      total: 1,
      skipped: [{ relative_path: "out.md", rule: "symlink_escape" }],
    });
    const zh = await http.get("/api/index/skipped?root=notes", { "accept-language": "zh-CN" });
    expect(SkippedFiles.parse(await zh.json()).skipped[0]?.message).toContain("链接");
    expect((await http.get("/api/index/skipped?root=nobody")).status).toBe(403);
  });
});

describe("a mount point without its disk", () => {
  it("is named by Settings, the index and health, in the reader's language", async () => {
    await eventually(async () => expect((await readIndex()).state).toBe("ready"));
    renameSync(http.at("notes"), http.at("away"));
    mkdirSync(http.at("notes"));
    for (const [lang, message] of [
      ["en", "The folder “Notes” is empty and is not the one read before"],
      ["zh-CN", "文件夹“Notes”是空的，而且不是之前读取的那一个"],
    ] as const) {
      const get = async (route: string) =>
        (await http.get(route, { "accept-language": lang })).json();
      const said = { state: "unhealthy", message: expect.stringContaining(message) };
      expect(ConfigDocument.parse(await get("/api/config")).roots).toMatchObject([said]);
      expect(IndexReport.parse(await get("/api/index")).roots).toMatchObject([said]);
      // The look that notices it is still under way at first, and health says that before anything else.
      await eventually(async () => {
        const { status, index } = Health.parse(await get("/api/health"));
        expect({ status, index }).toMatchObject({
          status: "degraded",
          index: { ...said, state: "degraded" },
        });
      });
    }
  });
});

describe("undo", () => {
  const undo = (etag?: string) =>
    http.send("POST", "/api/config/undo", {}, etag === undefined ? {} : { "if-match": etag });

  it("takes the last save back and is audited like it", async () => {
    const before = await readConfig();
    expect(before.undoable).toBe(false);
    expect((await undo(before.etag)).status).toBe(409);
    const saved = ConfigDocument.parse(
      await (await saveRoots((config) => config.doc_access.roots.pop())).json(),
    );
    expect(saved).toMatchObject({ undoable: true, roots: [] });
    const { label = "" } = before.config.doc_access.roots.at(-1) ?? {};
    expect(before.last_save).toBeUndefined();
    expect(saved.last_save?.changes).toEqual([
      { kind: "folder", what: "removed", path: "doc_access.roots", name: label },
    ]);
    expect(Date.parse(saved.last_save?.at ?? "")).toBeGreaterThan(0);
    expect((await undo()).status).toBe(428);
    expect((await undo(before.etag)).status).toBe(412);
    const undone = ConfigDocument.parse(await (await undo(saved.etag)).json());
    expect(undone.config).toEqual(before.config);
    expect(undone.etag).toBe(before.etag);
    // Pressed twice, the second press names a save that is gone, and takes back no other.
    expect((await undo(saved.etag)).status).toBe(412);
    const file = path.basename(http.at("config.json"));
    await eventually(() =>
      expect(audit().map(({ tool_id, relative_path }) => [tool_id, relative_path])).toEqual([
        ["http.config.save", `DOCENT_CONFIG: ${file}`],
        ["http.config.undo", `DOCENT_CONFIG: ${file}`],
      ]),
    );
  });
});
