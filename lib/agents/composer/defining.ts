import { contentTerms } from "#lib/language/words";
import { type Asked, hitsIn, labelsIn, share } from "./asked.ts";

/** What says what a thing is: a sentence that has it for its subject, never the names of those who wrote the page. */

const verb =
  /\s(?:is|are|was|were|refers? to|means?|stands for|lets?|allows?|enables?|provides?|represents?)\s|,(?= an? \w)|是(?!否|不)|是指|指的?是|即(?![使将將可便刻])|（|(?<!\])\(|，|称为|稱為|允许|允許|用于|用於|用来|用來|提供|[让讓](?=[你您])|表示|代表/;
/** "X is a …", "X 是一种…": nothing but what it is can follow. */
const whatItIs =
  /^\s(?:(?:is|are) (?:an?|the|one|any|used)\b|refers? to\s|means?\s|stands for\s)|^(?:是(?:一|指|在|由|用|为|為|以)|是指|指的?是|称为|稱為)/;
/** "In etcd, a learner is …", 在数学中，…: where the sentence holds is not its subject. */
const frame = /^(?:In [^,.]{1,40}, |在[^，。]{1,16}[中里裡上]，)/;
/** "Profile-guided optimization (PGO), also known as …, is a …", 语言服务器（LSP），又称…，是…: its other names. */
const otherNames =
  /\s?[（(][^()（）]{1,60}[)）]|,\s(?:(?:also|often|sometimes|formerly|commonly)\s)?(?:known as|called|referred to as|abbreviated)\s[^,]{1,80},|，(?:又|也|亦|简|簡)(?:称|稱|叫|名)[^，。]{1,30}，/g;
/** So far from its beginning (characters) a sentence still names its subject. */
const opening = 80;
/** So many words may the subject have beside what is asked about: "a learner", "the learner node". */
const beside = 1;

/**
 * "X is …", "X 是…" with the asked X before the verb: 1 where X is the whole subject and what follows says what it is,
 * half where either fails.
 */
export function defines(sentence: string, asked: Asked): number {
  const text = sentence.replace(frame, "");
  const short = text.replace(otherNames, "");
  return Math.max(definesPlainly(text, asked), short === text ? 0 : definesPlainly(short, asked));
}

function definesPlainly(text: string, asked: Asked): number {
  const at = verb.exec(text.slice(0, 120));
  if (at === null || at.index > opening) return 0;
  const subject = text.slice(0, at.index);
  const named = labelsIn(asked.question).some((label) => subject.toLowerCase().includes(label));
  if (!named && share(hitsIn(subject, asked), asked) < 0.5) return 0;
  return isWhole(subject, asked) && whatItIs.test(text.slice(at.index)) ? 1 : 0.5;
}

function isWhole(subject: string, asked: Asked): boolean {
  const known = new Set(asked.terms.map(({ term }) => term));
  const terms = contentTerms(subject).filter((term) => !/^\p{Script=Han}$/u.test(term));
  return terms.filter((term) => !known.has(term)).length <= beside;
}

/** "*Anna Berg (github.com/anna), Jo Lind*", "Last updated: May 2024": whose the page is and of when. */
export function isByline(text: string): boolean {
  if (signed.test(text)) return true;
  const bare = text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\([^)]*\)|<[^>]*>|[*_`]/g, " ")
    .trim();
  const names = bare.split(/\s*(?:,|;|&|\band\b|、)\s*/).filter((name) => name !== "");
  return names.length > 0 && bare !== text && names.every((name) => aName.test(name));
}

const signed =
  /^\W*(?:(?:(?:written|posted|published|edited|reviewed) (?:by|on)|last (?:updated|modified))\b.{0,60}$|authors?:|(?:作者|编辑|編輯|发布|發布|发表于|最后更新|最近更新|更新)(?:于|於|时间|時間|日期)?\s?[:：])/iu;
/** Two to four words with capitals and nothing else. */
const aName = /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3}$/u;
