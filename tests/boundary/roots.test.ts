import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DocsStatusOutput } from "#lib/contracts/docs-tools";
import { canary, secret } from "../../fixtures/hostile/make.ts";
import { type Http, openHttp } from "../contract/http/open-http.ts";
import {
  connectDocs,
  createWorkplace,
  type DocsClient,
  type Workplace,
} from "../docs-server/docs-client.ts";

/** How to start a program that rights apply to: the superuser may read whatever they say. */
const ordinaryUser = findOrdinaryUser();
function findOrdinaryUser(): string[] | undefined {
  if (process.getuid?.() !== 0) return process.platform === "win32" ? undefined : [];
  const become = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  const [command = "", ...args] = [...become, process.execPath, "-e", ""];
  return spawnSync(command, args, { cwd: "/" }).status === 0 ? become : undefined;
}

let place: Workplace;
let docs: DocsClient;
beforeEach(async () => {
  place = createWorkplace();
  place.write("notes/good.md", "# Garden\n\nThe garden opens at nine.\n");
  place.write("notes/inner/b.md", "# Inner\n\nThe fountain runs until dusk.\n");
  place.write("outside/secret.md", secret);
});
afterEach(async () => {
  await docs?.close();
  place.remove();
});

async function open(roots: object[], others: object = {}): Promise<void> {
  place.configure({ roots, ...others });
  docs = await connectDocs(place);
}
const root = (path: string, id = "r") => ({ id, label: `Folder ${id}`, path });

async function stateOf(id = "r") {
  const { structured } = await docs.call("docs_status");
  const found = (structured as DocsStatusOutput).roots.find((one) => one.id === id);
  return { state: found?.state, rule: found?.rule, message: found?.message };
}

async function found(query = "When does the garden open?"): Promise<string[]> {
  const { structured } = await docs.call("docs_search", { query });
  return structured.hits.map(
    (h: { root_id: string; relative_path: string }) => `${h.root_id}/${h.relative_path}`,
  );
}

describe("S24 odd roots · docs_status, docs_search, docs_read", () => {
  it.each([
    ["the whole disk", () => "/", "denylisted", /whole disk/, "doc_access.roots"],
    [
      "a file",
      () => place.at("notes/good.md"),
      "not_regular_file",
      /not a folder/,
      "doc_access.roots",
    ],
    [
      "a folder that is not there",
      () => place.at("nope"),
      "unreadable",
      /is missing/,
      "doc_access.roots",
    ],
    ["a system folder", () => "/etc", "denylisted", /Never read/, "doc_access.deny"],
    [
      "the program's own state",
      () => place.at("home"),
      "denylisted",
      /Never read/,
      "doc_access.deny",
    ],
    [
      "a link to a denied folder",
      () => {
        symlinkSync("/etc", place.at("etc-link"));
        return place.at("etc-link");
      },
      "denylisted",
      /Never read/,
      "doc_access.deny",
    ],
  ])("%s is unhealthy, says why and reads nothing", async (_, path, rule, message, setting) => {
    await open([root(path())]);
    expect(await stateOf()).toEqual({
      state: "unhealthy",
      rule,
      message: expect.stringMatching(message),
    });
    const search = await docs.call("docs_search", { query: "garden" });
    expect(search.structured).toMatchObject({ status: "denied", rule, hits: [], setting });
    for (const given of ["good.md", "passwd", place.at("notes/good.md"), "/etc/passwd"]) {
      const read = await docs.call("docs_read", { path: given });
      expect([given, read.isError, read.structured.status]).toEqual([given, true, "denied"]);
      expect(read.text).not.toContain(place.dir);
    }
  });

  it("no root at all: nothing is readable, and the sentence says what to do", async () => {
    await open([]);
    const search = await docs.call("docs_search", { query: "garden" });
    expect(search.structured).toMatchObject({ status: "denied", rule: "not_allowlisted" });
    expect(search.structured.message).toContain("Settings");
    const read = await docs.call("docs_read", { path: place.at("notes/good.md") });
    expect(read.structured).toMatchObject({ rule: "not_allowlisted", setting: "doc_access.roots" });
  });

  it("a link to a folder is read, and files are cited below it", async () => {
    symlinkSync(place.at("notes"), place.at("shortcut"));
    await open([root(place.at("shortcut"))]);
    expect(await found()).toEqual(["r/good.md"]);
  });

  it("a link that is pointed elsewhere later leads nowhere but there", async () => {
    symlinkSync(place.at("notes"), place.at("shortcut"));
    place.write("other/c.md", "# Other\n\nThe cellar is dry.\n");
    await open([root(place.at("shortcut"))]);
    expect(await found()).toEqual(["r/good.md"]);
    rmSync(place.at("shortcut"));
    symlinkSync(place.at("other"), place.at("shortcut"));
    await expect.poll(() => found("Is the cellar dry?")).toEqual(["r/c.md"]);
    expect((await docs.call("docs_read", { path: place.at("notes/good.md") })).isError).toBe(true);
  });

  it("nested roots show each file once, by the root named first", async () => {
    await open([root(place.at("notes"), "outer"), root(place.at("notes/inner"), "inner")]);
    expect(await found("How long does the fountain run?")).toEqual(["outer/inner/b.md"]);
    const read = await docs.call("docs_read", { path: place.at("notes/inner/b.md") });
    expect(read.structured).toMatchObject({ root_id: "inner", relative_path: "b.md" });
  });

  it("a parent of the program's own state is read without the state", async () => {
    mkdirSync(place.at("home/workspace"));
    place.write("home/workspace/state.md", secret);
    await open([root(place.dir)]);
    expect(await found()).toEqual(["r/notes/good.md"]);
    const read = await docs.call("docs_read", { path: "home/workspace/state.md" });
    expect(read.structured).toMatchObject({ rule: "denylisted", setting: "doc_access.deny" });
    const listed = await docs.call("docs_list", {});
    expect(JSON.stringify(listed)).not.toContain("state.md");
  });

  it("a healthy root goes on beside unhealthy ones", async () => {
    await open([root("/", "disk"), root(place.at("nope"), "gone"), root(place.at("notes"), "ok")]);
    expect(await found()).toEqual(["ok/good.md"]);
  });
});

describe("R25 a root goes away and comes back · docs_status, docs_search, docs_read", () => {
  it("renamed away and back: unhealthy meanwhile, searched again without being added again", async () => {
    await open([root(place.at("notes"))]);
    expect(await found()).toEqual(["r/good.md"]);
    renameSync(place.at("notes"), place.at("away"));
    expect(await stateOf()).toMatchObject({ state: "unhealthy", rule: "unreadable" });
    const search = await docs.call("docs_search", { query: "When does the garden open?" });
    expect(search.structured).toMatchObject({ status: "denied", rule: "unreadable", hits: [] });
    expect((await docs.call("docs_read", { path: "good.md" })).isError).toBe(true);
    renameSync(place.at("away"), place.at("notes"));
    expect((await docs.call("docs_read", { path: "good.md" })).isError).toBe(false);
    await expect.poll(() => found()).toEqual(["r/good.md"]);
    expect(await stateOf()).toMatchObject({ state: "ready" });
  });

  it("a mount point without its disk: nothing is answered, the folder says why, and the disk is searched again when it is back", async () => {
    await open([root(place.at("notes"))]);
    expect(await found()).toEqual(["r/good.md"]);
    renameSync(place.at("notes"), place.at("away"));
    mkdirSync(place.at("notes"));
    const message = expect.stringMatching(/^The folder “Folder r” is empty and is not the one/);
    expect(await stateOf()).toEqual({ state: "unhealthy", rule: "unreadable", message });
    const search = await docs.call("docs_search", { query: "When does the garden open?" });
    expect(search.structured).toMatchObject({ status: "denied", rule: "unreadable", message });
    rmdirSync(place.at("notes"));
    renameSync(place.at("away"), place.at("notes"));
    expect(await found()).toEqual(["r/good.md"]);
  });

  it("removed, and another put in its place: only what stands there now is read", async () => {
    await open([root(place.at("notes"))]);
    expect(await found()).toEqual(["r/good.md"]);
    rmSync(place.at("notes"), { recursive: true });
    symlinkSync("/etc", place.at("notes"));
    expect(await stateOf()).toMatchObject({ state: "unhealthy", rule: "denylisted" });
    rmSync(place.at("notes"));
    mkdirSync(place.at("notes"));
    writeFileSync(place.at("notes/new.md"), "# New\n\nThe gate is painted green.\n");
    await expect.poll(() => found("Which colour is the gate?")).toEqual(["r/new.md"]);
  });

  it.runIf(ordinaryUser !== undefined)(
    "without rights: unreadable meanwhile, back with them",
    async () => {
      chmodSync(place.dir, 0o755);
      place.configure({ roots: [root(place.at("notes"))] });
      docs = await connectDocs(place, [], ordinaryUser);
      expect(await found()).toEqual(["r/good.md"]);
      chmodSync(place.at("notes"), 0o000);
      try {
        const read = await docs.call("docs_read", { path: "good.md" });
        expect(read.structured).toMatchObject({ status: "denied", rule: "unreadable" });
        expect(await found()).toEqual([]);
      } finally {
        chmodSync(place.at("notes"), 0o755);
      }
      expect((await docs.call("docs_read", { path: "good.md" })).isError).toBe(false);
      await expect.poll(() => found()).toEqual(["r/good.md"]);
    },
  );
});

describe("S24 odd roots · PUT /api/config, POST /api/ask", () => {
  let http: Http;
  beforeEach(async () => {
    http = await openHttp();
    http.write("notes/good.md", "# Garden\n\nThe garden opens at nine.\n");
  });
  afterEach(() => http.close());

  it("are not saved, each with its reason, and what was set up goes on", async () => {
    await open([]);
    const read = async () =>
      (await (await http.get("/api/config")).json()) as {
        config: { doc_access: { roots: object[] } };
        etag: string;
      };
    const before = await read();
    symlinkSync("/etc", http.at("etc-link"));
    const odd: [path: string, reason: RegExp][] = [
      ["/", /whole disk/],
      ["/etc", /Never read/],
      ["/proc/self", /Never read/],
      ["/dev", /Never read/],
      [http.at("etc-link"), /Never read/],
      [http.at("home"), /Never read/],
      [http.at("notes/good.md"), /not a folder/],
      [http.at("nope"), /no folder/],
      [http.at("notes\0"), /./],
      ["", /./],
    ];
    for (const [path, reason] of odd) {
      const next = structuredClone(before.config);
      next.doc_access.roots.push({ id: "odd", label: "Odd", path });
      const put = await http.send("PUT", "/api/config", next, { "if-match": before.etag });
      const body = await put.json();
      expect([path, put.status]).toEqual([path, 422]);
      expect(body.problems[0].message).toMatch(reason);
      expect(JSON.stringify(body)).not.toContain(http.at(""));
    }
    expect((await read()).etag).toBe(before.etag);
    const asked = await http.send("POST", "/api/ask", { question: "When does the garden open?" });
    expect(await asked.json()).toMatchObject({ status: "answered" });
  });
});

describe("what lies outside the roots", () => {
  let http: Http;
  beforeEach(async () => {
    http = await openHttp();
  });
  afterEach(() => http.close());

  it("is answered byte for byte alike whether it exists or not, at every place that takes a path", async () => {
    await open([root(http.at("notes"), "notes")]);
    const path = http.at("outside/maybe.md");
    symlinkSync(http.at("outside"), http.at("notes/out"));
    const cited = { root_id: "notes", line_start: 1, line_end: 1, sha256: "0".repeat(64) };
    const ask = async () => {
      const answers: string[] = [];
      for (const given of [path, "../outside/maybe.md", "out/maybe.md"]) {
        for (const tool of ["docs_read", "docs_outline"]) {
          answers.push(JSON.stringify(await docs.call(tool, { path: given, root: "notes" })));
        }
        const citations = [{ ...cited, relative_path: given }];
        answers.push(JSON.stringify(await docs.call("docs_verify", { citations })));
        const check = await http.send("POST", "/api/access/check", { path: given, root: "notes" });
        answers.push(`${check.status} ${await check.text()}`);
        const query = new URLSearchParams({ path: given, root: "notes" });
        const preview = await http.get(`/api/sources/preview?${query}`);
        answers.push(`${preview.status} ${(await preview.text()).replace(/trace_[0-9a-f]+/, "")}`);
      }
      return answers;
    };
    const absent = await ask();
    mkdirSync(http.at("outside"));
    const emptyFolder = await ask();
    writeFileSync(path, secret);
    const there = await ask();
    rmSync(path);
    mkdirSync(path);
    const folder = await ask();
    expect(absent).toHaveLength(15);
    expect(emptyFolder).toEqual(absent);
    expect(there).toEqual(absent);
    expect(folder).toEqual(absent);
    expect(there.filter((answer) => answer.includes(canary))).toEqual([]);
  });
});
