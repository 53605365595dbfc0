import { describe, expect, it } from "vitest";
import { readMarkdown } from "#lib/markdown/document";
import { renderMarkdown } from "#lib/markdown/rendering/render";
import { quotableUnits } from "#lib/markdown/units";

const page = `# Settings

#### \`OCR_LANGUAGE=<lang>\` {#OCR_LANGUAGE}

: The language that is read when
documents come in.

    It is a code of three letters.

    - deu for German
    - eng for English

    Defaults to "eng".

    !!! note "Before you change it"

        Its package has to be there:

        \`\`\`sh
        apt install tesseract-ocr-deu
        \`\`\`

=== "Linux"

    Run the script.

Text below.

    code of its own
`.split("\n");

const read = (lines: readonly string[]) =>
  readMarkdown(lines, "page.md").passages.flatMap(({ start, end, inside_fence }) =>
    quotableUnits(lines.slice(start, end).join("\n"), start + 1, inside_fence).map(
      ({ kind, text, spans }) => [kind, text, spans[0]?.line],
    ),
  );
const units = [
  ["sentence", "The language that is read when documents come in.", 5],
  ["sentence", "It is a code of three letters.", 8],
  ["list_item", "deu for German", 10],
  ["list_item", "eng for English", 11],
  ["sentence", 'Defaults to "eng".', 13],
  ["sentence", "Before you change it", 15],
  ["sentence", "Its package has to be there:", 17],
  ["code", "apt install tesseract-ocr-deu", 20],
  ["sentence", "Run the script.", 25],
  ["sentence", "Text below.", 27],
  ["code", "code of its own", 29],
];

describe("notes, tabs and definitions of MkDocs", () => {
  it("are text, and what is indented below text is code", () => {
    expect(read(page)).toEqual(units);
  });

  it("are read the same from a passage that begins in the middle of one", () => {
    const long = page.flatMap((line, at) =>
      at === 7
        ? Array.from({ length: 60 }, (_, i) => `    Sentence ${i} of the text.\n`)
            .join("\n")
            .split("\n")
        : [line],
    );
    const { passages } = readMarkdown(long, "page.md");
    expect(passages.map(({ inside_fence }) => inside_fence)).toContain("    ");
    expect(read(long).filter(([kind]) => kind === "code")).toHaveLength(2);
    expect(read(long).filter(([, text]) => String(text).startsWith("Sentence"))).toHaveLength(60);
  });

  it("hold no heading of the page", () => {
    const lines = ["# Page", "", "!!! tip", "", "    ## Not a section", "", "    Text."];
    const { headings, passages } = readMarkdown(lines, "page.md");
    expect(headings.map(({ text }) => text)).toEqual(["Page"]);
    expect(passages.map(({ breadcrumb }) => breadcrumb)).toEqual([["Page"]]);
  });

  it("stand on the page as text with their lines, and a heading without its anchor", () => {
    const html = renderMarkdown(page, 1, "not loaded");
    expect(html).toContain('<p data-line="13" data-line-end="13">Defaults to &quot;eng&quot;.</p>');
    expect(html).toContain("Before you change it");
    expect(html).not.toMatch(/!!!|===|\{#OCR|: The language/);
    expect(html.match(/<pre/g)).toHaveLength(2);
  });

  it("of a heading are left out with blanks around them, too", () => {
    const heading = renderMarkdown(["## Import `File` { #import-file }"], 1, "");
    expect(heading).toContain("Import <code>File</code></h2>");
  });

  it("of a line alone, without text, are a line", () => {
    expect(renderMarkdown(["!!! note", "", "Text."], 1, "")).toContain("!!! note");
    expect(read(["!!! note", "", "Text."])).toEqual([["sentence", "Text.", 3]]);
  });
});

describe("a heading of HTML on a line of its own", () => {
  it("is a heading of the page and no words of an answer", () => {
    const lines = ["# Page", "", "Before.", "", '<h3 id="x">The way there</h3>', "", "Behind."];
    expect(readMarkdown(lines, "page.md").passages.map(({ breadcrumb }) => breadcrumb)).toEqual([
      ["Page"],
      ["Page", "The way there"],
    ]);
    expect(quotableUnits(lines.join("\n"), 1).map(({ kind }) => kind)).toEqual([
      "heading",
      "sentence",
      "heading",
      "sentence",
    ]);
  });
});

it("a list below a step belongs to it, also where it is indented by two", () => {
  const text =
    "3. Heat the water.\n4. Wait:\n\n  - six minutes for soft\n  - ten for hard\n\n5. Drain.";
  expect(quotableUnits(text, 1).map(({ kind, depth, list }) => [kind, depth, list])).toEqual([
    ["step", 1, 0],
    ["step", 1, 0],
    ["list_item", 2, 1],
    ["list_item", 2, 1],
    ["step", 1, 0],
  ]);
});
