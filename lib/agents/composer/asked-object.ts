import { askedDeed, saying } from "#lib/language/asked-action";
import { describes } from "#lib/language/describing-words";
import { isEveryday } from "#lib/language/talk-words";
import { type QuestionWord, questionWords } from "#lib/language/word-kinds";
import { tokenize } from "#lib/language/words";
import type { Asked } from "./asked.ts";
import { wantsCode } from "./question.ts";
import type { Chosen } from "./selection.ts";

/**
 * How something is done, or whether it can be: what of the question's weight is what is to be done and what it is done to,
 * where no line that is quoted nor a heading above one speaks of it, 0 to 1 each, and more for a thing that stands nowhere.
 * "Creating pull secrets" converts nothing, "terminal fonts" are not the size of a font. Signs against it, for a manual may
 * have another word.
 */
export function doingLacks(
  asked: Asked,
  quoted: readonly Chosen[],
): { deed: number; object: number } {
  const { kind, question } = asked;
  if ((kind !== "how_to" && kind !== "yes_no") || wantsCode(question))
    return { deed: 0, object: 0 };
  const texts = quoted.flatMap(({ source: { citation, units: all }, units }) => [
    citation.title,
    ...citation.breadcrumb,
    ...all.filter((u) => u.kind === "heading").map((u) => u.text),
    ...units.map((u) => u.text),
  ]);
  const said = saying(texts.join("\n"));
  const lacking = (word: string | undefined): string[] =>
    word === undefined || said(word) ? [] : [word];
  const [deed = 0] = lacking(askedDeed(question)).map((word) =>
    turnedRound(word, texts.join("\n")) ? 1 : deedWeight(word, asked),
  );
  const [object = 0] = lacking(objectOf(question)).map((word) =>
    isUnheardOf(word, asked) ? unheardOf : isAsked(word, asked) ? 1 : 0,
  );
  return { deed, object };
}

/** As much as this counts against an answer that what something is to be done to stands nowhere in the folders (抄送人). */
const unheardOf = 4;
function isUnheardOf(word: string, { terms }: Asked): boolean {
  const own = tokenize(word).filter((t) => t.kind !== "part" && t.kind !== "han_single" && !t.stop);
  const aside = own.some(({ term }) => describes(term) || isEveryday(term));
  const known = own.map(({ term }) => terms.find((t) => t.term === term));
  return !aside && own.length > 0 && known.every((t) => t?.passages === 0);
}

/** "Log out" where what is quoted tells how to sign in. */
const turnedRound = (deed: string, text: string): boolean =>
  (/^(?:log|sign) (?:out|off)$/.test(deed) && /\b(?:log|sign)\w* in\b/i.test(text)) ||
  (/^(?:log|sign) in$/.test(deed) && /\b(?:log|sign)\w* (?:out|off)\b/i.test(text));

/** All of it where the word stands nowhere in the folder; two words are weighed as neither of them is, by the weightiest. */
function deedWeight(deed: string, { terms }: Asked): number {
  const own = new Set(tokenize(deed).map(({ term }) => term));
  const weighed = terms.filter(({ term }) => own.has(term));
  // What was read as another word, and stands nowhere in its own, is not there either.
  if (weighed.length === 0 || weighed.some(({ passages }) => passages === 0)) return 1;
  const two = / /.test(deed);
  return Math.max(0, ...(two ? terms : weighed).map(({ weight }) => weight));
}

/** It was searched for as it is written, names a thing of its own, and is not what every page is about. */
function isAsked(word: string, { terms }: Asked): boolean {
  const own = tokenize(word).filter((t) => t.kind !== "part" && t.kind !== "han_single" && !t.stop);
  const weighed = own.map(({ term }) => terms.find((t) => t.term === term)?.weight ?? 0);
  const aside = own.some(({ term }) => describes(term) || isEveryday(term));
  return !aside && weighed.every((w) => w > 0) && Math.max(0, ...weighed) >= leastOfQuestion;
}
const leastOfQuestion = 0.1;

function objectOf(question: string): string | undefined {
  const inHan = /\p{Script=Han}/u.test(question);
  const [from, to] = (inHan ? chineseObject : englishObject)(question);
  const words = questionWords(question).filter((w) => w.start >= from && w.end <= to + 1);
  const last = words.findLast((w) => !isParticle(question, w));
  if (last?.kind !== "thing") return undefined;
  return question.slice(last.start, last.end).replace(/[^\p{L}\p{N}]+$/u, "");
}

const isParticle = (question: string, { start, end }: QuestionWord): boolean =>
  /^[\P{L}吗嗎呢吧啊的了]*$/u.test(question.slice(start, end));

/** From behind the verb to the end of what it is done to; what somebody is kept from or let do is no such thing. */
function englishObject(question: string): [number, number] {
  const verb = doing.exec(question);
  if (verb === null || causes.test(verb[1] ?? "")) return [0, -1];
  const from = verb.index + verb[0].length;
  const end = question.slice(from).search(endOfObject);
  return [from, end < 0 ? question.length : from + end];
}

const doing =
  /\b(?:[Hh]ow (?:(?:do|can|could|should|would|must|may) (?:I|we|you|one)|to)|(?:[Cc]an|[Cc]ould|[Mm]ay|[Ss]hould) (?:I|we|you|one|it|\p{Lu}\w+)) (?:(?:also|then|only|just|again|still|[a-z]+ly) )*([a-z]+) (?:(?:up|out|off|on|in|rid of|back|down|over|away|together) )?/u;
const causes = /^(?:keep|stop|prevent|let|make|have|help)$/i;
const endOfObject =
  /\b(?:of|for|in|on|to|with|from|when|if|that|which|before|after|by|while|so|and|or|at|as|into|without|where|whose|than|but|under|onto|inside|between|through|during|every|instead|because|is|are|was|has|have|using|within|until|once|across|about|per)\b|[?,.(:;"]/i;

/** Behind 怎么 or 能不能, up to the end of its clause. */
function chineseObject(question: string): [number, number] {
  const ask = wants.exec(question);
  if (ask === null) return [0, -1];
  const from = ask.index + ask[0].length;
  const end = question.slice(from).search(/[，,。；;？?！!]/u);
  return [from, end < 0 ? question.length : from + end];
}

const wants = /怎么|怎麼|怎样|怎樣|如何|能不能|可不可以|能否|可否|可以|支持|支援|能/u;
