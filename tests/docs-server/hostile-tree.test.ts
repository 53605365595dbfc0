import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDocs, createWorkplace, type DocsClient, type Workplace } from "./docs-client.ts";

/** Stands in every file that must never be read; nothing the server says may hold it. */
const canary = "xylocanaryphone";
const secret = `# Secret\n\nThe password is ${canary}.\n`;

let place: Workplace;
let docs: DocsClient;
const said: string[] = [];

beforeAll(async () => {
  place = createWorkplace();
  place.configure({
    roots: [{ id: "notes", label: "Notes", path: place.at("notes"), hidden: true }],
    deny: ["private"],
    max_file_bytes: 1_000_000,
  });
  place.write("notes/good.md", "# Good\n\nThe garden opens at nine.\n");
  place.write("notes/%2e%2e%2foutside.md", "# Literal\n\nA literal name.\n");
  for (const path of [
    "outside/secret.md",
    "notes-evil/secret.md",
    "notes/.git/secret.md",
    "notes/.ssh/secret.md",
    "notes/.env.md",
    "notes/private/secret.md",
    "notes/secret.txt",
    "notes/server.pem",
  ]) {
    place.write(path, secret);
  }
  place.write("notes/big.md", secret + "x".repeat(1_100_000));
  place.write("notes/binary.md", Buffer.concat([Buffer.from(secret), Buffer.from([0, 1, 2])]));
  place.write("notes/sparse.md", "");
  truncateSync(place.at("notes/sparse.md"), 2 * 1024 ** 3);
  const link = (name: string, target: string) => symlinkSync(target, place.at("notes", name));
  link("out.md", "../outside/secret.md");
  link("out", "../outside");
  link("absolute.md", place.at("outside/secret.md"));
  link("evil.md", "../notes-evil/secret.md");
  link("chain.md", "out/secret.md");
  link("parent", "..");
  link("loop", "loop");
  link("self", ".");
  link("git.md", ".git/secret.md");
  link("null.md", "/dev/null");
  mkdirSync(place.at("notes/folder.md"));
  execFileSync("mkfifo", [place.at("notes/pipe.md")]);
  docs = await connectDocs(place);
});
afterAll(async () => {
  await docs.close();
  place.remove();
});

async function call(name: string, args: Record<string, unknown>) {
  const reply = await docs.call(name, args);
  said.push(JSON.stringify(reply));
  return reply;
}

const refused: [string, RegExp][] = [
  ["../outside/secret.md", /^traversal$/],
  ["self/../../outside/secret.md", /^traversal$/],
  ["/etc/passwd", /^not_allowlisted$/],
  ["/proc/self/environ", /^not_allowlisted$/],
  ["//etc//passwd", /^not_allowlisted$/],
  ["%2e%2e/outside/secret.md", /^unreadable$/],
  ["..%2foutside%2fsecret.md", /^unreadable$/],
  ["..\\outside\\secret.md", /^unreadable$/],
  ["\u2024\u2024/outside/secret.md", /^unreadable$/],
  ["file:///etc/passwd", /^unreadable$/],
  ["~/.ssh/id_rsa", /^denylisted$/],
  ["out.md", /^symlink_escape$/],
  ["out/secret.md", /^symlink_escape$/],
  ["out/nothing.md", /^symlink_escape$/],
  ["absolute.md", /^symlink_escape$/],
  ["evil.md", /^symlink_escape$/],
  ["chain.md", /^symlink_escape$/],
  ["parent/outside/secret.md", /^symlink_escape$/],
  ["loop", /^unreadable$/],
  ["git.md", /^denylisted$/],
  [".git/secret.md", /^denylisted$/],
  [".GIT/secret.md", /^denylisted$/],
  [".env.md", /^denylisted$/],
  ["private/secret.md", /^denylisted$/],
  ["self/private/secret.md", /^denylisted$/],
  ["server.pem", /^denylisted$/],
  ["secret.txt", /^not_a_document$/],
  ["folder.md", /^not_regular_file$/],
  ["pipe.md", /^not_regular_file$/],
  ["null.md", /^symlink_escape$/],
  ["big.md", /^too_large$/],
  ["sparse.md", /^too_large$/],
  ["binary.md", /^not_text$/],
];

describe("a folder made to break out of", () => {
  it.each(refused)("%j is refused by every tool that takes a path", async (path, rule) => {
    const sha256 = createHash("sha256").update("# Secret").digest("hex");
    for (const root of [undefined, "notes"]) {
      const args = root === undefined ? { path } : { path, root };
      for (const tool of ["docs_read", "docs_outline"]) {
        const reply = await call(tool, args);
        expect(reply.isError).toBe(true);
        expect(reply.structured.rule).toMatch(rule);
      }
    }
    const lines = { line_start: 1, line_end: 1, sha256 };
    const { structured } = await call("docs_verify", {
      citations: [{ root_id: "notes", relative_path: path, ...lines }],
    });
    expect(structured.results[0].state).toMatch(/^(denied|missing)$/);
  });

  it("is searched and listed without what may not be read", async () => {
    for (const query of [canary, `the password is ${canary}`, "secret password"]) {
      const { structured } = await docs.call("docs_search", { query, include_text: true });
      expect(structured.hits.map((hit: { relative_path: string }) => hit.relative_path)).toEqual(
        [],
      );
      said.push(JSON.stringify(structured.hits));
    }
    const { structured } = await call("docs_list", {});
    expect(structured.files.map((f: { relative_path: string }) => f.relative_path).sort()).toEqual([
      "%2e%2e%2foutside.md",
      "good.md",
    ]);
    await call("docs_list", { skipped: true });
    await call("docs_list", { prefix: "../outside" });
    await call("docs_status", {});
  });

  it("takes patterns and cursors as they are, and none of them widens anything", async () => {
    for (const pattern of ["**/*", "../**", "/etc/*", "(a+)+b", "*a".repeat(100)]) {
      const args = { query: `password garden ${canary}`, doc_file_patterns: [pattern] };
      const { structured } = await docs.call("docs_search", args);
      // Reason and breakdown name words of the question, and here the canary is one of them: they are looked at below.
      type Hit = { reason: string; breakdown: unknown };
      const told = structured.hits.map(({ reason: _, breakdown: __, ...hit }: Hit) => hit);
      const without = { ...args, query: "password garden" };
      said.push(JSON.stringify(told));
      said.push(JSON.stringify((await docs.call("docs_search", without)).structured.hits));
      const paths = structured.hits.map((hit: { relative_path: string }) => hit.relative_path);
      expect(["good.md", undefined]).toContain(paths[0]);
    }
  });

  it("leaves no text of it in anything that was said, and the next question is answered", async () => {
    expect(said.length).toBeGreaterThan(refused.length * 5);
    expect(said.filter((reply) => reply.includes(canary))).toEqual([]);
    expect(said.filter((reply) => reply.includes(place.at("outside")))).toEqual([]);
    expect(docs.stderr()).not.toContain(canary);
    const { structured } = await docs.call("docs_search", { query: "When does the garden open?" });
    expect(structured.hits[0]).toMatchObject({
      relative_path: "good.md",
      snippet: expect.stringContaining("opens at nine"),
    });
  });
});
