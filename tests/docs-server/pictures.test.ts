import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pictureLimits } from "#lib/contracts/pictures";
import { maxLineBytes } from "#lib/tools/providers/mcp/stdio-transport";
import { hostileDrawings, hugePng, png, svg } from "../../fixtures/pictures/make.ts";
import { connectDocs, createWorkplace, type DocsClient, type Workplace } from "./docs-client.ts";

let place: Workplace;
let docs: DocsClient;

const harbour = [
  "# Harbour",
  "",
  "## Tickets",
  "",
  "Buy a ticket at the kiosk before the bell.",
  "",
  "![Kiosk window](img/kiosk.png)",
  "",
  "## Crane",
  "",
  "The crane stands on the north quay and lifts nine tonnes.",
  "",
  "![](img/0815.png)",
  "",
  "*Figure 3: hoisting a yacht*",
  "",
  "## Plan",
  "",
  "![Plan](plan.svg) ![Plan again](plan.svg)",
  "",
  "## Tides",
  "",
  '<img src="/img/tide-table-winter.png" title="High water">',
  "",
  "## Not shown",
  "",
  "![outside](../outside/secret.png) ![link](away.png) ![none](none.png)",
  "![text](text.png) ![empty](empty.png) ![huge](huge.png) ![web](https://example.org/x.png)",
];

const secrets = [
  "# Doors",
  "",
  "![The door has password: Gr4nite-Otter-77](static/img/tide-table-winter.png)",
  "",
  "![The hall](plan.svg)",
  "",
  "![The gate](img/kiosk.png)",
  "",
  "*Figure 4: the gate, password: Gr4nite-Otter-78*",
];

beforeAll(async () => {
  place = createWorkplace();
  place.configure({ roots: [{ id: "notes", label: "Notes", path: place.at("notes") }] });
  place.write("notes/harbour.md", `${harbour.join("\n")}\n`);
  place.write("notes/other.md", "# Other\n\nA page without pictures says nothing of cranes.\n");
  place.write("notes/img/kiosk.png", png(30, 20));
  place.write("notes/img/0815.png", png(31, 20));
  place.write("notes/unnamed.png", png(8, 8));
  place.write("notes/static/img/tide-table-winter.png", png(32, 20));
  place.write("notes/plan.svg", svg("<text>Lighthouse keeper</text><text>Dry dock</text>"));
  place.write("notes/text.png", "no picture");
  place.write("notes/empty.png", "");
  place.write("notes/huge.png", hugePng(20_000, 10_000));
  place.write("outside/secret.png", png(9, 9));
  symlinkSync(place.at("outside/secret.png"), place.at("notes/away.png"));
  place.write("notes/secrets.md", `${secrets.join("\n")}\n`);
  const named = Array.from({ length: 900 }, (_, i) => `![Moor](late.svg?${i})`);
  place.write("notes/often.md", `# Often\n\n${named.join(" ")}\n`);
  // It is refused by what stands at its end.
  place.write("notes/late.svg", svg(`${"<g></g>".repeat(19_000)}<script/>`));
  place.write("notes/large.md", "# Large\n\n![Heath](large.png)\n");
  const small = png(9, 9);
  const filled = Buffer.alloc(pictureLimits.bytes - small.length);
  place.write("notes/large.png", Buffer.concat([small, filled]));
  Object.entries(hostileDrawings).forEach(([what, drawing], i) => {
    place.write(`notes/bad/${i}.svg`, drawing);
    place.write(`notes/bad/${i}.md`, `# ${what}\n\n![${what}](${i}.svg)\n`);
  });
  docs = await connectDocs(place);
});
afterAll(async () => {
  await docs.close();
  place.remove();
});

type Found = {
  relative_path: string;
  citation: { locator: { line_start: number }; contains_secret?: boolean };
};
async function find(args: Record<string, unknown>): Promise<Found[]> {
  const { structured } = await docs.call("docs_pictures", args);
  return structured.pictures;
}
const best = async (query: string) => (await find({ query }))[0]?.relative_path;

describe("docs_pictures", () => {
  it.each([
    ["alternative text", "Which picture shows the kiosk window?", "img/kiosk.png"],
    ["caption", "A photo of hoisting a yacht", "img/0815.png"],
    ["the paragraph around", "Is there a picture of where to buy a ticket?", "img/kiosk.png"],
    ["the text inside a drawing", "Which diagram has the dry dock in it?", "plan.svg"],
    ["title", "Picture of high water", "static/img/tide-table-winter.png"],
    ["file name", "The image of the winter tide table", "static/img/tide-table-winter.png"],
    ["heading", "Show me what the crane looks like", "img/0815.png"],
  ])("finds a picture by its %s", async (_by, query, expected) => {
    expect(await best(query)).toBe(expected);
  });

  it("cites the line that holds it, and tells type and size", async () => {
    const [picture] = await find({ query: "picture of the kiosk window" });
    expect(picture).toMatchObject({
      ...{ alt: "Kiosk window", target: "img/kiosk.png", media_type: "image/png" },
      ...{ width: 30, height: 20 },
      citation: {
        relative_path: "harbour.md",
        locator: { line_start: 7, line_end: 7, heading: "Tickets" },
        snippet: "![Kiosk window](img/kiosk.png)",
        breadcrumb: ["Harbour", "Tickets"],
      },
    });
  });

  it("tells those of given lines, and by rule how many may not be shown", async () => {
    const lines = { root_id: "notes", relative_path: "harbour.md", line_start: 5, line_end: 19 };
    const found = await find({ within: [lines], limit: 50 });
    expect(found.map((one) => [one.citation.locator.line_start, one.relative_path])).toEqual([
      [7, "img/kiosk.png"],
      [13, "img/0815.png"],
      [19, "plan.svg"],
      [19, "plan.svg"],
    ]);
    const { structured } = await docs.call("docs_pictures", {
      within: [{ ...lines, line_start: 27, line_end: 28 }],
    });
    expect(structured.pictures).toEqual([]);
    expect(
      Object.fromEntries(structured.refused.map(({ rule, count }: never) => [rule, count])),
    ).toEqual({
      symlink_escape: 1,
      not_a_picture: 2,
      too_large: 1,
    });
  });

  it("finds a drawing that may not be shown by none of its words, and tells of none", async () => {
    for (const what of Object.keys(hostileDrawings)) {
      const found = await find({ query: `picture of ${what}`, limit: 50 });
      expect([what, found.filter(({ relative_path }) => relative_path.startsWith("bad/"))]).toEqual(
        [what, []],
      );
    }
  });

  it("reads a picture once, however often a page refers to it", async () => {
    const within = [{ root_id: "notes", relative_path: "often.md" }];
    const { structured } = await docs.call("docs_pictures", { within });
    expect(structured).toMatchObject({
      pictures: [],
      refused: [{ rule: "not_a_picture", count: 900 }],
    });
  });

  it("says of lines and captions that they hold a secret", async () => {
    const found = await find({ within: [{ root_id: "notes", relative_path: "secrets.md" }] });
    expect(
      found.map(({ citation }) => [citation.locator.line_start, citation.contains_secret]),
    ).toEqual([
      [3, true],
      [5, undefined],
      [7, true],
    ]);
  });

  it("is of the documents as they are now", async () => {
    place.write("notes/new.md", "# New\n\n![A heron on the breakwater](img/heron.png)\n");
    place.write("notes/img/heron.png", png(9, 9));
    await docs.call("docs_status", { look_again: true });
    expect(await best("picture of the heron")).toBe("img/heron.png");
    rmSync(place.at("notes/new.md"));
    await docs.call("docs_status", { look_again: true });
    expect(await best("picture of the heron")).not.toBe("img/heron.png");
  });
});

describe("docs_picture", () => {
  const from = { path: "harbour.md", line: 7 };
  const ask = async (args: Record<string, unknown>) => {
    const { structured } = await docs.call("docs_picture", { root: "notes", ...args });
    return structured.rule ?? structured.media_type ?? structured.status;
  };

  it("gives the bytes of a picture that the line refers to, or any line where none is named", async () => {
    const { structured } = await docs.call("docs_picture", { path: "img/kiosk.png", from });
    expect(Buffer.from(structured.base64, "base64")).toEqual(png(30, 20));
    expect(await ask({ path: "plan.svg", from: { ...from, line: 19 } })).toBe("image/svg+xml");
    expect(
      await ask({ path: "static/img/tide-table-winter.png", from: { ...from, line: 23 } }),
    ).toBe("image/png");
    expect(await ask({ path: "img/0815.png" })).toBe("image/png");
  });

  it("gives the largest picture that is shown in one line that the host reads", async () => {
    const at = { path: "large.md", line: 3 };
    const { structured } = await docs.call("docs_picture", { path: "large.png", from: at });
    expect(structured.bytes).toBe(pictureLimits.bytes);
    expect(JSON.stringify(structured).length).toBeLessThan(maxLineBytes - 65_536);
  });

  it("gives none that no document refers to, or that line does not", async () => {
    expect(await ask({ path: "unnamed.png" })).toBe("not_a_picture");
    expect(await ask({ path: "unnamed.png", from })).toBe("not_a_picture");
    expect(await ask({ path: "img/0815.png", from })).toBe("not_a_picture");
    expect(await ask({ path: "img/kiosk.png", from: { ...from, path: "none.md" } })).toBe(
      "unreadable",
    );
  });

  it("refuses by rule what is no picture, too large or elsewhere", async () => {
    const at = { path: "harbour.md", line: 27 };
    expect(await ask({ path: "../outside/secret.png", from: at })).toBe("traversal");
    expect(await ask({ path: "away.png", from: at })).toBe("symlink_escape");
    expect(await ask({ path: "none.png", from: at })).toBe("unreadable");
    expect(await ask({ path: "text.png", from: { ...at, line: 28 } })).toBe("not_a_picture");
    expect(await ask({ path: "empty.png", from: { ...at, line: 28 } })).toBe("not_a_picture");
    expect(await ask({ path: "huge.png", from: { ...at, line: 28 } })).toBe("too_large");
    expect(await ask({ path: "harbour.md", from: at })).toBe("not_a_picture");
    mkdirSync(place.at("notes/folder.png"));
    expect(await ask({ path: "folder.png", from: at })).toBe("not_regular_file");
    for (const i of Object.keys(hostileDrawings).keys()) {
      const bad = { path: `bad/${i}.svg`, from: { path: `bad/${i}.md`, line: 3 } };
      expect([i, await ask(bad)]).toEqual([i, "not_a_picture"]);
    }
  });
});
