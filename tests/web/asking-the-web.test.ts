import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ReplayComparison } from "#lib/contracts/activity";
import { Answer } from "#lib/contracts/answer";
import { AskBody } from "#lib/contracts/http";
import { FetchedAgain, SavedPages, WebReport, WebTest } from "#lib/contracts/web-desk";
import { type Http, openHttp } from "../contract/http/open-http.ts";
import { html, openResearchSite, type ResearchSite } from "./research-site.ts";

/** Questions that are put to the web too, and what Settings shows of it, through the real tools over the test's web. */
const question = "Where does the Zephyr compiler write its cache?";
let site: ResearchSite;
let http: Http;
const settings = (web: object = {}) => ({
  doc_access: { roots: [{ id: "notes", label: "Notes", path: http.at("notes") }] },
  web: {
    search_backend: "searxng",
    allow_hosts: ["127.0.0.1", "*.example"],
    max_bytes: 20_000,
    timeout_ms: 700,
    ...web,
  },
});

beforeAll(async () => {
  site = await openResearchSite();
  const words =
    "<p>The Zephyr compiler writes its cache to the folder <code>/var/zephyr</code>.</p>";
  const long = `<p>${"The Zephyr compiler has many parts. ".repeat(2000)}</p>`;
  const slow = site.pages.get("slow.example/aurora");
  site.pages.clear();
  site.pages.set("a.example/zephyr", html("Zephyr", words));
  site.pages.set("b.example/zephyr", html("Zephyr parts", long));
  if (slow !== undefined)
    site.pages.set("slow.example/zephyr", { ...slow, words: "Zephyr compiler cache" });
  http = await openHttp({ web: site.wires, env: { SEARXNG_URL: site.search_url } });
  http.write("notes/aurora.md", "# Aurora\n\nThe Aurora server listens on port 8080.\n");
  http.write("config.json", JSON.stringify(settings()));
  await http.restart();
  await http.ready();
});
afterAll(async () => {
  await http.close();
  await site.close();
});
beforeEach(() => {
  site.asked.length = 0;
});

async function ask(body: Record<string, unknown>): Promise<Answer> {
  return Answer.parse(await (await http.send("POST", "/api/ask", { question, ...body })).json());
}

describe("a question that is put to the web too", () => {
  it("is answered from pages that were read for it, and says what could not be read or was cut", async () => {
    const answer = await ask({ web: true, roots: ["notes"] });
    expect(answer.status).toBe("answered");
    expect(answer.claims[0]?.text).toContain("/var/zephyr");
    expect(answer.citations[0]?.source).toMatchObject({ url: "http://a.example/zephyr" });
    expect(answer.folders.map(({ root_id }) => root_id)).toEqual(["notes", "web"]);
    const said = answer.notices.filter(({ code }) => code === "web").map(({ message }) => message);
    expect(said.join(" ")).toContain("slow.example (timeout).");
    expect(said.join(" ")).toContain("size limit: b.example");
    expect(answer.steps?.map(({ label }) => label)).toContain("Read 2 web pages");
  });

  it("is done again over the pages as they are saved: nothing is fetched, and one that is gone is told of", async () => {
    const answer = await ask({ web: true, roots: ["notes"] });
    const before = await http.get("/api/network").then((response) => response.text());
    site.asked.length = 0;
    const replay = async () =>
      ReplayComparison.parse(
        await (await http.send("POST", `/api/traces/${answer.trace_id}/replay`, {})).json(),
      );
    const again = await replay();
    expect(again).toMatchObject({ verdict: "same", effects: 0 });
    expect(again.notices[0]).toContain("The web was not searched again");
    const path = answer.citations[0]?.relative_path ?? "";
    await http.send("DELETE", "/api/web/pages", { path });
    await expect
      .poll(async () => (await replay()).claims[0]?.change, { timeout: 10_000 })
      .toBe("gone");
    expect((await replay()).notices[1]).toContain("1 web page read then");
    expect(site.asked).toEqual([]);
    expect(await http.get("/api/network").then((response) => response.text())).toBe(before);
  });

  it("is not answered from pages that were saved for another question", async () => {
    const other = html(
      "Zephyr",
      "<p>The Zephyr linker reads the folder <code>/usr/zephyr</code>.</p>",
    );
    site.pages.set("c.example/zephyr", other);
    expect(
      (await ask({ web: true, question: "Which folder does the Zephyr linker read?" })).status,
    ).toBe("answered");
    site.pages.delete("c.example/zephyr");
    const answer = await ask({ web: true, question: "Which folder does the Zephyr linker read?" });
    const cited = answer.citations.map(({ relative_path }) => relative_path);
    expect(cited.filter((path) => path.startsWith("c.example"))).toEqual([]);
  });

  it("asks nobody on the web unless it is asked for, and offers it where nothing was found", async () => {
    const answer = await ask({ roots: ["notes"] });
    expect(answer.status).toBe("no_evidence");
    expect(site.asked).toEqual([]);
    const steps = answer.gaps.flatMap(({ next_steps }) => next_steps);
    expect(steps.find(({ action }) => action === "search_web")?.value).toBe(question);
  });

  it("is answered from the folders alone, with a notice, where the search finds nothing", async () => {
    const asked = { web: true, question: "Which port does Aurora use?" };
    const answer = await ask(asked);
    expect(answer.claims[0]?.text).toContain("8080");
    expect(answer.notices[0]).toMatchObject({ code: "web" });
  });

  it("ends at once when it is stopped in the middle of a fetch", async () => {
    const stop = new AbortController();
    const body = AskBody.parse({ question, web: true });
    const asking = http.assembly.ask(body, {
      ...{ trace_id: http.assembly.newId("trace"), signal: stop.signal },
      emit: ({ kind, data }) => {
        if (kind === "step" && data.kind === "read") stop.abort();
      },
    });
    await expect(asking).rejects.toMatchObject({ code: "cancelled" });
  });

  it("goes with a conversation alone, for its pages are saved", async () => {
    const refused = await http.send("POST", "/api/ask", { question, web: true, store: false });
    expect(refused.status).toBe(400);
  });
});

describe("the web in Settings", () => {
  const report = async () => WebReport.parse(await (await http.get("/api/web")).json());
  const test = async () =>
    WebTest.parse(await (await http.send("POST", "/api/web/test", { query: "zephyr" })).json());

  it("says which search is used, what each needs, and never a key", async () => {
    const told = await report();
    expect(told).toMatchObject({ backend: "searxng", from: "configuration", state: "ready" });
    expect(told.backends.find(({ name }) => name === "brave")).toMatchObject({
      variable: "BRAVE_API_KEY",
      set: false,
    });
    expect(told.pages.count).toBeGreaterThan(0);
  });

  it("tries the search once, by the person's hand", async () => {
    const tested = await test();
    expect(tested.ok).toBe(true);
    expect(tested.items.map(({ url }) => url)).toContain("http://a.example/zephyr");
    expect(site.asked).toEqual([]);
  });

  it("does so without asking again where the host is not allowed yet, for the button was the answer", async () => {
    http.write("config.json", JSON.stringify(settings({ allow_hosts: [] })));
    await http.restart();
    await http.ready();
    expect((await test()).ok).toBe(true);
    expect(
      ((await (await http.get("/api/approvals")).json()) as { approvals: [] }).approvals,
    ).toEqual([]);
    // A question asks all the same; where nobody is there it is answered without the web.
    const answer = await ask({ web: true });
    expect(answer.notices[0]?.message).toContain("approval_required");
    expect(site.asked).toEqual([]);
  });

  it("offers and sends nothing where no search is set up", async () => {
    http.write("config.json", JSON.stringify(settings({ search_backend: "stub" })));
    await http.restart();
    await http.ready();
    expect((await report()).state).toBe("off");
    expect(await test()).toMatchObject({ ok: false, items: [] });
    const answer = await ask({});
    const steps = answer.gaps.flatMap(({ next_steps }) => next_steps);
    expect(steps.some(({ action }) => action === "search_web")).toBe(false);
  });

  it("fetches a page again where its site moved to www, and from no other host that it redirects to", async () => {
    http.write("config.json", JSON.stringify(settings({ allow_hosts: [] })));
    await http.restart();
    await http.ready();
    const list = await http.get("/api/web/pages");
    const page = SavedPages.parse(await list.json()).pages.find(
      ({ url }) => url === "http://a.example/zephyr",
    );
    const again = () => http.send("POST", "/api/web/fetch-again", { path: page?.relative_path });
    const redirect = (to: string) => ({
      ...html("Zephyr", ""),
      answer: (response: ServerResponse) => void response.writeHead(301, { location: to }).end(),
    });
    site.pages.set("www.a.example/zephyr", html("Zephyr", "<p>The Zephyr compiler moved.</p>"));
    site.pages.set("a.example/zephyr", redirect("http://www.a.example/zephyr"));
    expect(FetchedAgain.parse(await (await again()).json()).state).toBe("moved");
    site.pages.set("a.example/zephyr", redirect("http://elsewhere.example/zephyr"));
    const refused = (await (await again()).json()) as { error: { code: string; message: string } };
    expect(refused.error.code).toBe("approval_denied");
    expect(refused.error.message).toContain("elsewhere.example");
    expect(site.asked.filter((url) => url.includes("elsewhere"))).toEqual([]);
  });

  it("lists saved pages, forgets one and all, and refuses what is none", async () => {
    const list = async () => SavedPages.parse(await (await http.get("/api/web/pages")).json());
    const before = await list();
    expect(before.total).toBeGreaterThan(1);
    const [first] = before.pages;
    const forgotten = await http.send("DELETE", "/api/web/pages", { path: first?.relative_path });
    expect(SavedPages.parse(await forgotten.json()).total).toBe(before.total - 1);
    for (const [body, status] of [
      [{ path: first?.relative_path }, 404],
      [{ path: "../../docent.db" }, 404],
      [{}, 400],
      [{ path: "x", all: true }, 400],
    ] as const) {
      expect((await http.send("DELETE", "/api/web/pages", body)).status).toBe(status);
    }
    expect((await http.send("POST", "/api/web/fetch-again", { path: "../x.md" })).status).toBe(404);
    await http.send("DELETE", "/api/web/pages", { all: true });
    expect((await list()).total).toBe(0);
  });
});
