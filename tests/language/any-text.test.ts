import fc from "fast-check";
import { expect, it } from "vitest";
import { askedAction } from "#lib/language/asked-action";
import { askedAfter } from "#lib/language/asked-after";
import { askedPaths } from "#lib/language/asked-paths";
import { askedWords } from "#lib/language/asked-words";
import { readCollectionQuestion } from "#lib/language/collection-question";
import { mostParts, planQuestion } from "#lib/language/plan";
import { questionLang } from "#lib/language/question-lang";
import { smallTalk } from "#lib/language/small-talk";

const pieces =
  'how|do|I|what|is|the|and|or|which|one|it|its|that|them|my own|vs|compare|to|difference between|error:|在|我的|怎么|怎样|它|其|和|有什么区别|各自|分别|默认|多少|哪几种|是|呢|把|？|?|`|"|“|”|a_b|./x.ts|/etc/passwd|v1.2|1. |- |\n|,|，|. |: |Helm|list|all files|about|changed|last|3|days|最近|三天|改了';
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.array(fc.constantFrom(...pieces.split("|")), { maxLength: 40 }).map((some) => some.join(" ")),
  fc.array(fc.constantFrom(...pieces.split("|")), { maxLength: 40 }).map((some) => some.join("")),
);

it("is planned into one to four parts, none of them empty where the question is not", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { parts, leans = new Map() } = planQuestion(text);
      expect(parts.length).toBeGreaterThan(0);
      expect(parts.length).toBeLessThanOrEqual(mostParts);
      for (const part of leans.keys()) expect(typeof part).toBe("string");
      if (text.trim() !== "") for (const part of parts) expect(part.trim()).not.toBe("");
    }),
    { numRuns: 300 },
  );
});

it("is asked after any other with all that it says, or stands for itself", () => {
  fc.assert(
    fc.property(anyText, anyText, (before, text) => {
      const both = askedAfter(before, text);
      if (both !== undefined) expect(both.endsWith(text.trim())).toBe(true);
    }),
    { numRuns: 300 },
  );
});

it("has a language, and is read for its words, its paths and what it wants done", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(["en", "zh-CN"]).toContain(questionLang(text));
      for (const path of askedPaths(text)) expect(text).toContain(path);
      for (const { terms } of askedWords(text)) expect(terms.length).toBeGreaterThan(0);
      const action = askedAction(text);
      if (action !== undefined) expect(text).toContain(action);
      readCollectionQuestion(text, new Date());
      smallTalk(text, "en");
    }),
    { numRuns: 300 },
  );
});
