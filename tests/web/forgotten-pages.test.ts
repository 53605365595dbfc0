import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { SavedPages } from "#lib/contracts/web-desk";
import { type Http, openHttp } from "../contract/http/open-http.ts";
import { html, openResearchSite, type ResearchSite } from "./research-site.ts";

/** A page that is forgotten leaves nothing of itself: its words are looked for in every byte of the state folder. */
let site: ResearchSite;
let http: Http;
/** A sentence that stands first, so that excerpts and snippets hold it; one in the middle; a heading. */
const words = (name: string) => [
  `The ${name} orchard was planted by seven gardeners.`,
  `Nobody counted the ${name} pears before the frost.`,
  `Pruning the ${name} hedges`,
];
const filler =
  "<p>The gardeners of the valley meet in spring and talk about the weather.</p>".repeat(30);
const pageOf = (name: string) => {
  const [first, middle, heading] = words(name);
  return html(
    `Notes on ${name}`,
    `<p>${first}</p>${filler}<p>${middle}</p><h2>${heading}</h2>${filler}
     <h2>The pump of the valley</h2><p>The ${name} pump listens on port ${name.length}711 unless it is told otherwise.</p>`,
  );
};

beforeAll(async () => {
  site = await openResearchSite();
  site.pages.clear();
  for (const name of ["Borealis", "Corona"]) site.pages.set(`a.example/${name}`, pageOf(name));
  http = await openHttp({ web: site.wires, env: { SEARXNG_URL: site.search_url } });
  http.write("notes/a.md", "# Notes\n\nThe valley lies in the north.\n");
  http.write(
    "config.json",
    JSON.stringify({
      doc_access: { roots: [{ id: "notes", label: "Notes", path: http.at("notes") }] },
      web: { search_backend: "searxng", allow_hosts: ["127.0.0.1", "*.example"] },
    }),
  );
  await http.restart();
  await http.ready();
});
afterAll(async () => {
  await http.close();
  await site.close();
});

/** Files of the state folder in which one of these stands. */
function filesWith(texts: readonly string[]): string[] {
  return readdirSync(http.at("home"), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name))
    .filter((file) => {
      const bytes = readFileSync(file);
      return texts.some(
        (text) => bytes.includes(text) || bytes.includes(Buffer.from(text, "utf16le")),
      );
    })
    .map((file) => path.relative(http.at("home"), file));
}

async function readFor(name: string): Promise<string> {
  const question = `Which port does the ${name} pump listen on?`;
  const asked = { question, web: true, roots: ["web"] };
  const answer = Answer.parse(await (await http.send("POST", "/api/ask", asked)).json());
  expect(answer.claims[0]?.text).toContain(`${name.length}711`);
  // What the answer quotes is the conversation's own; the words that are looked for are no part of that.
  const { also_read: _, ...shown } = answer;
  for (const one of words(name)) expect(JSON.stringify(shown)).not.toContain(one);
  return answer.citations[0]?.relative_path ?? "";
}

/** Once the index has heard of it: the question waits for that, and the docs server writes what it knows before it ends. */
async function nothingLeftOf(name: string): Promise<void> {
  await http.send("POST", "/api/ask", {
    question: "Which pump is there?",
    roots: ["web"],
    store: false,
  });
  await http.restart(() => expect(filesWith(words(name))).toEqual([]));
  await http.ready();
  expect(filesWith(words(name))).toEqual([]);
}

describe("a page that is forgotten", () => {
  it("leaves no byte of its words in the state folder, and another one stays", async () => {
    const gone = await readFor("Borealis");
    const stays = await readFor("Corona");
    // Fetched once more, with other words, it has an earlier version and a second body too.
    const changed = `<p>${words("Borealis")[0]} Not so any more.</p>${filler}`;
    site.pages.set("a.example/Borealis", html("Notes on Borealis", changed));
    await http.send("POST", "/api/web/fetch-again", { path: gone });
    const holding = filesWith(words("Borealis")).join();
    for (const part of ["bodies", "pages", "earlier", "docent.db"]) {
      expect(holding).toContain(part);
    }
    const before = filesWith(words("Corona"));
    expect(before.length).toBeGreaterThan(1);
    const answered = await http.send("DELETE", "/api/web/pages", { path: gone });
    const left = SavedPages.parse(await answered.json()).pages.map((one) => one.relative_path);
    expect(left).toEqual([stays]);
    // At once, but for the index, which hears of it a moment later.
    const held = filesWith(words("Borealis")).filter((file) => !file.startsWith("index"));
    expect(held).toEqual([]);
    await nothingLeftOf("Borealis");
    expect(filesWith(words("Corona")).join()).toContain(path.basename(stays));
  });

  it("goes with all others when all are forgotten", async () => {
    await http.send("DELETE", "/api/web/pages", { all: true });
    await nothingLeftOf("Corona");
    // What the conversation quotes is there still.
    expect(filesWith(["The Corona pump listens on port"]).join()).toContain("docent.db");
  });
});
