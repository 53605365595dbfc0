import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderMarkdown } from "#lib/markdown/rendering/render";
import { excerptLines, saidIn } from "../../components/answer/excerpt-lines.ts";

const html = (text: string) => renderMarkdown(text.split("\n"), 1, "image not loaded");
/** What a source says to a reader, and what an answer or an excerpt does. */
const inSource = (text: string) =>
  html(text)
    .replace(/<(?:\/?(?:p|h\d|pre|li|tr|td|th|div|blockquote)|br)\b[^>]*>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ")
    .trim();
const inAnswer = (text: string) =>
  excerptLines(text).map(saidIn).join(" ").replace(/\s+/g, " ").trim();

describe("shortcodes of Hugo", () => {
  it.each([
    ["{{< note >}}\nKeep the key safe.\n{{< /note >}}", "Keep the key safe."],
    ["{{< note >}}\n\nKeep the key safe.\n\n{{< /note >}}", "Keep the key safe."],
    [
      '{{% alert title="Careful" color="warning" %}}\nIt burns.\n{{% /alert %}}',
      "Careful It burns.",
    ],
    ["{{<warning>}}It burns.{{</warning>}} Always.", "It burns. Always."],
    ['See [the guide]({{< ref "guide.md" >}}) first.', "See the guide first."],
    ['<a href="{{< relref "guide.md" >}}">The guide</a> says it.', "The guide says it."],
    ["Set it {{< badge >}} now.", "Set it now."],
    ['A {{< glossary_tooltip text="pod" term_id="pod" >}} is small.', "A pod is small."],
    ['{{< figure\n  src="a.png"\n  title="The parts" >}}\n\nText', "The parts Text"],
    ["{{< param >}}\n\nText", "Text"],
  ])("%j is shown as %j", (text, shown) => {
    expect(inSource(text)).toBe(shown);
    expect(inAnswer(text)).toBe(shown);
  });

  it.each([
    ["Write `{{< note >}}` above it.", "Write {{< note >}} above it."],
    ["Write ``{{% a `b` %}}`` there.", "Write {{% a `b` %}} there."],
    ["```\n{{< note >}}\n```", "{{< note >}}"],
    ["Text\n\n    {{< note >}}", "Text {{< note >}}"],
    ["\\{{< note >}} and {{</* note */>}}", "{{< note >}} and {{</* note */>}}"],
    ["{{ .Values.port }} and {{< >}} and {{< note", "{{ .Values.port }} and {{< >}} and {{< note"],
    ["a ` b {{< x >}} c", "a ` b c"],
  ])("code and what only looks like one stay: %j", (text, shown) => {
    expect(inSource(text)).toBe(shown);
    expect(inAnswer(text)).toBe(shown);
  });

  it("belong to no table and no paragraph beside them, and every line keeps its number", () => {
    const text = "{{< table >}}\n| a |\n| - |\n| b |\n{{< /table >}}\nText\n{{< x >}}\nMore\n\nEnd";
    expect(excerptLines(text).map((line) => [line.at, saidIn(line)])).toEqual([
      [1, "a"],
      [3, "b"],
      [5, "Text"],
      [7, "More"],
      [9, "End"],
    ]);
    expect(html(text)).toMatch(/data-line="8" data-line-end="8">More/);
    const split = excerptLines("One {{< x\n  y=1 >}} two\nthree");
    expect(split.map((line) => [line.at, saidIn(line)])).toEqual([
      [0, "One"],
      [1, "two"],
      [2, "three"],
    ]);
  });

  it("leave the address that a link names for whoever points at it", () => {
    expect(html('[x]({{< ref "guide.md" >}})')).toContain('data-href="guide.md"');
    expect(html('[x]({{< ref "javascript:alert(1)" >}})')).not.toMatch(/\shref=/);
  });

  it("are read in a time that grows with the text alone", () => {
    const runs = Array.from({ length: 400 }, (_, i) => "`".repeat(1 + (i % 200))).join(" ");
    for (const hostile of [
      "{{< a ".repeat(5000),
      `{{< a >}}${runs.repeat(20)}`,
      "{{%".repeat(9000),
    ])
      expect(inSource(hostile).length).toBeGreaterThan(0);
  });

  const marks = [
    ..."{{< note >}}|{{< /note >}}|{{% tip %}}|{{% /tip %}}|{{<x/>}}".split("|"),
    '{{< ref "zzz" >}}',
    '{{< figure\nsrc="zzz" >}}',
  ];
  const pieces = fc.oneof(
    { weight: 5, arbitrary: fc.constant("WORD") },
    { weight: 3, arbitrary: fc.constantFrom(...marks) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        ..." |\n|\n\n|\n- |\n> |\n# |**|*|`|``|\n```\n|[|](|)|<b>|</b>|{{|>}}|\\|\n    |{{<".split(
          "|",
        ),
      ),
    },
  );
  it("take nothing with them that stands outside of a mark, whatever is put together", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        let n = 0;
        const text = parts.map((part) => (part === "WORD" ? ` w${n++}x ` : part)).join(" ");
        // A mark may begin in one piece and end in another: then what is between is inside it.
        const outside = text.replace(
          /\{\{(<|%)\s*\/?\s*[A-Za-z](?:(?!\1?[>%]\}\}|\{\{)[\s\S])*[>%]\}\}/g,
          " ",
        );
        for (const [word] of outside.matchAll(/w\d+x/g)) {
          const [plain] = [text.replace(/\{\{[<%]/g, "")];
          // What Markdown itself does not show, as the address of a link, is none of ours.
          if (!inSource(plain).includes(word)) continue;
          expect(inSource(text), text).toContain(word);
          if (inAnswer(plain).includes(word)) expect(inAnswer(text), text).toContain(word);
        }
      }),
      { numRuns: 500 },
    );
  });
});
