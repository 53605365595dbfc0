import { symlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPeople, type PeopleHttp } from "./open-people.ts";

/** A word of the closed folder that stands nowhere else. */
const secret = "quixotarium";

let room: PeopleHttp;
let bob: Record<string, string>;
let alice: Record<string, string>;
let carol: Record<string, string>;
beforeAll(async () => {
  room = await openPeople({
    roots: (at) => [
      { id: "notes", label: "Notes", path: at("notes") },
      { id: "legal", label: "Legal", path: at("notes", "legal"), groups: ["legal"] },
      { id: "open", label: "Open", path: at("notes", "legal", "open") },
      { id: "apart", label: "Apart", path: at("apart"), groups: ["legal"] },
    ],
  });
  const { http } = room;
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  http.write(
    "notes/bells.md",
    "# Bells\n\nThe bell is rung at nine. See [the case](legal/case.md).\n",
  );
  http.write(
    "notes/legal/case.md",
    `# The ${secret} case\n\nThe ${secret} is sealed.\n\n![seal](seal.png)\n`,
  );
  http.write("notes/legal/seal.png", png);
  http.write("notes/legal/open/terms.md", "# Terms\n\nThe terms are open to all.\n");
  http.write("apart/case.md", `# Another ${secret} case\n\nThe other ${secret} is sealed.\n`);
  symlinkSync(http.at("notes/legal"), http.at("notes/shortcut"));
  symlinkSync(http.at("notes/legal/case.md"), http.at("notes/case-by-link.md"));
  symlinkSync(http.at("apart/case.md"), http.at("notes/apart-by-link.md"));
  await http.ready();
  alice = (await room.signIn("alice")).headers;
  bob = (await room.signIn("bob")).headers;
  carol = (await room.signIn("carol")).headers;
});
afterAll(() => room.close());

const text = async (url: string, headers: Record<string, string>) =>
  (await room.http.get(url, headers)).text();
const invoke = async (tool: string, args: unknown, headers: Record<string, string>) => {
  const url = `/api/tools/mcp.docs.${tool}/invoke`;
  const response = await room.http.send("POST", url, { arguments: args }, headers);
  return response.text();
};
const ask = async (question: string, headers: Record<string, string>, more: object = {}) => {
  const response = await room.http.send("POST", "/api/ask", { question, ...more }, headers);
  return (await response.json()) as {
    status: string;
    markdown: string;
    coverage: { files_known: number };
  };
};

describe("a folder that is for a group", () => {
  it("answers who is in it", async () => {
    const answer = await ask(`What is the ${secret}?`, alice);
    expect([answer.status, answer.markdown]).toEqual(["answered", expect.stringContaining(secret)]);
  });

  it("answers nobody else, not even that it is there", async () => {
    for (const headers of [bob, carol]) {
      const known = await ask(`What is the ${secret}?`, headers);
      const unknown = await ask("What is the flumbergast?", headers);
      const said = JSON.stringify(known).replaceAll(secret, "flumbergast");
      expect(known.status).toBe(unknown.status);
      expect(said).not.toContain("sealed");
      expect(said).not.toContain("legal");
      // In counts as well: the files of Notes and Open.
      expect(known.coverage.files_known).toBe(2);
    }
  });

  it.each([
    { path: "legal/case.md", root: "notes" },
    { path: "shortcut/case.md", root: "notes" },
    { path: "case-by-link.md", root: "notes" },
    { path: "apart-by-link.md", root: "notes" },
    { path: "case.md", root: "legal" },
    { path: "../case.md", root: "open" },
    { path: "case.md", root: "apart" },
    { path: "legal/case.md" },
    { path: "case.md" },
  ])("is read by nobody else by $root $path", async (place) => {
    const query = new URLSearchParams(place as Record<string, string>).toString();
    for (const said of [
      await text(`/api/sources/preview?${query}`, bob),
      await text(`/api/sources/picture?${query.replace("case.md", "seal.png")}`, bob),
      await invoke("docs_read", place, carol),
      await invoke("docs_outline", place, carol),
      await invoke(
        "docs_picture",
        { ...place, path: place.path.replace("case.md", "seal.png") },
        carol,
      ),
    ]) {
      expect(said).not.toContain(secret);
      expect(said).not.toContain("base64");
      expect(said).toContain("message");
    }
  });

  it("is read by its absolute path by nobody else", async () => {
    for (const name of ["notes/legal/case.md", "notes/shortcut/case.md", "apart/case.md"]) {
      const path = encodeURIComponent(room.http.at(name));
      const said = await text(`/api/sources/preview?path=${path}`, bob);
      expect(said).not.toContain(secret);
      const none = encodeURIComponent(room.http.at(name.replace("case", "none")));
      const missing = await text(`/api/sources/preview?path=${none}`, bob);
      const bare = (one: string) => one.replace(/trace_[0-9a-f]{24}/, "");
      expect(bare(said)).toBe(bare(missing));
    }
  });

  it("is in no list, search, suggestion or correction of anybody else", async () => {
    const near = `${secret.slice(0, -1)}n`;
    for (const said of [
      await invoke("docs_search", { query: secret }, carol),
      await invoke("docs_search", { query: near }, carol),
      await invoke("docs_search", { query: secret, roots: ["legal"] }, carol),
      await invoke("docs_search", { query: secret, roots: ["notes", "apart"] }, carol),
      await invoke("docs_list", {}, carol),
      await invoke("docs_list", { root: "legal" }, carol),
      await invoke("docs_list", { root: "notes", prefix: "legal" }, carol),
      await invoke("docs_list", { skipped: true }, carol),
      await invoke("docs_list", { mentions: secret }, carol),
      await invoke("docs_suggest", { text: secret.slice(0, 5) }, carol),
      await invoke("docs_suggest", { text: near }, carol),
      await invoke("docs_suggest", { text: "" }, carol),
      await invoke("docs_pictures", { query: "seal" }, carol),
      await invoke("docs_status", {}, carol),
      await text(`/api/suggest?q=${secret.slice(0, 5)}`, bob),
      await text(`/api/suggest?q=${near}`, bob),
      await text("/api/suggest?q=", bob),
      await text("/api/index", bob),
      await text("/api/index/skipped?root=notes", bob),
      await text("/api/index/skipped?root=legal", bob),
      await text("/api/health", bob),
    ]) {
      const own = said.replaceAll(near, "").replaceAll(`"term":"${secret}"`, "");
      expect(own).not.toContain(secret);
      expect(own).not.toContain("case.md");
      expect(own).not.toContain("seal.png");
      expect(own).not.toMatch(/"Legal"|"Apart"/);
    }
  });

  it("is not found by the hash of its lines", async () => {
    const read = await invoke("docs_read", { path: "case.md", root: "legal" }, alice);
    const { result } = JSON.parse(read) as { result: { structured: { sha256: string } } };
    const { sha256 } = result.structured;
    for (const root_id of ["legal", "notes", "open"]) {
      const cited = { root_id, relative_path: "case.md", line_start: 1, line_end: 5, sha256 };
      const said = await invoke("docs_verify", { citations: [cited] }, carol);
      expect(said).not.toContain(secret);
      expect(said).not.toMatch(/verified|moved/);
    }
  });

  it("leaves what lies in it and is open to all open to all", async () => {
    expect(await text("/api/sources/preview?path=terms.md&root=open", bob)).toContain(
      "open to all",
    );
    expect((await ask("Who are the terms open to?", bob)).status).toBe("answered");
  });

  it("is asked in vain by whoever names it", async () => {
    const named = await ask(`What is the ${secret}?`, bob, { roots: ["legal"] });
    const none = await ask(`What is the ${secret}?`, bob, { roots: ["nothing"] });
    expect(named.status).toBe(none.status);
    expect(JSON.stringify(named)).not.toContain("sealed");
  });

  it("is closed to who is taken out of the group, at once", async () => {
    expect(await text("/api/sources/preview?path=case.md&root=legal", alice)).toContain(secret);
    room.accounts.set("alice", { name: "Alice", groups: ["writers"] });
    room.configure({ recheck_seconds: 0 });
    expect(await text("/api/sources/preview?path=case.md&root=legal", alice)).not.toContain(secret);
    expect((await ask(`What is the ${secret}?`, alice)).markdown).not.toContain("sealed");
    room.accounts.set("alice", { name: "Alice", groups: ["writers", "legal"] });
    expect(await text("/api/sources/preview?path=case.md&root=legal", alice)).toContain(secret);
    room.configure();
  });
});
