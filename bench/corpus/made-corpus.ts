import { createRandom, type Random } from "../../fixtures/hostile/random.ts";
import type { Corpus } from "./corpus.ts";
import { makeIdentifiers } from "./identifiers.ts";
import { makePage } from "./page.ts";
import { chineseVocabulary, englishVocabulary } from "./vocabulary.ts";

const most = 200_000;
const folders = ["guide", "reference", "tutorial", "how-to", "internals", "api"];

/**
 * Pages that nobody wrote, shaped as documentation is: one in five Chinese, most of some hundred words and a few of
 * tens of thousands, in projects of some hundred pages with folders of their own. Page `n` depends on the seed and `n`
 * alone, so that a larger corpus holds the smaller one.
 */
export function madeCorpus(seed = 11): Corpus {
  const random = createRandom(seed);
  const english = englishVocabulary(random);
  const chinese = chineseVocabulary(random);
  const identifiers = makeIdentifiers(random, () => english.topic(random)[0] ?? "");
  return {
    name: `made, seed ${seed}`,
    size: most,
    file(number) {
      const own = createRandom((seed * 1_000_003 + number * 7919) >>> 0);
      const lang = own.below(5) === 0 ? "zh" : "en";
      const vocabulary = lang === "zh" ? chinese : english;
      const text = makePage(own, { lang, vocabulary, foreign: english, identifiers });
      return { relative_path: pathOf(own, number, lang), bytes: Buffer.from(text) };
    },
  };
}

function pathOf(random: Random, number: number, lang: string): string {
  const project = `project-${String(Math.floor(number / 250)).padStart(3, "0")}`;
  const inside = Array.from({ length: random.below(3) }, () => random.pick(folders));
  const end = random.below(12) === 0 ? "mdx" : "md";
  return [project, lang, ...inside, `page-${number}.${end}`].join("/");
}
