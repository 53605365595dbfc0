import { describes } from "./describing-words.ts";
import { type ChineseAsk, readChineseAsk } from "./reading/chinese-ask.ts";
import { type EnglishAsk, rangeOf, readEnglishAsk } from "./reading/english-ask.ts";
import { written } from "./reading/read-question.ts";
import { hanWordsIn, meaningsOf } from "./same-words.ts";
import { isEveryday } from "./talk-words.ts";
import type { Run } from "./templates.ts";
import { type QuestionWord, questionWords } from "./word-kinds.ts";
import { holdsHan } from "./words/characters.ts";
import { tokenize } from "./words.ts";

/**
 * What an ask wants done: "pin" of "how do I pin it to the top", 导入 of 怎么把文件导入回来, and of what is to be made to do
 * something what that is: "back up" of "make it back up my notes", "bigger" of "make the text bigger". `undefined` where it
 * asks for no doing, and where what is done is said by any manual in words of its own: to set, open or configure something.
 */
export function askedAction(ask: string): string | undefined {
  return holdsHan(ask) ? inChinese(readChineseAsk(ask)) : inEnglish(readEnglishAsk(ask));
}

function inEnglish(ask: EnglishAsk): string | undefined {
  const { cues, verb, begin, reading, anybody } = ask;
  const asksHow = reading.forms[begin]?.form === "how";
  if (verb === undefined || !cues.has("may", begin) || (asksHow && !anybody)) return undefined;
  const isLight = cues.has("light", verb.from) && verb.to - verb.from === 1;
  const done = cues.has("causes", verb.from) ? madeToDo(ask, verb) : isLight ? undefined : verb;
  return done && written(reading, done);
}

/** What something is to be made to do, in the same clause: a verb of its own, or how it is to be. */
function madeToDo({ cues, kinds, reading }: EnglishAsk, { to }: Run): Run | undefined {
  const { forms } = reading;
  let end = to;
  while (end < forms.length && forms[end]?.kind !== "mark" && !cues.has("subordinate", end))
    end += 1;
  const clause = rangeOf({ from: to, to: end });
  const deed = clause.find((at) => cues.has("phrasal", at) || (kinds[at] === "deed" && at > to));
  const phrase = deed === undefined ? undefined : cues.end("phrasal", deed);
  if (deed !== undefined && phrase !== undefined) return { from: deed, to: phrase };
  const becoming = clause.find(
    (at) => cues.has("comparative", at) && forms[at + 1]?.form !== "than",
  );
  const from =
    deed !== undefined && !cues.has("light", deed) && becoming === undefined ? deed : becoming;
  return from === undefined ? undefined : { from, to: from + 1 };
}

function inChinese({ cues, reading, from, to }: ChineseAsk): string | undefined {
  const { text, forms } = reading;
  const way = cues.places("how")[0];
  const can = ["whether", "can"].flatMap((part) => cues.places(part)).toSorted((a, b) => a - b)[0];
  const at = way ?? can;
  if (at === undefined || (way === undefined && cues.has("can", at) && !text.includes("吗")))
    return undefined;
  // 怎么统计有多少人 asks for the way, 从哪个版本开始可以 and 可以用哪个 for something else.
  const until = way === undefined ? to : at;
  if (cues.places("fact").some((place) => place >= from && place < until)) return undefined;
  const begin = cues.end("how", at) ?? cues.end("whether", at) ?? cues.end("can", at) ?? at;
  const start = forms[begin]?.start ?? text.length;
  const words = questionWords(text).filter((word) => word.start >= start);
  const deeds = words.filter((word, i) => isDeed(text, word, words[i + 1]));
  const places = new Map(forms.map((form, i) => [form.start, i]));
  const brings = cues.places("brings").some((place) => place >= begin);
  // 部署 of 部署到: what is done stands after the thing where 把, 从 or 用 brings it first.
  const reaching = words.find(({ start, end }) => {
    const next = end - start === 2 ? places.get(end) : undefined;
    return next !== undefined && cues.has("reaches", next);
  });
  const main = brings ? (reaching ?? deeds.at(-1)) : deeds[0];
  const done = main && text.slice(main.start, main.end);
  return done === undefined || readChineseAsk(done).cues.has("light", 0) ? undefined : done;
}

/** A verb of two characters that tells no thing apart, as 导出 of 导出的文件 does, and is no aside (自动, 回来). */
function isDeed(text: string, word: QuestionWord, next: QuestionWord | undefined): boolean {
  if (word.kind !== "deed" || word.end - word.start < 2) return false;
  if (next !== undefined && ["的", "之"].includes(text.slice(next.start, next.end))) return false;
  const terms = tokenize(text.slice(word.start, word.end)).filter(({ kind }) => kind === "han");
  return !terms.some(({ term }) => describes(term) || isEveryday(term));
}

/** Whether a text speaks of doing what an ask wants done, in its word for it or in another; true where it asks for none. */
export function bearsAction(ask: string, text: string): boolean {
  const action = askedAction(ask);
  return action === undefined || saying(text)(action);
}

/** Whether a word of an ask, or one of the same meaning, stands in a text; of longer words the beginning is enough. */
export function saying(text: string): (word: string) => boolean {
  const tokens = tokenize(text);
  const terms = new Set(tokens.map(({ term }) => term));
  const meant = new Set([...terms].flatMap(meaningsOf));
  const han = new Set(hanWordsIn(text).flatMap(({ meanings }) => meanings));
  const stands = (term: string) =>
    terms.has(term) ||
    meaningsOf(term).some((meaning) => meant.has(meaning)) ||
    [...terms].some((other) => beginsAlike(other, term));
  return (word) => {
    if (holdsHan(word)) {
      const own = hanWordsIn(word).filter(({ start, end }) => end - start === word.length);
      return (
        text.includes(word) || own.some(({ meanings }) => meanings.some((one) => han.has(one)))
      );
    }
    const [verb, particle, ...others] = word.split(" ");
    if (verb !== undefined && particle !== undefined && others.length === 0)
      return tokens.some(
        ({ term }, at) =>
          term === verb + particle ||
          (term === verb && tokens.slice(at, at + phrase).some((one) => one.term === particle)),
      );
    const own = tokenize(word).filter(({ kind, stop }) => kind !== "part" && !stop);
    return own.length > 0 && own.every(({ term }) => stands(term));
  };
}

/** "Back the notes up": so many words belong to one verb. */
const phrase = "back all of it up".split(" ").length;
const stem = "renew".length;
/** "Renew" and "renewal", "compare" and "comparison". */
const beginsAlike = (one: string, other: string): boolean =>
  other.length >= stem && one.startsWith(other.slice(0, stem));
