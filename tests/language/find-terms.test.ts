import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findTerms, tokenize } from "#lib/language/words";
import { madeCorpus } from "../../bench/corpus/made-corpus.ts";

const filtered = (text: string, terms: ReadonlySet<string>) =>
  tokenize(text).filter((token) => !token.stop && terms.has(token.term));

const hard = [
  "Skis, skies and dying; the ugly, only early lying: tying, using, being, icing, aging, eing.",
  "C++ and c# meet node.js (v24.21.0) at lib/search::index, O'Brien's max_turns--no-sandbox",
  "useAnswerStream HTMLParser x509 64DD JAXR是什么 數據庫的資料 Ünïted Straße naïve",
  "T1foo HTTP2Server f1_keywords x64 32-bit std::cout __init__ user@host <br/> 11/04/2016 2017: v5",
  `${"a".repeat(300)} word.word word. word`,
  "WHAT IS THE US? What is IT",
  "é\u0301cole ﬁne ﬂow ①② ½ word\u0301 next",
];

describe("looking for terms", () => {
  it("finds what the analyser finds, wherever a term stands", () => {
    const corpus = madeCorpus();
    const texts = [
      ...hard,
      ...Array.from({ length: 12 }, (_, number) => corpus.file(number).bytes.toString()),
    ];
    for (const text of texts) {
      const known = [...new Set(tokenize(text).map((token) => token.term))];
      for (let from = 0; from < Math.min(known.length, 300); from += 5) {
        const terms = new Set(known.slice(from, from + 5));
        expect(findTerms(text, terms)).toEqual(filtered(text, terms));
      }
    }
  });

  it("property: on any text of pieces that join, stop or are foreign", () => {
    const piece = fc.constantFrom(
      ..."word Word words WORDS running runs useIt a.b a_b a-b don't O'Neil v1.2 C++ 1,000 x64 T1foo HTTP2Server 3 32-bit :: __ < > = 据库 資 é , . ; : / ' \n ` ( ) # @".split(
        " ",
      ),
      " ",
    );
    const texts = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(texts, fc.nat(), (text, pick) => {
        const known = [...new Set(tokenize(text).map((token) => token.term)), "word"];
        const terms = new Set([known[pick % known.length] ?? "word"]);
        expect(findTerms(text, terms)).toEqual(filtered(text, terms));
      }),
      { seed: 7, numRuns: 1500 },
    );
  });
});
