import { recentTexts } from "#lib/platform/recent-texts";
import { askLimits } from "../limits.ts";
import type { Run } from "../templates.ts";
import { questionWords } from "../word-kinds.ts";
import { type Cues, cuesOf } from "./cues.ts";
import { kindsOf } from "./english-ask.ts";
import { type Reading, readQuestion, written } from "./read-question.ts";

/**
 * A Chinese ask taken apart around the word that asks: what it is about stands before that word, or behind "how" and the
 * verb that follows it.
 *
 *   "灯塔的钥匙要放在哪里"  -> 灯塔的钥匙        "怎么关闭安静模式"  -> 安静模式
 */
export type ChineseAsk = {
  reading: Reading;
  cues: Cues;
  kinds: ReturnType<typeof kindsOf>;
  /** Whether a word of the dictionary begins at a form. */
  begins: readonly boolean[];
  from: number;
  to: number;
};

export const readChineseAsk = (text: string): ChineseAsk => lately.of(text, takeApart);
const lately = recentTexts<ChineseAsk>(askLimits.remembered_chars);

function takeApart(text: string): ChineseAsk {
  const reading = readQuestion(text);
  const { forms, sentences } = reading;
  const starts = new Set(questionWords(text).map(({ start }) => start));
  return {
    reading,
    cues: cuesOf(reading, "zh"),
    kinds: kindsOf(reading),
    begins: forms.map(({ start, kind }) => kind !== "han" || starts.has(start)),
    from: sentences[0]?.from ?? 0,
    to: forms.findLastIndex(({ kind }) => kind !== "mark") + 1,
  };
}

/** Where the word stands that asks; undefined in a clause that only tells. */
export function asksAt({ cues }: Pick<ChineseAsk, "cues">): number | undefined {
  // 好几个 asks for no number.
  const places = ["asks", "whether", "how"]
    .flatMap((part) => cues.places(part))
    .filter((at) => !cues.has("several", at - 1));
  return places.length === 0 ? undefined : Math.min(...places);
}

/** What a later 它 means. */
export function chineseTopic(text: string): string | undefined {
  const ask = readChineseAsk(text);
  const { cues, reading, to } = ask;
  const at = asksAt(ask);
  if (at === undefined) return undefined;
  // What a condition before a comma says is not what is asked about.
  const comma = reading.forms.findLastIndex(({ form }, i) => i < at && form === ",");
  const from = Math.max(ask.from, comma + 1);
  const run = topicRun({ ...ask, from }, at);
  if (run === undefined || run.to > to) return undefined;
  const topic = written(reading, run);
  const isPointer = ["it", "this", "own"].some((part) =>
    cues.places(part).some((place) => place >= run.from && place < run.to),
  );
  return isPointer || topic.length > askLimits.han_topic_chars ? undefined : topic;
}

function topicRun(ask: ChineseAsk, at: number): Run | undefined {
  const { cues, from, to } = ask;
  const sought = cues.end("sought", at);
  const thing = sought === undefined ? undefined : nounPhrase(ask, { from: sought, to });
  if (thing !== undefined && thing.from === sought && thing.to === to) return thing;
  const behind = cues.end("when", from) ?? cues.end("definition", from);
  const rest = { from: behind ?? from, to };
  if (behind !== undefined) return nounPhrase(ask, rest) ?? nameOfVerbs(ask, rest);
  const how = cues.end("how", at);
  // 红色 of 怎么换成红色 is what it becomes.
  const behindVerb = how !== undefined && ask.kinds[how] === "other" && !cues.has("takes", how);
  const object = behindVerb ? nextWord(ask, how) : how;
  const done =
    object === undefined || cues.has("becomes", how ?? 0)
      ? undefined
      : (nounPhrase(ask, { from: object, to }) ??
        nounPhrase(ask, { from: how ?? object, to }) ??
        nameOfVerbs(ask, { from: nextWord(ask, object), to }));
  if (done !== undefined) return done;
  if (cues.has("setting", from))
    return cues.has("takes", from) ? nounPhrase(ask, { from: from + 1, to: at }) : undefined;
  const before = { from, to: at };
  return (
    nounPhrase(ask, before) ??
    nameOfVerbs(ask, before) ??
    nounPhrase(ask, { from: cues.end("asks", at) ?? at, to })
  );
}

/** The first words that name something, up to what is said of it. */
export function nounPhrase(ask: ChineseAsk, run: Run): Run | undefined {
  const { cues, kinds, begins, reading } = ask;
  const { forms } = reading;
  const skipped = (at: number): number | undefined => {
    const end = cues.end("aside", at) ?? cues.end("advised", at) ?? cues.end("person", at);
    if (end !== undefined) return end;
    if (!begins[at] || cues.has("quality", at)) return undefined;
    const next = nextWord(ask, at);
    // 换行 of 换行默认 and 堆叠 of 堆叠和平铺 are names.
    const isVerb = kinds[at] === "deed" || (kinds[at] !== "thing" && forms[next]?.form === "一");
    const isDone = isVerb && !cues.has("links", next) && !cues.has("quality", next);
    const isAside = forms[at]?.kind === "mark";
    if (forms[at]?.form === "一") return Math.min(next, at + 2);
    return isDone || isAside ? next : undefined;
  };
  let from = run.from;
  for (let end = skipped(from); end !== undefined && end <= run.to; end = skipped(from)) from = end;
  let to = from;
  let named = kinds[from] === "deed";
  while (to < run.to) {
    const next = nextWord(ask, to);
    const isEnd = cues.has("predicate", to) || cues.has("asks", to) || cues.has("whether", to);
    if (
      (isEnd && to > from) ||
      (forms[to]?.kind === "mark" && reading.shown[to] !== true && !isQuote(forms[to]?.form))
    )
      break;
    const links = cues.has("links", to);
    if (named && to > from && kinds[to] === "other" && !links) break;
    if (
      named &&
      to > from &&
      kinds[to] === "deed" &&
      next < run.to &&
      !cues.has("predicate", next) &&
      !cues.has("links", next)
    )
      break;
    named ||= kinds[to] === "thing" || reading.shown[to] === true;
    to = next;
  }
  while (to > from && (cues.has("links", to - 1) || cues.end("aside", to - 1) === to)) to -= 1;
  // 门与灯 of 门与灯的区别.
  for (let at = from + 1; at < to; at++)
    if (forms[at]?.form === "的" && cues.end("general", at + 1) === to) to = at;
  // 最大文件大小是多少: what something is said of is its name, whatever words it is made of.
  const isSaidOf = to - from > 2 && forms[to]?.form === "是";
  return (named || isSaidOf) && to > from ? { from, to } : undefined;
}

/** What the dictionary takes for verbs alone may be the name of something: 引用, 同步和备份. */
function nameOfVerbs({ cues, kinds, reading }: ChineseAsk, run: Run): Run | undefined {
  const { forms } = reading;
  const whole = { from: run.from, to: run.to };
  while (
    whole.to > whole.from &&
    (cues.has("predicate", whole.to - 1) || forms[whole.to - 1]?.kind === "mark")
  )
    whole.to -= 1;
  const isName =
    whole.to - whole.from > 1 &&
    kinds
      .slice(whole.from, whole.to)
      .every((kind, i) => kind === "deed" || cues.has("links", whole.from + i));
  return isName ? whole : undefined;
}

const isQuote = (form: string | undefined): boolean => '"“”`「」《》'.includes(form ?? " ");

function nextWord({ begins, to }: ChineseAsk, at: number): number {
  let next = at + 1;
  while (next < to && begins[next] !== true) next += 1;
  return next;
}
