import { describes } from "#lib/platform/describing-words";
import { isEveryday } from "#lib/platform/talk-words";
import { type QuestionWord, questionWords } from "#lib/platform/word-kinds";
import { tokenize } from "#lib/platform/words";
import { saying } from "../asked-deed.ts";
import type { Asked } from "./asked.ts";
import { wantsCode } from "./question.ts";
import type { Chosen } from "./selection.ts";

/**
 * How something is done, or whether it can be, and what it is done to stands in no line that is quoted nor above one:
 * "terminal fonts" for the size of a font, 拒绝名单 for 给文件夹设个密码. A sign against it, for a manual may have another word.
 */
export function lacksObject(asked: Asked, quoted: readonly Chosen[]): boolean {
  const { kind, question } = asked;
  if ((kind !== "how_to" && kind !== "yes_no") || wantsCode(question)) return false;
  const word = objectOf(question);
  if (word === undefined || !isAsked(word, asked)) return false;
  const texts = quoted.flatMap(({ source: { citation, units: all }, units }) => [
    citation.title,
    ...citation.breadcrumb,
    ...all.filter((u) => u.kind === "heading").map((u) => u.text),
    ...units.map((u) => u.text),
  ]);
  return !saying(texts.join("\n"))(word);
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
  /\b(?:how (?:(?:do|can|could|should|would|must|may) (?:I|we|you|one)|to)|(?:can|could|may|should) (?:I|we|you|one)) (?:(?:also|then|only|just|again|still|[a-z]+ly) )*([a-z]+) (?:(?:up|out|off|on|in|rid of|back|down|over|away|together) )?/i;
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

const wants = /怎么|怎麼|怎样|怎樣|如何|能不能|可不可以|能否|可否|可以|能/u;
