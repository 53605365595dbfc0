import type { Random } from "../../fixtures/hostile/random.ts";

/**
 * Made words with the frequencies of real text: a few function words make up two fifths of it, the rest falls off with
 * the rank (Zipf), and every page returns to some words of its own. The same for the same seed on every machine.
 */
export type Vocabulary = {
  /** A word of a page about `topic`; function words among them. */
  word(random: Random, topic: readonly string[]): string;
  /** A word that says what a text is about. */
  content(random: Random, topic: readonly string[]): string;
  /** What a page is about: words of any rarity. */
  topic(random: Random): string[];
};

const englishFunction =
  "the of and to in a is for with that on as are by this be from or an it can when if not which at will you use each may all one has more then than only also into after before must should do how".split(
    " ",
  );
const chineseFunction = [..."的是在了和与中会这个对为不有以及到从被把也都就"];

export function englishVocabulary(random: Random, size = 30_000): Vocabulary {
  const onsets =
    "b c d f g h l m n p r s t v w br cl cr dr fl gr pl pr sc sp st str tr ch sh".split(" ");
  const vowels = "a e i o u ai ea ee io ou".split(" ");
  const codas = ["", "", "", "n", "r", "s", "t", "l", "nd", "st", "ck", "m", "x"];
  const endings = ["", "", "", "s", "ed", "ing", "er", "tion", "ly", "ment"];
  const make = () => {
    let word = "";
    for (let syllables = 1 + random.below(2); syllables > 0; syllables -= 1)
      word += random.pick(onsets) + random.pick(vowels) + random.pick(codas);
    return word + random.pick(endings);
  };
  return vocabularyOf(distinct(make, size), englishFunction, 0.42);
}

/** Of the 3,755 characters that GB 2312 counts as the common ones; common characters stand in many words. */
export function chineseVocabulary(random: Random, size = 15_000): Vocabulary {
  const gbk = new TextDecoder("gbk");
  const characters: string[] = [];
  for (let high = 0xb0; high <= 0xd7; high += 1) {
    const last = high === 0xd7 ? 0xf9 : 0xfe;
    for (let low = 0xa1; low <= last; low += 1)
      characters.push(gbk.decode(Uint8Array.of(high, low)));
  }
  const draw = createDraw(characters.length, 30);
  const lengths = [1, 2, 2, 2, 2, 2, 2, 2, 3, 4];
  const make = () =>
    Array.from({ length: random.pick(lengths) }, () => characters[draw(random)]).join("");
  return vocabularyOf(distinct(make, size), chineseFunction, 0.3);
}

function vocabularyOf(
  words: readonly string[],
  functionWords: readonly string[],
  share: number,
): Vocabulary {
  const drawWord = createDraw(words.length, 12);
  const drawFunction = createDraw(functionWords.length, 2.7);
  const content = (random: Random, topic: readonly string[]) =>
    fraction(random) < 0.35 ? random.pick(topic) : (words[drawWord(random)] ?? "");
  return {
    content,
    word: (random, topic) =>
      fraction(random) < share
        ? (functionWords[drawFunction(random)] ?? "")
        : content(random, topic),
    topic: (random) =>
      Array.from({ length: 40 }, (_, i) =>
        i % 2 === 0 ? random.pick(words) : (words[drawWord(random)] ?? ""),
      ),
  };
}

function distinct(make: () => string, size: number): string[] {
  const words = new Set<string>();
  while (words.size < size) words.add(make());
  return [...words];
}

/**
 * Ranks from 0, the first ones most often: 1 / (rank + head), as in running text. Function words take the head of the
 * list, so words that say something begin further down.
 */
export function createDraw(count: number, head: number): (random: Random) => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) {
    sum += 1 / (rank + head);
    sums[rank] = sum;
  }
  return (random) => {
    const wanted = fraction(random) * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** From 0 up to, not including, 1. */
export function fraction(random: Random): number {
  return random.below(1_000_000_007) / 1_000_000_007;
}
