import { describe, expect, it } from "vitest";
import { withFootnotes } from "#lib/citations/footnotes";
import { placeOf, toldBlocks } from "#lib/contracts/blocks";
import { sampleAnswer, sampleCitation } from "../store/sample-answer.ts";

const claim = (text: string, citations = [1]) => ({
  ...{ id: "c", text, citations, spans: [] },
  ...{ kind: "sentence" as const, support: "verbatim" as const },
});

describe("an answer to be pasted elsewhere", () => {
  it("says from where, has a footnote for each source with path and lines, and says what is missing", () => {
    expect(withFootnotes(sampleAnswer())).toBe(
      [
        "*Keys › Rotation*",
        "Rotate the key every ninety days [^1].",
        "Nothing was found about the person who does it.",
        "[^1]: `Notes/api/keys.md#L12-L14`",
        "",
      ]
        .join("\n\n")
        .replace(/\n\n$/, "\n"),
    );
  });

  it("keeps a document's own footnotes apart from its own, but not what is code", () => {
    const claims = [
      claim("Said before[^1] and `[^2]`."),
      { ...claim("x[^3]"), kind: "code" as const },
    ];
    const named = claims.map((claim, i) => ({ ...claim, id: `c${i + 1}` }));
    const blocks = toldBlocks(named, []);
    const text = withFootnotes(sampleAnswer({ claims: named, blocks, gaps: [] }));
    expect(text).toContain("Said before\\[^1] and `[^2]` [^1].");
    expect(text).toContain("```\nx[^3]\n```\n\n[^1]");
  });

  it("names a path with any characters on one line", () => {
    const citations = [sampleCitation({ display_path: "Notes/a`b\n.md" })];
    expect(withFootnotes(sampleAnswer({ citations }))).toContain(
      "[^1]: `Notes/a%60b%0A.md#L12-L14`",
    );
  });

  it("says what comes closest where nothing answers, without what shows a secret", () => {
    const near = {
      ...{ citation: 2, line_start: 12, line_end: 12, column: 0, kind: "list_item" as const },
      marks: [],
    };
    const lines = [
      { ...near, text: "Rotate the key." },
      { ...near, text: "It is Zug7Halle9.", contains_secret: true as const },
    ];
    const [gap] = sampleAnswer().gaps;
    const from = sampleCitation({ id: 2 });
    const gaps = gap ? [{ ...gap, nearest: [from] }] : [];
    const blocks = [{ kind: "nearest" as const, place: placeOf(from), lines }];
    expect(withFootnotes(sampleAnswer({ claims: [], citations: [from], blocks, gaps }))).toBe(
      [
        "Nothing was found about the person who does it.",
        "> Closest passages, not an answer:\n>\n> *Keys › Rotation*\n>\n> - Rotate the key [^2].",
        "[^2]: `Notes/api/keys.md#L12-L14`\n",
      ].join("\n\n"),
    );
  });

  it("lists counted files, and is empty where nothing is said", () => {
    const file = { root_id: "n", relative_path: "a.md", display_path: "Notes/a.md", title: "A" };
    const listing = {
      ...{ kind: "files" as const, total: 1, searched: 1, sentence: "There is 1 file to search." },
      files: [{ ...file, citation: 1 }],
    };
    const text = withFootnotes(sampleAnswer({ listings: [listing], gaps: [] }));
    expect(text).toContain(
      "There is 1 file to search.\n\n- `Notes/a.md` [^1]\n\n*Keys › Rotation*\n\nRotate",
    );
    expect(withFootnotes(sampleAnswer({ claims: [], citations: [], gaps: [] }))).toBe("");
  });
});
