import { tokenize } from "#lib/language/words";
import { createRandom } from "../fixtures/hostile/random.ts";
import { documentsIn } from "./corpus/folder-corpus.ts";
import { type PeerPassage, readDocuments } from "./peers/passages.ts";

/**
 * Questions that the documents of a folder can answer, drawn from them: half are a piece of a sentence as it stands, half some words of a
 * paragraph that do not stand together. The same folder and seed give the same questions.
 */
export function drawQuestions(dir: string, count: number, seed = 5): string[] {
  const random = createRandom(seed);
  const names = documentsIn(dir);
  const questions = new Set<string>();
  for (let tries = 0; questions.size < count && tries < count * 50; tries += 1) {
    const [document] = [...readDocuments(dir, [random.pick(names)])];
    const prose = (document?.passages ?? []).filter((passage) => passage.body.length > 120);
    if (prose.length === 0) continue;
    const question =
      questions.size % 2 === 0
        ? pieceOf(random.pick(prose), random)
        : scatteredWords(random.pick(prose), random);
    if (question !== undefined) questions.add(question);
  }
  if (questions.size === 0) throw new Error(`No question can be drawn from the files of ${dir}.`);
  return [...questions];
}

type Draw = ReturnType<typeof createRandom>;

/** Some neighbouring words, function words among them. */
function pieceOf({ body }: PeerPassage, random: Draw): string | undefined {
  const sentences = body.split(/(?<=[.!?。！？])\s*|\n+/).filter((text) => text.length > 30);
  if (sentences.length === 0) return undefined;
  const sentence = random.pick(sentences);
  const tokens = tokenize(sentence).filter((token) => token.kind !== "part");
  if (tokens.length < 6) return undefined;
  const from = random.below(Math.max(1, tokens.length - 12));
  const last = tokens[Math.min(tokens.length - 1, from + 6 + random.below(6))];
  return `${sentence.slice(tokens[from]?.start ?? 0, last?.end)}?`;
}

/** Three to six words that say something, in their order. */
function scatteredWords({ body }: PeerPassage, random: Draw): string | undefined {
  const tokens = tokenize(body).filter(
    (token) => !token.stop && token.kind !== "part" && token.kind !== "han_single",
  );
  if (tokens.length < 12) return undefined;
  const places = new Set<number>();
  const wanted = 3 + random.below(4);
  while (places.size < wanted) places.add(random.below(tokens.length));
  const words = [...places]
    .sort((a, b) => a - b)
    .map((place) => tokens[place])
    .map((token) => body.slice(token?.start, token?.end));
  return /\p{Script=Han}/u.test(words[0] ?? "")
    ? `${words.join("")}是什么？`
    : `How does ${words.join(" ")}?`;
}
