import type { Random } from "../../fixtures/hostile/random.ts";
import type { Identifiers } from "./identifiers.ts";
import { fraction, type Vocabulary } from "./vocabulary.ts";

/** What a page is written with; `foreign` are the words of names and code, which are English on every page. */
export type Language = {
  lang: "en" | "zh";
  vocabulary: Vocabulary;
  foreign: Vocabulary;
  identifiers: Identifiers;
};

/** A page of documentation: front matter now and then, headings, paragraphs, lists, steps, tables, code, quotes. */
export function makePage(random: Random, language: Language): string {
  const writer = writerOf(random, language);
  const title = writer.heading();
  const parts: string[] = [];
  if (random.below(4) === 0) {
    parts.push(`---\ntitle: ${title}\ntags: [${writer.term()}, ${writer.term()}]\n---`);
  }
  parts.push(`# ${title}`);
  const wanted = wordsWanted(random);
  let written = 0;
  while (written < wanted) {
    if (written > 0) parts.push(`${random.below(3) === 0 ? "###" : "##"} ${writer.heading()}`);
    for (let blocks = 1 + random.below(5); blocks > 0 && written < wanted; blocks -= 1) {
      const block = makeBlock(random, writer);
      parts.push(block.text);
      written += block.words;
    }
  }
  return `${parts.join("\n\n")}\n`;
}

/** Half of the pages have less than 420 words; one in two hundred is a reference of tens of thousands. */
function wordsWanted(random: Random): number {
  if (random.below(200) === 0) return 8000 + random.below(22_000);
  const normal =
    Math.sqrt(-2 * Math.log(1 - fraction(random))) * Math.cos(6.2832 * fraction(random));
  return Math.min(12_000, Math.max(30, Math.round(420 * Math.exp(0.9 * normal))));
}

type Writer = ReturnType<typeof writerOf>;
type Block = { text: string; words: number };

function writerOf(random: Random, { lang, vocabulary, foreign, identifiers }: Language) {
  const topic = vocabulary.topic(random);
  const foreignTopic = foreign.topic(random);
  const joint = lang === "zh" ? "" : " ";
  const term = () => foreign.content(random, foreignTopic);
  const identifier = () => identifiers.pick(random, term);
  const phrase = (length: number) => {
    const pieces: string[] = [];
    for (let i = 0; i < length; i += 1) {
      const chance = random.below(60);
      if (chance === 0)
        pieces.push(lang === "zh" ? ` \`${identifier()}\` ` : `\`${identifier()}\``);
      else if (chance === 1) pieces.push(`[${term()}](../${term()}.md)`);
      else pieces.push(vocabulary.word(random, topic));
    }
    return pieces.join(joint);
  };
  const sentence = () => {
    const length = 6 + random.below(18);
    const cut = length > 12 ? Math.floor(length / 2) : 0;
    const text =
      cut === 0
        ? phrase(length)
        : `${phrase(cut)}${lang === "zh" ? "，" : ", "}${phrase(length - cut)}`;
    const first = text.charAt(0).toUpperCase() + text.slice(1);
    return { text: `${first}${lang === "zh" ? "。" : "."}`, words: length };
  };
  const heading = () => {
    const text = Array.from({ length: 2 + random.below(4) }, () =>
      vocabulary.content(random, topic),
    ).join(joint);
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  return { term, identifier, phrase, sentence, heading, joint };
}

function makeBlock(random: Random, writer: Writer): Block {
  const chance = random.below(100);
  if (chance < 62) return paragraph(random, writer, "");
  if (chance < 74) return list(random, writer, () => "- ");
  if (chance < 80) return list(random, writer, (i) => `${i + 1}. `);
  if (chance < 86) return table(random, writer);
  if (chance < 96) return code(random, writer);
  return paragraph(random, writer, "> ");
}

function paragraph(random: Random, writer: Writer, mark: string): Block {
  const sentences = Array.from({ length: 2 + random.below(5) }, () => writer.sentence());
  return {
    text: mark + sentences.map(({ text }) => text).join(writer.joint),
    words: sentences.reduce((sum, { words }) => sum + words, 0),
  };
}

function list(random: Random, writer: Writer, mark: (i: number) => string): Block {
  const count = 3 + random.below(6);
  const lines = Array.from(
    { length: count },
    (_, i) => mark(i) + writer.phrase(5 + random.below(9)),
  );
  return { text: lines.join("\n"), words: count * 9 };
}

function table(random: Random, writer: Writer): Block {
  const columns = 2 + random.below(3);
  const rows = 3 + random.below(12);
  const row = (cell: () => string) => `| ${Array.from({ length: columns }, cell).join(" | ")} |`;
  const body = Array.from({ length: rows }, () =>
    row(() => (random.below(3) === 0 ? `\`${writer.identifier()}\`` : writer.phrase(3))),
  );
  return {
    text: [row(() => writer.phrase(1)), row(() => "---"), ...body].join("\n"),
    words: rows * columns * 3,
  };
}

function code(random: Random, writer: Writer): Block {
  const lines = Array.from({ length: 3 + random.below(14) }, () => {
    switch (random.below(4)) {
      case 0:
        return `const ${writer.term()} = ${writer.term()}(${writer.term()}, ${random.below(999)});`;
      case 1:
        return `  ${writer.identifier()}: "${writer.term()}",`;
      case 2:
        return `# ${writer.term()} ${writer.term()}`;
      default:
        return `npx ${writer.term()} ${writer.identifier()}`;
    }
  });
  return { text: ["```ts", ...lines, "```"].join("\n"), words: lines.length * 4 };
}
