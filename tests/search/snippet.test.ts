import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentTerms, findTerms } from "#lib/language/words";
import { matchedWords } from "#lib/search/matched-words";
import { cutSnippet } from "#lib/search/snippet";

const weights = (question: string) =>
  new Map(contentTerms(question).map((term) => [term, 1] as const));

describe("a snippet", () => {
  it("is the whole passage when it fits", () => {
    expect(cutSnippet("  one\n\ntwo ", 40, weights("two"))).toEqual({
      text: "  one\n\ntwo ",
      truncated: false,
    });
  });

  it("holds the sentences with most of the question, cut where sentences end", () => {
    const text =
      "Nothing to see in here. Nothing in this one either. The falcon nests on the tower. It hunts at dusk. Nothing again.";
    expect(cutSnippet(text, 60, weights("When does the falcon hunt?"))).toEqual({
      text: "The falcon nests on the tower. It hunts at dusk.",
      truncated: true,
    });
  });

  it("is cut after Chinese sentences too", () => {
    const text = "这里什么都没有。那里也没有什么。猎鹰在塔上筑巢。它在黄昏时捕猎。最后还是没有。";
    expect(cutSnippet(text, 18, weights("猎鹰什么时候捕猎")).text).toBe(
      "猎鹰在塔上筑巢。它在黄昏时捕猎。",
    );
  });

  it("is cut between list items and not inside a word when a sentence is too long", () => {
    const list = Array.from({ length: 9 }, (_, i) => `- item ${i} has words`).join("\n");
    const { text } = cutSnippet(list, 50, weights("item 7"));
    expect(text).toContain("- item 7 has words");
    for (const line of text.split("\n")) expect(line).toMatch(/^- item \d has words$/);

    const long = `${"alpha beta gamma ".repeat(50)}needle ${"delta epsilon ".repeat(50)}`;
    const cut = cutSnippet(long, 80, weights("needle")).text;
    expect(cut).toContain("needle");
    expect(
      cut
        .split(" ")
        .every((w) => ["alpha", "beta", "gamma", "needle", "delta", "epsilon"].includes(w)),
    ).toBe(true);
  });

  it("never halves a character", () => {
    const text = "𠮷".repeat(500);
    expect(cutSnippet(text, 41, weights("𠮷")).text.isWellFormed()).toBe(true);
  });

  it("property: one unbroken piece of the text, not longer than allowed, never empty", () => {
    const word = fc.constantFrom(
      "alpha",
      "beta.",
      "gamma",
      "\n",
      "\n\n- ",
      "。",
      "数据库",
      " ",
      "😀",
      "x".repeat(70),
      "\n```\n",
    );
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 80 }),
        fc.integer({ min: 40, max: 200 }),
        (words, most) => {
          const text = `a${words.join(" ")}`;
          const snippet = cutSnippet(text, most, weights("gamma 数据"));
          expect(text).toContain(snippet.text);
          expect(snippet.text.length).toBeLessThanOrEqual(most);
          expect(snippet.text).not.toBe("");
          expect(snippet.truncated).toBe(text.length > most);
          expect(snippet.text.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("matched words", () => {
  it("are the surface forms in the text, Han pairs grown together", () => {
    const terms = new Set(contentTerms("How are folders indexed? 数据库"));
    const text = "Indexing a Folder; 這個數據庫很大";
    expect(matchedWords(text, findTerms(text, terms))).toEqual(["Indexing", "Folder", "數據庫"]);
  });
});
