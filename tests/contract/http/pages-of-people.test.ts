import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { SavedPages, WebReport } from "#lib/contracts/web-desk";
import { webFolder } from "#lib/platform/web-folder";
import { html, openResearchSite, type ResearchSite } from "../../web/research-site.ts";
import { openPeople, type PeopleHttp } from "./open-people.ts";

/** A word of the page that alice saved, which stands nowhere else. */
const secret = "zanzibarite";
const address = "http://a.example/engine";
const question = `Where does the ${secret} engine write its cache?`;

let site: ResearchSite;
let room: PeopleHttp;
let alice: Record<string, string>;
let bob: Record<string, string>;
let carol: Record<string, string>;
let root: Record<string, string>;
/** Of alice: the path of her page, its fetch, and the citation of her answer. */
let page: string;
let fetch_id: string;
let cited: Record<string, unknown>;
let thread_id: string;

beforeAll(async () => {
  site = await openResearchSite();
  site.pages.clear();
  const words = `<p>The ${secret} engine writes its cache to the folder <code>/var/engine</code>.</p>`;
  site.pages.set("a.example/engine", html(`The ${secret} engine`, words));
  room = await openPeople({
    config: {
      web: {
        search_backend: "searxng",
        allow_hosts: ["127.0.0.1", "*.example"],
        timeout_ms: 2000,
      },
    },
    open: { web: site.wires },
    env: { SEARXNG_URL: site.search_url },
  });
  room.http.write("notes/bells.md", "# Bells\n\nThe bell is rung at nine.\n");
  // What the one person of before had saved.
  const before = room.http.at("home/web/pages/old.example");
  mkdirSync(before, { recursive: true });
  writeFileSync(path.join(before, "old.md"), savedPage("The oldest page"));
  await room.http.ready();
  const headersOf = async (name: string) => (await room.signIn(name)).headers;
  alice = await headersOf("alice");
  bob = await headersOf("bob");
  carol = await headersOf("carol");
  root = await headersOf("root");
  const answer = await ask(alice, { web: true });
  expect(answer.claims[0]?.text).toContain("/var/engine");
  const [citation] = answer.citations;
  page = citation?.relative_path ?? "";
  thread_id = answer.thread_id;
  cited = citedOf(answer);
  const fetched = await invoke("web.fetch", { url: address }, alice);
  fetch_id = (structured(fetched) as { fetch_id: string }).fetch_id;
});
afterAll(async () => {
  await room.close();
  await site.close();
});

const savedPage = (title: string) =>
  `---\ntitle: "${title}"\nurl: "http://old.example/"\nfinal_url: "http://old.example/"\nfetched_at: "2026-01-01T00:00:00Z"\nsha256: "0"\n---\n\n# ${title}\n\nThe ${secret} of before.\n`;

async function ask(headers: Record<string, string>, more: object): Promise<Answer> {
  const body = { question, roots: ["notes"], ...more };
  return Answer.parse(await (await room.http.send("POST", "/api/ask", body, headers)).json());
}
async function invoke(tool: string, args: object, headers: Record<string, string>) {
  const url = `/api/tools/${tool}/invoke`;
  return (await room.http.send("POST", url, { arguments: args }, headers)).text();
}
const docs = (tool: string, args: object, headers: Record<string, string>) =>
  invoke(`mcp.docs.${tool}`, args, headers);
const structured = (text: string) =>
  (JSON.parse(text) as { result?: { structured?: unknown } }).result?.structured;
const get = async (url: string, headers: Record<string, string>) =>
  (await room.http.get(url, headers)).text();
const pagesOf = async (headers: Record<string, string>) =>
  SavedPages.parse(JSON.parse(await get("/api/web/pages", headers)));

function citedOf(answer: Answer): Record<string, unknown> {
  const [citation] = answer.citations;
  if (citation === undefined) throw new Error("nothing is cited");
  const { root_id, relative_path, sha256 } = citation;
  const { line_start, line_end } = citation.locator;
  return { root_id, relative_path, line_start, line_end, sha256 };
}

/** What tells one call from another. */
const bare = (text: string) =>
  text
    .replace(/\b(?:trace|run|thread|task|inv|span)_[0-9a-f]{24}\b/g, "ID")
    .replace(/"(?:latency_ms|ms|duration_ms|started_at|index_generation|generation)":[^,}]*/g, "");
/** A page that nobody has saved. */
const none = () => page.replace(/-[0-9a-f]{16}\.md$/, "-0123456789abcdef.md");

describe("a page of the web that somebody saved", () => {
  it("is theirs: it is found, read, listed and verified by its person", async () => {
    expect(page).toMatch(/^a\.example\/engine-[0-9a-f]{16}\.md$/);
    const { pages, total } = await pagesOf(alice);
    expect([total, pages[0]?.relative_path]).toEqual([1, page]);
    expect(await docs("docs_search", { query: secret, roots: ["web"] }, alice)).toContain(page);
    expect(await docs("docs_read", { path: page, root: "web" }, alice)).toContain("/var/engine");
    expect(await docs("docs_read", { path: page }, alice)).toContain("/var/engine");
    expect(await docs("docs_list", { root: "web" }, alice)).toContain(page);
    expect(await docs("docs_verify", { citations: [cited] }, alice)).toContain("verified");
    const preview = await get(`/api/sources/preview?root=web&path=${page}`, alice);
    expect(preview).toContain("/var/engine");
    const again = await ask(alice, { roots: ["web"] });
    expect(again.citations[0]?.relative_path).toBe(page);
  });

  it("is nobody's who asks the folders alone, its own person's neither", async () => {
    expect(await docs("docs_search", { query: secret }, alice)).not.toContain(page);
    expect(await docs("docs_list", {}, alice)).not.toContain(page);
  });

  // First without any page, then with one of their own.
  describe.each([
    { saved: false, pages: 0 },
    { saved: true, pages: 1 },
  ])("for another ($pages of their own)", ({ saved, pages }) => {
    beforeAll(async () => {
      if (!saved) return;
      const words = "<p>The lighthouse is painted every spring.</p>";
      site.pages.set("b.example/lighthouse", html("The lighthouse", words));
      for (const headers of [carol, root]) {
        await invoke("web.extract", { url: "http://b.example/lighthouse" }, headers);
      }
    });

    it("is as one that is not there, by its name", async () => {
      const unknown = { ...cited, relative_path: none(), sha256: "0".repeat(64) };
      for (const headers of [carol, root, bob]) {
        const asked = async (path: string, fetched: string, citation: object) => [
          await docs("docs_read", { path, root: "web" }, headers),
          await docs("docs_read", { path }, headers),
          await docs("docs_outline", { path, root: "web" }, headers),
          await docs("docs_verify", { citations: [citation] }, headers),
          await docs(
            "docs_search",
            { query: "cache", pages: [{ root_id: "web", relative_path: path }] },
            headers,
          ),
          await invoke("web.extract", { fetch_id: fetched }, headers),
          await get(`/api/sources/preview?root=web&path=${path}`, headers),
          await get(`/api/sources/preview?path=${path}`, headers),
          await get(`/api/sources/picture?root=web&path=${path}`, headers),
          await (await room.http.send("DELETE", "/api/web/pages", { path }, headers)).text(),
          await (await room.http.send("POST", "/api/web/fetch-again", { path }, headers)).text(),
        ];
        const hers = await asked(page, fetch_id, cited);
        const nobodys = await asked(none(), "fetch_000000000000000000000000", unknown);
        const plain = (texts: string[]) =>
          texts.map((text) =>
            bare(text)
              .replaceAll(page, "PAGE")
              .replaceAll(none(), "PAGE")
              .replaceAll(fetch_id, "FETCH")
              .replaceAll("fetch_000000000000000000000000", "FETCH"),
          );
        expect(plain(hers)).toEqual(plain(nobodys));
        expect(hers.join()).not.toContain("/var/engine");
      }
      expect((await pagesOf(alice)).total).toBe(1);
    });

    it("is in no search, list, suggestion, correction, count or answer", async () => {
      const near = `${secret.slice(0, -1)}o`;
      for (const headers of [carol, root]) {
        for (const said of [
          await docs("docs_search", { query: secret, roots: ["web"] }, headers),
          await docs("docs_search", { query: near, roots: ["web", "notes"] }, headers),
          await docs("docs_list", { root: "web" }, headers),
          await docs("docs_list", { roots: ["web"], mentions: secret }, headers),
          await docs("docs_suggest", { text: secret.slice(0, 6), roots: ["web"] }, headers),
          await docs("docs_suggest", { text: near, roots: ["web"] }, headers),
          await docs("docs_pictures", { query: secret, roots: ["web"] }, headers),
          await docs("docs_status", {}, headers),
          await get(`/api/suggest?q=${secret.slice(0, 6)}&roots=web`, headers),
          await get("/api/web/pages", headers),
          await get("/api/index", headers),
          await get("/api/threads", headers),
          JSON.stringify(await ask(headers, { roots: ["web"] })).replaceAll(question, ""),
        ]) {
          const own = said.replaceAll(`"${secret}"`, "").replaceAll(near, "");
          expect(own).not.toContain("a.example");
          expect(own).not.toContain("/var/engine");
          expect(own).not.toContain("old.example");
        }
        const report = WebReport.parse(JSON.parse(await get("/api/web", headers)));
        expect(report.pages.count).toBe(pages);
        expect((await pagesOf(headers)).total).toBe(pages);
      }
    });

    it("is fetched anew: nothing of what she was sent is used, and its server is told of no version", async () => {
      site.asked.length = 0;
      const fetched = structured(await invoke("web.fetch", { url: address }, carol));
      expect(fetched).toMatchObject({ from_cache: false });
      expect(site.asked.length).toBeGreaterThan(0);
      expect((await pagesOf(alice)).total).toBe(1);
    });
  });

  it("is forgotten by its own person alone", async () => {
    await room.http.send("DELETE", "/api/web/pages", { all: true }, carol);
    await room.http.send("DELETE", "/api/web/pages", { all: true }, root);
    expect((await pagesOf(carol)).total).toBe(0);
    expect((await pagesOf(alice)).total).toBe(1);
    expect(await docs("docs_read", { path: page, root: "web" }, alice)).toContain("/var/engine");
    expect(existsSync(room.http.at("home/web/pages/old.example/old.md"))).toBe(true);
  });

  it("stays cited in her conversation, and is verified there as hers", async () => {
    const thread = await get(`/api/threads/${thread_id}`, alice);
    expect(thread).toContain(page);
    expect(await docs("docs_verify", { citations: [cited] }, alice)).toContain("verified");
    expect((await room.http.get(`/api/threads/${thread_id}`, carol)).status).toBe(404);
  });
});

it("who only reads is offered no search of the web, and none is made for them", async () => {
  site.asked.length = 0;
  expect(WebReport.parse(JSON.parse(await get("/api/web", bob))).state).toBe("off");
  const answer = await ask(bob, { web: true });
  expect(answer.status).not.toBe("answered");
  expect(site.asked).toEqual([]);
  expect((await pagesOf(bob)).total).toBe(0);
});

it("goes with its person who is erased, with every byte of it", async () => {
  const me = (await (await room.http.get("/api/auth/me", alice)).json()) as { id: string };
  const folder = webFolder(room.http.at("home"), me.id);
  expect(readFileSync(path.join(folder, "pages", page), "utf8")).toContain(secret);
  const others = readdirSync(path.dirname(folder)).length;
  const response = await room.http.call("DELETE", `/api/people/${me.id}`, { headers: root });
  expect(response.status).toBe(200);
  expect(existsSync(folder)).toBe(false);
  expect(readdirSync(path.dirname(folder))).toHaveLength(others - 1);
});
