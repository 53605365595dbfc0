import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DocumentText, readWords } from "#lib/search/engines/document-words";
import type { EngineHit } from "#lib/search/engines/engine";
import { createInvertedIndex, type InvertedIndex } from "#lib/search/engines/inverted-index";
import { engines } from "#lib/search/engines/list";
import { rank } from "#lib/search/engines/rank";
import { signals } from "#lib/search/signals/list";

/** Folders of documents over few words, so that they repeat, stand near each other and name things; two are of talk. */
const word = fc.constantFrom(
  ..."cache shelf ollama port server config useAnswer max_turns v2.1 error tomorrow biggest 端口 默认 缓存 服务器 配置".split(
    " ",
  ),
);
const text = (most: number) => fc.array(word, { maxLength: most }).map((words) => words.join(" "));
const document = fc.record({
  title: text(3),
  path: text(3),
  passages: fc.array(
    fc.record({ heading: text(3), section: text(3), body: text(25), code: text(6) }),
    {
      maxLength: 12,
    },
  ),
});
const corpus = fc.array(document, { minLength: 1, maxLength: 25 });
const question = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
type Given = Omit<DocumentText, "passages"> & {
  passages: Omit<DocumentText["passages"][number], "line">[];
};
type Document = ReturnType<typeof givenDocument>;

function givenDocument(given: Given, number: number) {
  return {
    key: `k${number}`,
    order: `0000/${String(number).padStart(3, "0")}`,
    words: readWords({
      ...given,
      passages: given.passages.map((passage, i) => ({ line: 1 + 2 * i, ...passage })),
    }),
  };
}

async function filled(given: readonly Document[]): Promise<InvertedIndex> {
  const index = createInvertedIndex();
  await index.update(given);
  return index;
}

const listOf = (hits: readonly EngineHit[]) =>
  hits.map(({ key, passage, score }) => `${key} ${passage} ${score}`);
/** Where the list is of even length, the first word stands for another one. */
const swapsOf = (words: string, limit: number) => {
  const [word = ""] = words.split(" ");
  const of = limit % 4 === 0 ? ("folder" as const) : ("everyday" as const);
  return limit % 2 === 0 ? [{ start: 0, end: word.length, word, written: "another", of }] : [];
};
const ask = (index: InvertedIndex, words: string, limit: number, exhaustive = false) => {
  const swaps = swapsOf(words, limit);
  return rank(index, { text: words, limit, lang: "en", swaps }, { exhaustive });
};

describe("the ranking", () => {
  it("property: is the same list whether every passage is looked at or only those that can come into it", async () => {
    await fc.assert(
      fc.asyncProperty(
        corpus,
        question,
        fc.integer({ min: 1, max: 10 }),
        async (given, words, n) => {
          const index = await filled(given.map(givenDocument));
          expect(ask(index, words, n)).toEqual(ask(index, words, n, true));
        },
      ),
      { numRuns: 120, seed: 4 },
    );
  });

  it("is so for long questions over many documents, whose passages hold little of them each", async () => {
    let state = 7;
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state / 2 ** 31;
    };
    // Few words are frequent and most are rare, as in running text; a document returns to some of its own.
    const frequent = () => `w${Math.floor(random() ** 3 * 600)}`;
    const sentence = (length: number, own: readonly string[]) =>
      Array.from({ length }, () =>
        random() < 0.3 ? (own[Math.floor(random() * own.length)] ?? "") : frequent(),
      ).join(" ");
    const index = await filled(
      Array.from({ length: 250 }, (_, number) => {
        const own = Array.from({ length: 6 }, frequent);
        const passages = Array.from({ length: 1 + Math.floor(random() * 14) }, () => ({
          heading: "",
          section: "",
          body: sentence(5 + Math.floor(random() * 60), own),
          code: "",
        }));
        return givenDocument({ title: own[0] ?? "", path: "", passages }, number);
      }),
    );
    for (let n = 0; n < 100; n++) {
      const words = sentence(12, [frequent()]);
      expect(listOf(ask(index, words, 20).hits)).toEqual(listOf(ask(index, words, 20, true).hits));
    }
  });

  it("is so for a text of thousands of words, of which the rarest count and nothing is said of the others", async () => {
    const all = Array.from({ length: 2000 }, (_, i) => `word${i}`);
    const page = (words: readonly string[], number: number) =>
      givenDocument(
        {
          title: "",
          path: "",
          passages: [{ heading: "", section: "", body: words.join(" "), code: "" }],
        },
        number,
      );
    const index = await filled([
      page(all.slice(0, 1500), 0),
      ...Array.from({ length: 30 }, (_, i) => page(all.slice(i * 40, i * 40 + 80), i + 1)),
    ]);
    const { hits, terms } = ask(index, all.join(" "), 5);
    expect(terms.filter(({ passages }) => passages > 0)).toHaveLength(192);
    expect(terms).toHaveLength(256);
    expect(hits).toEqual(ask(index, all.join(" "), 5, true).hits);
    expect(hits[0]?.key).toBe("k0");
    const held = ask(index, all.slice(0, 1500).join(" "), 3);
    expect(held.hits[0]?.reason).toMatch(/^Contains every word of your question: word/);
  });

  it("property: stays so, and the same as of a fresh index, when documents come, change and go", async () => {
    await fc.assert(
      fc.asyncProperty(corpus, corpus, question, async (before, after, words) => {
        const index = await filled(before.map(givenDocument));
        ask(index, words, 5);
        index.remove(before.map((_, i) => `k${i}`).filter((_, i) => i % 3 === 0));
        ask(index, words, 5);
        for (const [i, one] of after.entries()) await index.update([givenDocument(one, i)]);
        index.remove(before.map((_, i) => `k${i}`).slice(after.length));
        const changed = ask(index, words, 5);
        expect(changed).toEqual(ask(index, words, 5, true));
        const fresh = ask(await filled(after.map(givenDocument)), words, 5);
        expect(listOf(changed.hits)).toEqual(listOf(fresh.hits));
      }),
      { numRuns: 50, seed: 4 },
    );
  });

  it.each(["explainable", "basic"] as const)(
    "property (%s): each breakdown sums to its score, and says so in one sentence of either language",
    async (ranker) => {
      await fc.assert(
        fc.asyncProperty(corpus, question, async (given, words) => {
          const engine = engines[ranker]();
          await engine.update(given.map(givenDocument));
          for (const lang of ["en", "zh-CN"] as const) {
            const query = { text: words, limit: 10, lang, swaps: swapsOf(words, 10) };
            const { hits } = await engine.search(query, new AbortController().signal);
            for (const { breakdown, score, reason } of hits) {
              expect(breakdown.reduce((sum, s) => sum + s.value, 0)).toBe(score);
              expect(score).toBeGreaterThan(0);
              for (const said of [reason, ...breakdown.map((s) => s.detail)]) {
                expect(said).toMatch(lang === "en" ? /^[A-Z0-9][^\n]*\.$/ : /^[^\n]*。$/);
                expect(said).not.toMatch(/search\.|[{}]|undefined|NaN/);
              }
            }
            const scores = hits.map((hit) => hit.score);
            expect(scores).toEqual([...scores].sort((a, b) => b - a));
          }
        }),
        { numRuns: 40, seed: 4 },
      );
    },
  );

  it("property: no signal exceeds what it says it can be at most, nor 1", async () => {
    await fc.assert(
      fc.asyncProperty(corpus, question, async (given, words) => {
        const index = await filled(given.map(givenDocument));
        for (const signal of signals) {
          const watched = {
            ...signal,
            value: (...call: Parameters<typeof signal.value>) => {
              const value = signal.value(...call);
              expect(value).toBeGreaterThanOrEqual(0);
              expect(value).toBeLessThanOrEqual(1 + 1e-9);
              return value;
            },
          };
          // Alone, a bound that is too low would lose passages.
          const alone = { signals: [watched] };
          const query = { text: words, limit: 3, lang: "en" } as const;
          expect(listOf(rank(index, query, alone).hits)).toEqual(
            listOf(rank(index, query, { ...alone, exhaustive: true }).hits),
          );
        }
      }),
      { numRuns: 50, seed: 4 },
    );
  });

  it("looks at few passages of many when the list is short", async () => {
    const given = Array.from({ length: 400 }, (_, i) =>
      givenDocument(
        {
          title: i === 7 ? "shelf" : "notes",
          path: `n${i}`,
          passages: Array.from({ length: 10 }, (_, p) => ({
            heading: "",
            section: "",
            body: `the server ${i === 7 ? "holds a shelf of caches" : `number ${i} ${p}`}`,
            code: "",
          })),
        },
        i,
      ),
    );
    const index = await filled(given);
    let looked = 0;
    const counting = signals.map((signal, i) => ({
      ...signal,
      value: (...call: Parameters<typeof signal.value>) => {
        looked += i === 0 ? 1 : 0;
        return signal.value(...call);
      },
    }));
    const { hits } = rank(
      index,
      { text: "server shelf", limit: 5, lang: "en" },
      { signals: counting },
    );
    expect(hits.map((hit) => hit.key)).toEqual(Array(5).fill("k7"));
    expect(looked).toBeLessThan(50);
  });
});
