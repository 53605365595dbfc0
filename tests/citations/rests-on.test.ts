import { describe, expect, it } from "vitest";
import { withFootnotes } from "#lib/citations/footnotes";
import { judgeClaims } from "#lib/citations/gate";
import { leaveOutSecrets } from "#lib/citations/leave-out-secrets";
import { placeClaims } from "#lib/citations/place-claims";
import { readExport } from "#lib/citations/read-export";
import { renderMarkdown } from "#lib/citations/render";
import { flagClaims } from "#lib/citations/secret-claims";
import type { Answer, Claim, Quotation } from "#lib/contracts/answer";
import type { DraftClaim } from "#lib/contracts/draft";
import { quotableUnits } from "#lib/markdown/units";
import { sampleAnswer, sampleCitation } from "../store/sample-answer.ts";
import { cite, verified } from "./sample.ts";

const page = [
  "# Limits",
  "",
  "A call ends after 30 seconds unless `timeout_ms` says otherwise. It does not",
  "retry the call.",
  "",
  "默认超时为 30 秒。它不会重试。",
  "",
  "Only on Windows:",
  "",
  "- The tray icon shows the state of the index.",
  "- The service starts with the session.",
  "",
  "> Nothing[^1] is \\[2\\] sent.",
  "",
  "1. Open Settings.",
  "2. Never close the window.",
  "",
  "| flag | default |",
  "|---|---|",
  "| `--port` | 3000 |",
  "",
  "```sh",
  "npm start -- --port 3000 # `a` [1]",
  "```",
].join("\n");

const draft = (text: string, id = "c1"): DraftClaim => ({
  ...{ id, kind: "sentence", text, citations: [1], spans: [] },
});
function judge(texts: readonly string[], now = page, cited = cite(1, now)): Claim[] {
  return judgeClaims({
    claims: texts.map((text, i) => draft(text, `c${i}`)),
    citations: [cited],
    verifications: new Map([[1, verified(now)]]),
    policy: "require_citations",
  }).passed;
}
const weak =
  "After 30 seconds a stalled call is quietly given up on, unless `timeout_ms` allows more.";
const chinese = "30 秒是默认的超时，到时就放弃，不再尝试。";

describe("a sentence that its lines carry only in part", () => {
  it("has these lines beside it, whole and with their place, as they were read and not as they were cited", () => {
    const cited = { ...cite(1, page), snippet: "What somebody cut short." };
    expect(judge([weak], page, cited)[0]).toMatchObject({
      support: "own_words",
      rests_on: [
        {
          ...{ citation: 1, line_start: 3, line_end: 3, kind: "sentence" },
          text: "A call ends after 30 seconds unless `timeout_ms` says otherwise.",
        },
      ],
    });
    expect(judge([chinese])[0]?.rests_on?.[0]).toMatchObject({
      line_start: 6,
      text: "默认超时为 30 秒。",
    });
    expect(judge([weak], `\n${page}`)[0]?.rests_on).toMatchObject([{ line_start: 4 }]);
  });

  it("has the condition beside it that stands over its line", () => {
    const [claim] = judge(["The tray icon shows the state of the index."]);
    expect(claim?.support).toBe("doubt");
    expect(claim?.rests_on).toMatchObject([
      { line_start: 8, text: "Only on Windows:" },
      { line_start: 10, kind: "list_item" },
    ]);
  });

  it("has the sentence beside it that its line points back to", () => {
    const [claim] = judge(["A call that has ended is given up on, it is not tried a second time."]);
    expect(claim?.support).toBe("own_words");
    expect(claim?.rests_on?.map(({ text }) => text)).toContain(
      "A call ends after 30 seconds unless `timeout_ms` says otherwise.",
    );
  });

  it("has its line at hand where it is near to it, and nothing below it", () => {
    const [claim] = judge(["After 30 seconds a call ends, unless `timeout_ms` says otherwise."]);
    expect(claim?.support).toBe("supported");
    expect(claim?.rests_on?.map(({ line_start }) => line_start)).toEqual([3]);
    expect(renderMarkdown([claim as Claim], "en")).not.toContain("The document says");
  });
});

/** Every kind of unit as what one sentence in doubt rests on. */
const quotations = quotableUnits(page, 1).flatMap(({ kind, text, spans, info }): Quotation[] =>
  kind === "heading"
    ? []
    : [
        {
          ...{ citation: 1, kind, text },
          ...{ line_start: spans[0]?.line ?? 0, line_end: spans.at(-1)?.line ?? 0 },
          ...(info === undefined ? {} : { info }),
        },
      ],
);
const resting = (over: Partial<Claim> = {}): Claim => ({
  ...draft(weak),
  ...{ support: "doubt", lacks: ["stalled", "quietly"], rests_on: quotations.slice(0, 1) },
  ...over,
});

describe("an answer as Markdown", () => {
  it("quotes the lines under a sentence in doubt, says whose words they are, and what they lack", () => {
    expect(renderMarkdown([resting()], "en")).toBe(
      [
        `${weak.replace(".", "")} [1].`,
        "",
        "> The document says (line 3), without “stalled”, “quietly”:",
        ">",
        "> A call ends after 30 seconds unless `timeout_ms` says otherwise [1].",
      ].join("\n"),
    );
    expect(renderMarkdown([resting({ lacks: ["尽早释放"] })], "zh-CN")).toContain(
      "> 文档原文（第 3 行），其中没有“尽早释放”：",
    );
  });

  it("leaves a sentence in words of its own as it was written", () => {
    const own = resting({ support: "own_words" });
    expect(renderMarkdown([own], "en")).toBe(`${weak.replace(".", "")} [1].`);
  });

  it("shares one quotation among sentences in a row that rest on one line, and stands behind the list it belongs to", () => {
    const shared = [resting(), resting({ id: "c2", lacks: ["late"] }), resting({ id: "c3" })];
    const text = renderMarkdown(shared, "en");
    expect(text.split("The document says")).toHaveLength(2);
    expect(text.trimEnd().endsWith("otherwise [1].")).toBe(true);
    expect(text).toContain("“stalled”, “quietly”, “late”");
    const apart = [resting(), { ...draft("Other."), support: "supported" as const }, resting()];
    const later = renderMarkdown(apart, "en");
    expect(later.split("otherwise [1].")).toHaveLength(2);
    expect(later).toMatch(
      /\n> The document says \(line 3\) as quoted above, without “stalled”, “quietly”\.$/,
    );
    const steps = [
      resting({ kind: "step", info: "1" }),
      resting({ kind: "step", info: "2", rests_on: [] }),
    ];
    expect(renderMarkdown(steps, "en")).toMatch(
      /^1\. After[^\n]*\n2\. After[^\n]*\n\n> The document says \(line 3\)/,
    );
  });

  it("is read back with every kind of line as what stands in the file, and with one that was changed as what does not", () => {
    for (const kind of ["sentence", "list_item", "step"] as const) {
      const written = renderMarkdown(
        [
          resting({ kind, info: "1", rests_on: quotations }),
          resting({ id: "c2", rests_on: [] }),
          resting({ id: "c3" }),
        ],
        "zh-CN",
      );
      const verdicts = (text: string) => {
        const [turn] = [...readExport(`## Q\n\n${text}\n\n### Sources\n`)];
        const lines = new Map([[1, { text: page, line_start: 1 }]]);
        const { claims } = placeClaims(turn?.claims ?? [], lines);
        const { passed, withheld } = judgeClaims({
          ...{ claims, citations: [cite(1, page)], policy: "require_citations" },
          verifications: new Map([[1, verified(page)]]),
        });
        return [...passed.map(({ support }) => support), ...withheld.map(({ reason }) => reason)];
      };
      const found = verdicts(written);
      expect(found.filter((one) => one === "verbatim")).toHaveLength(quotations.length);
      expect(found.filter((one) => one !== "verbatim")).toEqual([
        "own_words",
        "own_words",
        "own_words",
      ]);
      const changed = verdicts(written.replace("Never close", "Always close"));
      expect(changed.filter((one) => one === "verbatim")).toHaveLength(quotations.length - 1);
    }
  });

  it("has footnotes for the lines too, and none of the document's own", () => {
    const rests_on = quotations.filter(({ kind }) => kind === "quote");
    const text = withFootnotes(sampleAnswer({ claims: [resting({ rests_on })], gaps: [] }));
    expect(text).toContain("> > Nothing\\[^1] is \\[2\\] sent [^1].");
  });
});

describe("lines that hold a secret", () => {
  const line = "The crane opens with password: Gr4nite-Otter-77 at night.";
  it("are told apart from the sentence over them, and left out of what is taken along", () => {
    const [claim = resting()] = judge(["At night the heavy crane opens quietly."], line);
    expect(claim).toMatchObject({ support: "own_words", rests_on: [{ text: line }] });
    const citation = sampleCitation({ id: 1, contains_secret: true });
    const [flagged = claim] = flagClaims(
      [claim],
      [citation],
      [{ citation_id: 1, text: line, kind: "prose" }],
    );
    expect(flagged.contains_secret).toBeUndefined();
    expect(flagged.rests_on?.[0]?.contains_secret).toBe(true);
    const answer = sampleAnswer({ claims: [flagged], citations: [citation], gaps: [] });
    const taken = leaveOutSecrets({ ...answer, markdown: renderMarkdown([flagged], "en") });
    expect(taken.left_out).toBe(1);
    expect(JSON.stringify(taken.answer)).toContain("heavy crane");
    expect(JSON.stringify(taken.answer)).not.toContain("Gr4nite");
  });

  it("take the pictures along that stand on them", () => {
    const picture = {
      ...{ target: "a.png", relative_path: "a.png", alt: "Gate", media_type: "image/png" as const },
      ...{ bytes: 9, sha256: "0".repeat(64), words_met: 1, shown_for: "lines" as const },
    };
    const open = { ...picture, citation: sampleCitation({ id: 2 }) };
    const secret = { ...picture, alt: line };
    const pictures = [
      open,
      { ...secret, citation: sampleCitation({ id: 3, contains_secret: true }) },
    ];
    const pictured = (pictures: Answer["pictures"]) =>
      leaveOutSecrets(sampleAnswer({ pictures })).answer.pictures;
    expect(pictured(pictures)).toEqual([open]);
    expect(pictured(pictures.slice(1))).toBeUndefined();
  });
});
