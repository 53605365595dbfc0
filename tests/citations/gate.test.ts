import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeClaims } from "#lib/citations/gate";
import type { Claim } from "#lib/contracts/answer";
import type { Verification } from "#lib/contracts/docs-tools";
import type { DraftClaim } from "#lib/contracts/draft";
import { cite, claimsOf, verified } from "./sample.ts";

const page = [
  "# Limits",
  "",
  "A call ends after 30 seconds unless `timeout_ms` says otherwise. It does not retry the call. In 1937 the",
  "limit was called “grace period” by Ada Lovelace.",
  "",
  "默认超时为 30 秒。它不会重试。",
  "",
  "| flag | default |",
  "|---|---|",
  "| `--port` | 3000 |",
  "| `--host` | 127.0.0.1 |",
  "",
  "```sh",
  "npm start -- --port 3000",
  "```",
  "",
  "1. Open Settings.",
  "2. Never close the window.",
].join("\n");

function judge(
  claims: DraftClaim[],
  verification: Verification = verified(page),
  policy: "require_citations" | "suggest_citations" = "require_citations",
) {
  return judgeClaims({
    claims,
    citations: [cite(1, page)],
    verifications: new Map([[1, verification]]),
    policy,
  });
}
const supportOf = (claim: DraftClaim): Claim["support"] | "withheld" =>
  judge([claim]).passed[0]?.support ?? "withheld";
const draft = (over: Partial<DraftClaim>): DraftClaim => ({
  id: "c1",
  kind: "sentence",
  text: "It does not retry the call.",
  citations: [1],
  spans: [],
  ...over,
});
const all = claimsOf(1, page);

describe("a whole unit of the lines", () => {
  it("is verbatim, whatever its kind", () => {
    const { passed, withheld } = judge(all);
    expect(withheld).toEqual([]);
    expect(passed.map((c) => c.support)).toEqual(all.map(() => "verbatim"));
    expect(new Set(passed.map((c) => c.kind))).toEqual(
      new Set(["sentence", "table", "code", "step"]),
    );
  });

  it("is verbatim as a table of several rows, but not with the rows turned round", () => {
    const [one, two] = all.filter((c) => c.kind === "table") as [DraftClaim, DraftClaim];
    const both = {
      ...one,
      text: `${one.text}\n${two.text.split("\n")[2]}`,
      spans: [...one.spans, ...two.spans.slice(2)],
    };
    expect(supportOf(both)).toBe("verbatim");
    expect(
      supportOf({
        ...both,
        spans: [...one.spans.slice(0, 2), ...two.spans.slice(2), ...one.spans.slice(2)],
      }),
    ).not.toBe("verbatim");
  });

  it("is not verbatim as the step of another number", () => {
    const step = all.find((c) => c.kind === "step") as DraftClaim;
    expect(supportOf({ ...step, info: "7" })).not.toBe("verbatim");
  });

  it("is not verbatim with a part of it left out, even when the part that is left is in the file", () => {
    const sentence = all.find((c) => c.text.startsWith("It does not")) as DraftClaim;
    const span = sentence.spans[0];
    if (span === undefined) throw new Error("the sample has a span");
    const cut = draft({ text: "retry the call.", spans: [{ ...span, start: span.start + 12 }] });
    expect(supportOf(cut)).toBe("withheld");
  });
});

describe("any change of a verbatim sentence lowers its verdict", () => {
  const ranks = ["withheld", "none", "doubt", "supported", "verbatim"];
  const lowered = (claim: DraftClaim, text: string) =>
    ranks.indexOf(supportOf({ ...claim, text })) < ranks.indexOf("verbatim");

  it("for any single character", () => {
    const claim = fc.constantFrom(...all);
    fc.assert(
      fc.property(claim, fc.nat(), fc.constantFrom("7", "x", "不", " ", ""), (c, at, by) => {
        const i = at % c.text.length;
        const text = c.text.slice(0, i) + by + c.text.slice(i + 1);
        fc.pre(text !== c.text);
        return lowered(c, text);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ["a digit", "30 seconds", "31 seconds"],
    ["a digit more", "30 seconds", "300 seconds"],
    ["a unit", "30 seconds", "30 minutes"],
    ["an identifier", "timeout_ms", "timeout_s"],
    ["a date", "1937", "1936"],
    ["a quoted word", "“grace period”", "“grace time”"],
    ["a name", "Ada Lovelace", "Ada Byron"],
    ["a dropped negation", "does not retry", "does retry"],
    ["an added negation", "A call ends", "A call never ends"],
    ["a Chinese number", "30 秒", "60 秒"],
    ["a Chinese unit", "30 秒", "30 天"],
    ["a Chinese negation", "它不会重试", "它会重试"],
    ["a flag", "`--port`", "`--part`"],
    ["an address", "127.0.0.1", "127.0.0.2"],
  ])("to withheld for %s", (_what, from, to) => {
    const claim = all.find((c) => c.text.includes(from));
    if (claim === undefined) throw new Error(`no claim holds ${from}`);
    expect(supportOf({ ...claim, text: claim.text.replace(from, to) })).toBe("withheld");
  });
});

describe("a sentence in other words", () => {
  it("is supported when its facts and words stand in the lines, and points at them itself", () => {
    const { passed } = judge([
      draft({
        text: "After 30 seconds a call ends, unless `timeout_ms` says otherwise.",
        spans: [{ citation: 1, line: 1, start: 0, end: 3 }],
      }),
    ]);
    expect(passed[0]?.support).toBe("supported");
    expect(passed[0]?.spans[0]?.line).toBe(3);
  });

  it("is in doubt when it leaves out the condition under which the lines say it", () => {
    expect(supportOf(draft({ text: "After 30 seconds a call ends." }))).toBe("doubt");
  });

  it("is withheld when the lines speak of something else", () => {
    expect(judge([draft({ text: "Cats sleep on warm roofs." })]).withheld[0]?.reason).toBe(
      "unsupported",
    );
  });
});

describe("markers", () => {
  it("are required", () => {
    expect(judge([draft({ citations: [] })]).withheld[0]?.reason).toBe("no_marker");
  });

  it("that name no citation are removed, and a claim left without any is withheld", () => {
    const claim = all[0] as DraftClaim;
    expect(judge([{ ...claim, citations: [99] }]).withheld[0]?.reason).toBe("unknown_citation");
    expect(judge([{ ...claim, citations: [99, 1] }]).passed[0]?.citations).toEqual([1]);
  });

  it("of a passage that does not carry the sentence are removed", () => {
    const other = "Something about cats.";
    const { passed } = judgeClaims({
      claims: [{ ...(all[0] as DraftClaim), citations: [1, 2] }],
      citations: [cite(1, page), cite(2, other)],
      verifications: new Map([
        [1, verified(page)],
        [2, verified(other)],
      ]),
      policy: "require_citations",
    });
    expect(passed[0]?.citations).toEqual([1]);
  });
});

describe("lines that are not what was cited", () => {
  it.each(["moved", "changed", "missing", "denied"] as const)("withhold the claim: %s", (state) => {
    const { passed, withheld } = judge(all, { state, text: page });
    expect(passed).toEqual([]);
    expect(withheld[0]).toMatchObject({ reason: "citation_changed", state });
  });

  it("are told from lines that stand but were too long to hand over", () => {
    const { passed, withheld } = judge(all, { state: "verified" });
    expect(passed).toEqual([]);
    expect(withheld[0]).toMatchObject({ reason: "too_long", state: "verified" });
  });

  it("withhold the claim when they are called verified and hash to something else", () => {
    expect(judge(all, verified(page.replace("30", "31"))).passed).toEqual([]);
  });

  it("withhold the claim when nobody looked", () => {
    const result = judgeClaims({
      claims: all,
      citations: [cite(1, page)],
      verifications: new Map(),
      policy: "require_citations",
    });
    expect(result.withheld.map((w) => w.reason)).toEqual(all.map(() => "citation_changed"));
  });
});

describe("spans", () => {
  const claim = all.find((c) => c.text.startsWith("It does not")) as DraftClaim;
  const span = claim.spans[0] ?? { citation: 1, line: 1, start: 0, end: 0 };
  it.each([
    ["elsewhere", [{ ...span, line: span.line + 3 }]],
    ["beyond the lines", [{ ...span, line: 4000 }]],
    ["backwards", [{ ...span, start: span.end, end: span.start }]],
    ["over each other", [span, span]],
    ["at nothing", []],
    ["into another citation", [{ ...span, citation: 2 }]],
  ])("that point %s make no quotation", (_where, spans) => {
    expect(supportOf({ ...claim, spans })).not.toBe("verbatim");
  });
});

it("suggest_citations shows what would be withheld without a source", () => {
  const { passed, withheld } = judge(
    [draft({ citations: [42] })],
    verified(page),
    "suggest_citations",
  );
  expect(withheld).toEqual([]);
  expect(passed).toMatchObject([{ support: "none", citations: [], spans: [] }]);
});

describe("lines that begin inside a code block", () => {
  const rest = "set a = 1\n```\n\nThe harbour takes seven boats.\n\n```sh\nmoor\n```";
  const claim = draft({
    text: "The harbour takes seven boats.",
    spans: [{ citation: 1, line: 4, start: 0, end: 30 }],
  });

  it("are read as the answer engine reads them", () => {
    const supports = (inside: { inside_fence?: string }) =>
      judgeClaims({
        claims: [claim],
        citations: [{ ...cite(1, rest), ...inside }],
        verifications: new Map([[1, verified(rest)]]),
        policy: "require_citations",
      }).passed.map((c) => c.support);
    expect(supports({ inside_fence: "```" })).toEqual(["verbatim"]);
    expect(supports({})).not.toEqual(["verbatim"]);
  });
});

describe("words that a writer says its sentence rests on", () => {
  const said = "After thirty seconds a call is cut off, except where `timeout_ms` allows more.";
  const judgeWith = (text: string, ...quotes: string[]) =>
    judge([draft({ text, quotes: quotes.map((one) => ({ citation: 1, text: one })) })]);

  it("are found whatever marks and white space stand between them, and shown as its lines", () => {
    const { passed } = judgeWith(said, "**ends after   30 seconds** unless timeout_ms says");
    expect(passed[0]).toMatchObject({ support: "own_words", citations: [1] });
    expect(passed[0]?.rests_on?.[0]?.text).toContain("ends after 30 seconds unless");
    expect(passed[0]).not.toHaveProperty("quotes");
  });

  it("leave the sentence without a source where they stand nowhere", () => {
    const { withheld } = judgeWith(said, "calls are never cut off by the harbour master");
    expect(withheld[0]?.reason).toBe("unsupported");
  });

  it("count as none where they say too little to find anything by", () => {
    expect(judgeWith(said, "the").passed[0]?.support).toBe("own_words");
  });

  it("save no sentence that brings a number, a flag or a name of its own", () => {
    for (const text of [
      "After 45 seconds a call is cut off, except where `timeout_ms` allows more.",
      "After thirty seconds a call is cut off, except where `--max-wait` allows more.",
      "After thirty seconds Boris cuts a call off, except where `timeout_ms` allows more.",
      "After ninety seconds a call is cut off, except where `timeout_ms` allows more.",
      "A call is cut off after thirty minutes, except where `timeout_ms` allows more.",
      "The harbour master burns the mail of the week before the tide comes in.",
    ]) {
      const { withheld } = judgeWith(text, "A call ends after 30 seconds");
      expect([text, withheld[0]?.reason]).toEqual([text, "unsupported"]);
    }
  });
});
