import { type ChineseAsk, readChineseAsk } from "../reading/chinese-ask.ts";
import { namesIn } from "../reading/english-ask.ts";
import { readQuestion } from "../reading/read-question.ts";
import { questionWords } from "../word-kinds.ts";
import { classAt, letter } from "../words/characters.ts";
import { withoutEndMarks } from "./end-marks.ts";

/**
 * How Chinese asks lean on the one before: 它 stands for what that was about, and an ask that names nothing is asked of the
 * same thing.
 *
 *   ("怎么关闭它", "安静模式") -> "怎么关闭安静模式"        ("怎么修改", "默认端口") -> "默认端口怎么修改"
 */
export type SpokenHan = {
  topic?: string | undefined;
  name?: string | undefined;
  before?: string | undefined;
};

export function completeChinese(
  text: string,
  { topic, name, before }: SpokenHan,
): { text: string; on?: string; pointing: boolean } {
  const ask = readChineseAsk(text);
  const { cues, reading, from } = ask;
  const amount = before === undefined ? undefined : amountOf(ask, before);
  if (amount !== undefined) return { text: amount, pointing: false };
  const pointer = pointerOf(ask);
  if (pointer !== undefined) {
    if (topic === undefined || pointer.ofNoun) return { text, pointing: true };
    const { start, end, owns } = pointer;
    const whole = `${text.slice(0, start)}${topic}${owns ? "的" : ""}${text.slice(end)}`;
    return { text: whole, on: topic, pointing: false };
  }
  if (topic !== undefined && cues.has("each", from))
    return { text: `${topic}${kindsAsked(before, topic)}${text}`, on: topic, pointing: false };
  const compares = cues.has("with", from) && cues.places("compares").length > 0;
  if (compares || namesNothing(ask) || lacksSubject(ask)) {
    if (topic === undefined) return { text, pointing: true };
    if (text.includes(topic) || holdsPart(topic, text)) return { text, pointing: false };
    const space = classAt(topic, topic.length - 1) === letter ? " " : "";
    return { text: `${topic}${space}${text}`, on: topic, pointing: false };
  }
  const named =
    name === undefined ||
    namesIn(reading).length > 0 ||
    holdsLatin(ask) ||
    text.toLowerCase().includes(name.toLowerCase());
  return { text: named ? text : `${withoutEndMarks(text)}（${name}）`, pointing: false };
}

/** 它, or 这个 with no noun behind it; 其 owns. */
function pointerOf({
  cues,
  reading,
  kinds,
}: ChineseAsk): { start: number; end: number; owns: boolean; ofNoun: boolean } | undefined {
  const { forms } = reading;
  const places = (part: string) =>
    cues.places(part).map((at) => ({ at, to: cues.end(part, at) ?? at, part }));
  const found = [...places("it"), ...places("own"), ...places("this")]
    .toSorted((a, b) => a.at - b.at)
    .at(0);
  if (found === undefined) return undefined;
  const owns = found.part === "own";
  const end = forms[owns ? found.at : found.to - 1]?.end ?? 0;
  const ofNoun = found.part === "this" && kinds[found.to] === "thing";
  return { start: forms[found.at]?.start ?? 0, end, owns, ofNoun };
}

/** Names in other letters; the first word of a Chinese sentence has no capital of its own. */
export const namesOf = (text: string): string[] => namesIn(readQuestion(`的${text}`));

export const pointsBack = (text: string): boolean => pointerOf(readChineseAsk(text)) !== undefined;

const holdsLatin = ({ reading }: ChineseAsk): boolean =>
  reading.forms.some(
    ({ kind, form }) => kind === "word" && form.length > 1 && classAt(form, 0) === letter,
  );

/** Nothing in it says what it is about: no thing, no foreign word, nothing quoted. */
export function namesNothing(ask: ChineseAsk): boolean {
  const { reading, cues } = ask;
  if (holdsLatin(ask) || reading.shown.some((one) => one)) return false;
  const { text, forms } = reading;
  const places = new Map(forms.map((form, i) => [form.start, i]));
  return questionWords(text).every(({ start, kind, end }) => {
    const at = places.get(start) ?? -1;
    return kind !== "thing" || (forms[(cues.end("general", at) ?? 0) - 1]?.end ?? 0) >= end;
  });
}

/** 是否支持深色: what does or can do it, the ask before says. */
const lacksSubject = ({ cues, from }: ChineseAsk): boolean =>
  cues.has("support", from) || cues.has("whether", from);

/** Of 开关和灯 the ask names 开关. */
const holdsPart = (topic: string, text: string): boolean =>
  questionWords(topic).some(
    ({ start, end, kind }) =>
      kind === "thing" && end - start > 1 && text.includes(topic.slice(start, end)),
  );

/** 多少根灯芯 has neither verb nor subject: it stands in the place of the amount that was asked for before. */
function amountOf({ cues, from, kinds, reading }: ChineseAsk, before: string): string | undefined {
  if (!cues.has("much_of", from) || kinds.includes("deed")) return undefined;
  const earlier = readChineseAsk(before);
  const [at] = earlier.cues.places("much_of");
  const start = at === undefined ? undefined : earlier.reading.forms[at]?.start;
  return start === undefined ? undefined : before.slice(0, start) + reading.text;
}

/** 的型号 where the ask before asked 哪几种型号. */
function kindsAsked(before: string | undefined, topic: string): string {
  const asked = before === undefined ? undefined : readChineseAsk(before);
  const [at] = asked?.cues.places("sorts") ?? [];
  if (asked === undefined || at === undefined) return "";
  const { reading, cues, to, kinds } = asked;
  const from = cues.end("sorts", at) ?? at;
  const isNamed = from < to && kinds.slice(from, to).every((kind) => kind === "thing");
  const named = reading.text.slice(reading.forms[from]?.start, reading.forms[to - 1]?.end);
  return isNamed && !topic.includes(named) ? `的${named}` : "";
}
