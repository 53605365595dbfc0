import type { EarlierTurn } from "#lib/contracts/ports";
import { asQuestion, type QuestionText } from "#lib/contracts/question";
import { askLimits } from "./limits.ts";
import { asksAt, type ChineseAsk, chineseTopic, readChineseAsk } from "./reading/chinese-ask.ts";
import {
  type EnglishAsk,
  englishTopic,
  isCapital,
  isOpener,
  pointerOf,
  readEnglishAsk,
} from "./reading/english-ask.ts";
import { namesSeveral, severalOf } from "./word-kinds.ts";
import { completeChinese, namesOf, pointsBack } from "./wording/chinese-leaning.ts";
import { withoutEndMarks } from "./wording/end-marks.ts";
import {
  anotherOf,
  completeEnglish,
  fromAskBefore,
  inPlace,
  spokenOf,
} from "./wording/english-leaning.ts";
import { holdsHan } from "./words/characters.ts";

/**
 * A follow-up as the question it stands for, from what was asked before it: "and on Windows?" is the last question on
 * Windows, "how do I remove it?" is about what the last question was about. `undefined`: the message can be understood
 * alone. Only the last question is drawn on; what it itself was completed to counts.
 *
 *   "How do I install Docent on macOS?"  +  "and on Windows?"      ->  "How do I install Docent on Windows?"
 *   "默认端口是多少？"                      +  "那在 Windows 上呢？"   ->  "在 Windows 上，默认端口是多少？"
 */
export function completeFollowUp(
  message: string,
  earlier: readonly EarlierTurn[],
): QuestionText | undefined {
  const last = earlier.at(-1);
  if (last === undefined || message.length > askLimits.follow_up_chars) return undefined;
  const [only, ...others] = last.searched;
  const before = (others.length === 0 ? (only ?? last.question) : last.question).trim();
  if (before.length > askLimits.planned_chars) return undefined;
  const text = message.trim();
  const completed = holdsHan(text) ? inChinese(text, before) : inEnglish(text, before);
  return completed === undefined || completed === text ? undefined : asQuestion(completed);
}

function inEnglish(text: string, before: string): string | undefined {
  const whole = readEnglishAsk(text);
  const begin = whole.cues.behind(whole.reading.sentences[0]?.from ?? 0, "join");
  const said = text.slice(whole.reading.forms[begin]?.start ?? 0);
  const ask = readEnglishAsk(said);
  const earlier = readEnglishAsk(before);
  const { cues, reading } = ask;
  if (cues.end("reason", 0) === reading.forms.findLastIndex(({ kind }) => kind !== "mark") + 1)
    return earlier.cues.has("auxiliary", earlier.begin)
      ? `Why ${lowered(before)}`
      : together(before, text);
  if (cues.has("further", 0) && pointerOf(ask) === undefined) return together(before, text);
  // A condition or a time goes with what was asked and stands against nothing in it.
  const asksWhen = cues.has("wh", 0) && cues.has("auxiliary", 1);
  if (begin > 0 && cues.has("condition", 0) && !asksWhen) return together(before, text);
  const isFragment =
    !isOpener(reading, cues, 0) && reading.forms.length <= askLimits.fragment_words;
  if (isFragment && (begin > 0 || cues.has("preposition", 0))) return put(said, ask, earlier);
  const leaning = fromAskBefore(said, earlier);
  if (leaning !== undefined) return capital(leaning);
  const pointer = pointerOf(ask);
  const another = anotherOf(ask) !== undefined;
  if (pointer === undefined && !another) return isBare(ask) ? together(before, text) : undefined;
  const isThis =
    pointer !== undefined && demonstratives.has(reading.forms[pointer.from]?.form ?? "");
  if (isThis || !isOpener(reading, cues, 0)) return together(before, text);
  const spoken = spokenOf(earlier);
  // "It" is none of several things: what it is was said nowhere.
  const one = pointer !== undefined && reading.forms[pointer.from]?.form === "it";
  if (one && ask.kinds.includes("thing") && namesSeveral(spoken.topic ?? "")) return undefined;
  const done = completeEnglish(said, { ...spoken, topic: spoken.topic ?? spoken.name }, earlier);
  return done.pointing || done.text === said ? together(before, text) : capital(done.text);
}

const demonstratives = new Set(["this", "that", "these", "those"]);

/** "After how long", "since when", "how exactly". */
const isBare = ({ cues, auxiliary, reading, begin, kinds }: EnglishAsk): boolean =>
  auxiliary === undefined &&
  (cues.has("wh", begin) || cues.has("wh", begin + 1)) &&
  !kinds.includes("thing") &&
  reading.forms.length <= askLimits.bare_words;

/** A fragment in the place of what it stands against: of the whole kind, another deed, or another thing. */
function put(said: string, ask: EnglishAsk, before: EnglishAsk): string {
  const { cues, reading } = ask;
  const topic = englishTopic(before);
  const [first = ""] = said.split(" ");
  if (cues.has("every", 0) && topic !== undefined)
    return inPlace(`${first.toLowerCase()} ${severalOf(topic)}`, before);
  const { verb } = before;
  if (
    before.anybody &&
    verb !== undefined &&
    cues.has("action", 0) &&
    reading.forms[1]?.kind === "word"
  ) {
    const shared = before.reading.text.slice(0, before.reading.forms[verb.from]?.start);
    return `${shared}${withoutEndMarks(completeEnglish(said, spokenOf(before), before).text)}?`;
  }
  return inPlace(
    cues.has("preposition", 0) || !isCapital(reading, 0) ? lowered(said) : said,
    before,
  );
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
/** The first word as it stands inside a sentence; a name keeps its capital. */
const lowered = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** What cannot be completed is searched for with what it goes on from. */
function together(before: string, text: string): string | undefined {
  return before.length > askLimits.follow_up_chars ? undefined : `${before} ${capital(text)}`;
}

function inChinese(text: string, before: string): string | undefined {
  const ask = readChineseAsk(text);
  const { cues, reading, to } = ask;
  const { forms } = reading;
  let { from } = ask;
  if (["further", "reason"].some((part) => cues.end(part, 0) === to || cues.end(part, from) === to))
    return withMore(before, text);
  const joined = cues.behind(from, "join");
  from = cues.behind(from, "if", "join");
  if (from > joined && asksAt(ask) === undefined) return withMore(before, text);
  while (forms[from]?.kind === "mark") from += 1;
  const also = cues.places("also").find((at) => cues.end("also", at) === to);
  if (also !== undefined && asksAt(ask) === undefined)
    return inPlaceOf(text.slice(forms[from]?.start, forms[also - 1]?.end), before);
  const said = text.slice(forms[from]?.start);
  const opens = ["asks", "whether", "how", "aside", "predicate"].some((part) =>
    cues.has(part, from),
  );
  if (!pointsBack(said) && (!opens || namesOf(said).length > 0)) return undefined;
  const topic = chineseTopic(before) ?? englishTopic(readEnglishAsk(before));
  const done = completeChinese(said, { topic });
  if (done.text !== said) return done.text;
  return done.pointing ? withMore(before, text) : undefined;
}

/** 怎么开启备份，那如果磁盘满了呢？ */
const withMore = (before: string, text: string): string | undefined =>
  before.length > askLimits.follow_up_chars ? undefined : `${withoutEndMarks(before)}，${text}`;

/** The question before with the fragment in the place of what it stands against. */
function inPlaceOf(fragment: string, before: string): string {
  const own = readChineseAsk(fragment);
  const earlier = readChineseAsk(before);
  const { cues, kinds, to } = own;
  if (cues.has("place", 0) || cues.has("by", 0)) {
    const same = cues.has("place", 0) ? placeIn(before) : undefined;
    return same === undefined ? `${fragment}，${before}` : before.replace(same, () => fragment);
  }
  const topic = chineseTopic(before) ?? englishTopic(readEnglishAsk(before));
  const how = earlier.cues.end("how", earlier.from);
  if (how !== undefined && kinds[to - 1] === "deed" && topic !== undefined) {
    const shared = before.slice(0, earlier.reading.forms[how - 1]?.end);
    // 全部删除呢 is said of all of them.
    const [single] = cues.has("every", 0) ? [readChineseAsk(topic).cues.end("single", 0)] : [];
    const thing = single === undefined ? topic : topic.slice(single);
    return `${shared}${fragment}${thing}？`;
  }
  const [name] = namesOf(fragment).length > 0 ? namesOf(before) : [];
  const replaced = name ?? sameSort(fragment, earlier) ?? topic;
  if (replaced === undefined || !before.includes(replaced)) return `${fragment}：${before}`;
  const put = fragment.endsWith("的") ? `${fragment}${replaced}` : fragment;
  return before.replace(replaced, () => put);
}

/** 一级 of 一级鲜叶 for 特级: as long, at the border of a word, and ending alike. */
function sameSort(fragment: string, { reading, begins }: ChineseAsk): string | undefined {
  const size = fragment.length;
  const run = reading.forms
    .map(({ start }, at) => ({ at, word: reading.text.slice(start, start + size) }))
    .find(
      ({ at, word }) =>
        begins[at] &&
        size > 1 &&
        word !== fragment &&
        word.at(-1) === fragment.at(-1) &&
        holdsHan(word.at(-1) ?? ""),
    );
  return run?.word;
}

/** 在 macOS 上 */
function placeIn(text: string): string | undefined {
  const { cues, reading } = readChineseAsk(text);
  for (const from of cues.places("place")) {
    const to = cues.places("inside").find((at) => at > from + 1);
    const end = to === undefined ? undefined : cues.end("inside", to);
    const isOne =
      end !== undefined && !reading.forms.slice(from, end).some(({ form }) => form === ",");
    if (isOne) return text.slice(reading.forms[from]?.start, reading.forms[end - 1]?.end);
  }
  return undefined;
}
