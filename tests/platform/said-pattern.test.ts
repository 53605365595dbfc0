import { expect, test } from "vitest";
import { isExportLine, isGapSentence, isNotice } from "#lib/citations/export-lines";
import en from "#lib/contracts/messages/en";
import { saidPattern } from "#lib/platform/said-pattern";
import { type MessageKey, say } from "#lib/platform/say";

const langs = ["en", "zh-CN"] as const;
const params = {
  ...{ total: 3, searched: 1200, known: 4000, ready: 12, count: 2, seconds: "1.5" },
  ...{ line_start: 3, line_end: 9, path: "notes/01. Intro.md", part: "It is slow. Why?" },
  ...{ about: "red lever", words: "“walrus”, “stoat”", ids: "“a”", rule: "traversal" },
  ...{ since: "November 20, 2026 at 3:00 PM", reason: en.rule.traversal, message: en.gap.no_hit },
  ...{ tool: "write", why: en.notice.why.busy, most: 12, pieces: 2, letters: 900 },
  ...{ question: "先装 Node。It fails; why?", steps: "2, 4" },
};
const keysOf = (part: "gap" | "notice") =>
  Object.entries(en[part]).flatMap(([name, text]) =>
    // The names are those of the catalogue.
    typeof text === "string" ? [`${part}.${name}` as MessageKey] : [],
  );

test("what the program says is known again in both languages, and nothing that is added to it", () => {
  for (const lang of langs) {
    for (const key of keysOf("gap")) {
      const why =
        key === "gap.withheld_steps" ? say(lang, "gap.withheld_unsupported", params) : params.why;
      const said = say(lang, key, { ...params, why });
      expect(isGapSentence(said), said).toBe(true);
      expect(isExportLine("gaps", `- ${said} (\`no_hit\`)`), said).toBe(true);
      expect(isGapSentence(`${said} The port is 9999.`), said).toBe(false);
    }
    for (const key of keysOf("notice")) {
      expect(isNotice(say(lang, key, params)), key).toBe(true);
      expect(isExportLine("about", `- ${say(lang, key, params)}`), key).toBe(true);
    }
    for (const key of ["listing.files", "listing.mentions", "listing.changed"] as const) {
      for (const total of [0, 1, 12]) {
        const said = `${say(lang, key, { ...params, total })} ${say(lang, "listing.first", params)}`;
        expect(isExportLine("counted", said), said).toBe(true);
      }
    }
    for (const key of ["answer.hello", "answer.abilities"] as const) {
      expect(isExportLine("reply", say(lang, key))).toBe(true);
    }
  }
});

test("a value is no sentence and no marker of a source", () => {
  const heard = new RegExp(
    `^${saidPattern(["preview.image_not_loaded", "gap.withheld_changed"])}$`,
    "u",
  );
  const said = (path: string) => say("en", "gap.withheld_changed", { path });
  expect(heard.test(said("a.md"))).toBe(true);
  expect(heard.test(said("The port is 9999 [1]"))).toBe(false);
  expect(heard.test(said("The port is 9999. It"))).toBe(false);
});
