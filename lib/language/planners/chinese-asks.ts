import { asksAt, chineseTopic, readChineseAsk } from "../reading/chinese-ask.ts";
import { cuesOf } from "../reading/cues.ts";
import { readQuestion } from "../reading/read-question.ts";
import { completeChinese, namesOf, pointsBack } from "../wording/chinese-leaning.ts";
import { withoutEndMarks } from "../wording/end-marks.ts";
import { holdsHan } from "../words/characters.ts";
import type { Planner } from "./planner.ts";

/**
 * Several asks in Chinese. A clause without a word that asks belongs to the next one that has one ("如果端口被占用，怎么办？"),
 * or to the last; 和 and 与 join names and cut nothing, unless an asking word follows them at once.
 *
 *   "引用是什么，怎么关闭它？"  ->  "引用是什么？", "怎么关闭引用？"
 */
export const chineseAsks: Planner = {
  name: "chinese_asks",
  plan(question) {
    if (!holdsHan(question)) return undefined;
    const parts: { text: string; on?: string | undefined }[] = [];
    let waiting = "";
    let topic: string | undefined;
    let name: string | undefined;
    const clauses = clausesOf(question);
    if (clauses.length < 2) return undefined;
    for (const { text, end } of clauses) {
      if (!asks(text, end)) {
        waiting += text + end;
        continue;
      }
      const last = parts.at(-1);
      const said = withoutJoin(text);
      const done = completeChinese(said, { topic, name, before: last?.text });
      if (last !== undefined && (done.pointing || goesOn(said, last.text) || pointsBack(done.text)))
        last.text = `${last.text}，${waiting}${said}`;
      else parts.push({ text: waiting + done.text, on: done.on ?? whereNamedIn(topic, said) });
      topic = chineseTopic(done.text) ?? topic;
      name ??= namesOf(waiting + done.text).find(isProduct);
      waiting = "";
    }
    const last = parts.at(-1);
    if (last === undefined || parts.length < 2) return undefined;
    if (waiting !== "") last.text += `，${withoutEndMarks(waiting)}`;
    const asked = parts.map(({ text, on }) => ({ text: `${withoutEndMarks(text)}？`, on }));
    return {
      parts: asked.map(({ text }) => text),
      leans: new Map(asked.flatMap(({ text, on }) => (on === undefined ? [] : [[text, on]]))),
    };
  },
};

/**
 * A clause with a word that asks. The wish or the doubt before a comma asks nothing by itself, unless one who wishes asks for
 * more than whether something is so: "想换端口该怎么改，日志在哪里".
 */
function asks(text: string, end: string): boolean {
  const ask = readChineseAsk(text);
  const { cues, from } = ask;
  if (asksAt(ask) === undefined) return false;
  if (end !== "," && end !== "，") return true;
  if (cues.has("doubt", from)) return false;
  return !cues.has("wish", from) || cues.places("asks").length > 0 || cues.places("how").length > 0;
}

/** What is the cure of the trouble asked about, how the value is set, or the same in other words. */
function goesOn(text: string, before: string): boolean {
  const { cues, from, to } = readChineseAsk(text);
  const cures =
    cues.end("cure", from) === to && readChineseAsk(before).cues.places("why").length > 0;
  return cures || cues.has("goes_on", from);
}

/** Signs that part clauses, and joining words before an asking word; the comma of an enumeration parts names. */
function clausesOf(question: string): { text: string; end: string }[] {
  const reading = readQuestion(question);
  const { forms, shown } = reading;
  const cues = cuesOf(reading, "zh");
  const clauses: { text: string; end: string }[] = [];
  let from =
    reading.sentences[0] === undefined ? 0 : (forms[reading.sentences[0].from]?.start ?? 0);
  const part = (to: number, next: number) => {
    const text = question.slice(from, to).trim();
    if (holdsHan(text)) clauses.push({ text, end: question.slice(to, next) });
    from = next;
  };
  for (const [at, { form, kind, start, end }] of forms.entries()) {
    if (shown[at] === true || start < from) continue;
    const written = question.slice(start, end);
    const ends = kind === "mark" && endMarks.has(form) && written !== "、";
    const isPoint = form === "." && forms[at + 1]?.start === end && forms[at + 1]?.kind === "word";
    if (ends && !isPoint) part(start, end);
    const joined = cues.end("join", at);
    if (!ends && joined !== undefined && start > from && cues.has("begins", joined))
      part(start, start);
  }
  part(question.length, question.length);
  return clauses;
}

const endMarks = new Set([",", ".", "?", "!", ";", "\n"]);

function withoutJoin(text: string): string {
  const { cues, reading, from } = readChineseAsk(text);
  const isCompared = cues.has("with", from) && cues.places("compares").length > 0;
  const joined = isCompared ? undefined : cues.end("join", from);
  const begin = joined ?? from;
  const rest = text.slice(reading.forms[begin]?.start ?? 0).trim();
  const again = readChineseAsk(rest);
  return rest.slice(again.reading.forms[again.from]?.start ?? 0);
}

/** Written with small letters too: API and HTML are no names of one thing. */
const isProduct = (name: string): boolean =>
  name !== name.toUpperCase() && !name.includes("_") && !name.includes(".");

/** 日志能保留几天 after 远程日志存储: the shorter name of what the asks are about. */
function whereNamedIn(topic: string | undefined, text: string): string | undefined {
  const own = chineseTopic(text);
  const isShorter = own !== undefined && topic !== undefined && topic.length > own.length;
  return isShorter && topic.includes(own) ? topic : undefined;
}
