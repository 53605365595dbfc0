import { rmSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Answer } from "#lib/contracts/answer";
import { ErrorBody } from "#lib/contracts/errors";
import { Preview, Thread } from "#lib/contracts/http";
import { pictureAddress } from "#lib/contracts/pictures";
import { sha256 } from "#lib/platform/hash";
import { hostileDrawings, hugePng, png, svg } from "../../../fixtures/pictures/make.ts";
import { expectWhole } from "../whole-answer.ts";
import { type Http, openHttp } from "./open-http.ts";

let http: Http;
beforeAll(async () => {
  http = await openHttp();
  http.write(
    "notes/mixer.md",
    [
      "# Mixer",
      "",
      "## Bowl",
      "",
      "The bowl of the Vesterbro mixer holds nine litres.",
      "",
      "![The bowl, seen from above](img/bowl.png)",
      "",
      "## Wiring",
      "",
      "![Wiring](wiring.svg)",
    ].join("\n"),
  );
  http.write(
    "notes/cleaning.md",
    "# Cleaning\n\n## Head\n\nPress the green lever and tilt the head.\n\n![](img/head.png)\n",
  );
  http.write("notes/img/head.png", png(20, 30));
  http.write("notes/img/bowl.png", png(40, 30));
  http.write("notes/wiring.svg", svg("<text>Red wire to the Vesterbro motor</text>"));
  http.write(
    "notes/bad.md",
    "# Bad\n\n![x](bad.svg) ![y](huge.png) ![z](https://example.org/z.png)\n",
  );
  http.write("notes/bad.svg", hostileDrawings.script ?? "");
  http.write("notes/huge.png", hugePng(20_000, 10_000));
  http.write("notes/lonely.png", png(5, 5));
});
afterAll(() => http.close());

async function ask(question: string): Promise<Answer> {
  const answer = Answer.parse(await (await http.send("POST", "/api/ask", { question })).json());
  expectWhole(answer);
  return answer;
}
const shown = ({ pictures = [] }: Answer) =>
  pictures.map(({ relative_path, shown_for, citation }) => [
    relative_path,
    shown_for,
    citation.locator.line_start,
  ]);

describe("pictures of documents in an answer", () => {
  it("stand with the lines that are cited, each by the line that holds it", async () => {
    const answer = await ask("How much does the bowl of the Vesterbro mixer hold?");
    expect(answer.claims[0]?.text).toContain("nine litres");
    expect(shown(answer)).toEqual([["img/bowl.png", "lines", 7]]);
    const numbers = [...answer.citations, ...answer.also_read].map(({ id }) => id);
    expect(numbers).not.toContain(answer.pictures?.[0]?.citation.id);
    const stored = Thread.parse(await (await http.get(`/api/threads/${answer.thread_id}`)).json());
    expect(stored.messages[0]?.pictures).toEqual(answer.pictures);
  });

  it("are found when the question asks for one, also where no sentence answers it or most of its words are others", async () => {
    const [best] = shown(await ask("Which diagram shows the red wire?"));
    expect(best).toEqual(["wiring.svg", "question", 11]);
    const words =
      "show me the lever, the whole thing on top keeps blocking my hands while I scrub everything";
    expect(shown(await ask(words))[0]).toEqual(["img/head.png", "question", 7]);
    expect((await ask("Is there a screenshot of the zeppelin hangar?")).pictures).toBeUndefined();
  });
});

describe("GET /api/sources/picture", () => {
  const at = (relative_path: string, from: string, line: number) =>
    pictureAddress({ root_id: "notes", relative_path, from, line });

  it("gives its bytes as a picture and as nothing else", async () => {
    const response = await http.get(at("img/bowl.png", "mixer.md", 7));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
      "cross-origin-resource-policy": "same-origin",
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png(40, 30));
    const drawing = await http.get(at("wiring.svg", "mixer.md", 11));
    expect(drawing.headers.get("content-type")).toBe("image/svg+xml");
    expect(drawing.headers.get("content-security-policy")).toContain("sandbox");
    const unnamed = await http.get("/api/sources/picture?path=img/bowl.png&root=notes");
    expect(unnamed.status).toBe(200);
  });

  it.each([
    ["bad.svg", "bad.md", 3, "not_a_picture"],
    ["huge.png", "bad.md", 3, "too_large"],
    ["lonely.png", "mixer.md", 7, "not_a_picture"],
    ["../config.json", "mixer.md", 7, "traversal"],
    ["mixer.md", "mixer.md", 7, "not_a_picture"],
  ])("refuses %s by rule", async (picture, from, line, rule) => {
    const response = await http.get(at(picture, from, line));
    expect(response.status).toBe(403);
    expect(ErrorBody.parse(await response.json()).error.rule).toBe(rule);
  });

  it("asks for the document and its line together", async () => {
    const half = "/api/sources/picture?path=img/bowl.png&root=notes&from=mixer.md";
    expect((await http.get(half)).status).toBe(400);
  });
});

describe("the preview of a page", () => {
  const preview = async (path: string) =>
    Preview.parse(await (await http.get(`/api/sources/preview?path=${path}&root=notes`)).json());

  it("shows the pictures that may be shown, from this program, with their size", async () => {
    const { html = "" } = await preview("mixer.md");
    expect(html).toContain(
      '<img class="doc-picture" src="/api/sources/picture?path=img%2Fbowl.png',
    );
    expect(html).toContain('alt="The bowl, seen from above" width="40" height="30"');
    expect(html.match(/<img/g)?.length).toBe(2);
  });

  it("names the others by their words, and loads none of them", async () => {
    const { html = "" } = await preview("bad.md");
    expect(html).not.toContain("<img");
    expect(html.match(/image_blocked/g)?.length).toBe(3);
    rmSync(http.at("notes/wiring.svg"));
    expect((await preview("mixer.md")).html?.match(/<img/g)?.length).toBe(1);
  });
});

describe("pictures of an answer that is taken along", () => {
  const exported = async (thread_id: string, format = "md", lang = "en") => {
    const at = `/api/threads/${thread_id}/export?format=${format}`;
    return (await http.get(at, { "accept-language": lang })).text();
  };
  const verify = (text: string) =>
    http.assembly.verifyExport(text, {
      ...{ trace_id: http.assembly.newId("trace"), lang: "en" },
      signal: AbortSignal.timeout(60_000),
    });
  /** The state of the one picture, and whether all of it holds. */
  const judged = async (text: string) => {
    const { holds, turns } = await verify(text);
    return { holds, now: turns.flatMap(({ pictures }) => pictures.map(({ now }) => now)) };
  };
  const page = `${[
    "# Lathe",
    "",
    "The Herlev lathe turns at nine hundred rounds.",
    "",
    "![The lathe](img/lathe.png)",
  ].join("\n")}\n`;
  let text: string;
  let json: string;
  let thread_id: string;

  beforeAll(async () => {
    http.write("notes/lathe.md", page);
    http.write("notes/img/lathe.png", png(20, 10));
    const answer = await vi.waitFor(
      async () => {
        const asked = await ask("How fast does the Herlev lathe turn?");
        expect(asked.pictures).toHaveLength(1);
        return asked;
      },
      { timeout: 30_000 },
    );
    thread_id = answer.thread_id;
    text = await exported(thread_id);
    json = await exported(thread_id, "json");
  });
  beforeEach(() => {
    http.write("notes/lathe.md", page);
    http.write("notes/img/lathe.png", png(20, 10));
  });

  it("are named by place, hash and the line that holds them, never by their bytes, and hold", async () => {
    const hash = sha256(png(20, 10));
    expect(text).toContain("### Pictures");
    expect(text).toMatch(
      new RegExp(
        `^- \`notes/img/lathe\\.png\` · verified · sha256 \`${hash}\` · in \`notes/lathe\\.md#L5-L5\` · sha256`,
        "m",
      ),
    );
    expect(await exported(thread_id, "md", "zh-CN")).toContain("### 图片");
    expect(JSON.parse(json)).toMatchObject({
      pictures: [
        { root_id: "notes", relative_path: "img/lathe.png", sha256: hash, state: "verified" },
      ],
    });
    for (const one of [text, json]) expect(one).not.toContain(png(20, 10).toString("base64"));
    for (const one of [text, json, await exported(thread_id, "md", "zh-CN")])
      expect(await judged(one)).toEqual({ holds: true, now: [{ state: "verified" }] });
  });

  it("do not hold once their bytes, their file or the line that holds them is another", async () => {
    http.write("notes/img/lathe.png", png(21, 10));
    for (const one of [text, json])
      expect(await judged(one)).toEqual({ holds: false, now: [{ state: "changed" }] });
    http.write("notes/img/lathe.png", "no picture any more");
    expect((await judged(text)).now).toEqual([{ state: "changed", rule: "not_a_picture" }]);
    rmSync(http.at("notes/img/lathe.png"));
    expect((await judged(text)).now).toEqual([{ state: "missing", rule: "unreadable" }]);
    expect(await exported(thread_id)).toContain("`notes/img/lathe.png` · missing");
    http.write("notes/img/lathe.png", png(20, 10));
    http.write("notes/lathe.md", page.replace("![The lathe]", "![Another lathe]"));
    expect((await judged(text)).now).toMatchObject([{ state: "changed" }]);
    // Moved with its line, it is shown by that.
    http.write("notes/lathe.md", page.replace("The Herlev", "New.\n\nThe Herlev"));
    expect((await judged(text)).now).toEqual([{ state: "verified" }]);
  });

  it("are looked for nowhere but where a document may show one", async () => {
    http.write("secret.png", png(20, 10));
    http.write("notes/.git/logo.png", png(20, 10));
    for (const place of ["notes/../secret.png", "notes/.git/logo.png", "elsewhere/img/lathe.png"]) {
      const { holds, now } = await judged(text.replace("notes/img/lathe.png", place));
      expect([place, holds, now[0]?.state]).toEqual([place, false, "denied"]);
    }
    const lonely = await judged(text.replace("notes/img/lathe.png", "notes/lonely.png"));
    expect(lonely).toMatchObject({ holds: false, now: [{ rule: "not_a_picture" }] });
    const prose = text.replace("### Pictures\n", "### Pictures\n\nThe lathe is red.\n");
    const { holds, turns } = await verify(prose);
    expect(holds).toBe(false);
    expect(turns[0]?.claims.map((claim) => claim.text)).toContain("The lathe is red.");
  });
});
