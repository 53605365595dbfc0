import { askLimits } from "../limits.ts";
import { cuesOf } from "../reading/cues.ts";
import {
  type EnglishAsk,
  isOpener,
  namesNothing,
  pointerOf,
  readEnglishAsk,
} from "../reading/english-ask.ts";
import { type Reading, readQuestion, written } from "../reading/read-question.ts";
import type { Run } from "../templates.ts";
import { withoutEndMarks } from "../wording/end-marks.ts";
import {
  completeEnglish,
  fromAskBefore,
  type Spoken,
  spokenOf,
  toldOf,
} from "../wording/english-leaning.ts";
import { holdsHan } from "../words/characters.ts";
import type { Planner } from "./planner.ts";

/**
 * Several asks in English: sentences that each ask something, asks joined by "and", and steps of one "how do I" that a
 * comma parts. Only the beginning of another ask cuts a sentence, so "search and replace" or two joined names never do.
 *
 *   "What is X, and how do I turn it off?"  ->  "What is X?", "How do I turn X off?"
 */
export const englishAsks: Planner = {
  name: "english_asks",
  plan(question) {
    if (holdsHan(question)) return undefined;
    const parts: { text: string; on?: string | undefined }[] = [];
    let spoken: Spoken = {};
    let told = false;
    const pieces = piecesOf(question);
    if (pieces.filter(({ asks }) => asks).length < 2) return undefined;
    for (const { text, asks, setting } of pieces) {
      if (!asks) {
        told ||= parts.length === 0;
        spoken = { ...toldOf(text), ...known(spoken) };
        continue;
      }
      const last = parts.at(-1);
      const before = last === undefined ? undefined : readEnglishAsk(last.text);
      const own = asDirect(text);
      const whole = before === undefined ? undefined : fromAskBefore(own, before);
      const done =
        whole === undefined
          ? completeEnglish(own, spoken, before)
          : {
              text: whole,
              on: last?.text,
              pointing: pointerOf(readEnglishAsk(whole)) !== undefined,
            };
      const cures = before !== undefined && isCure(own) && asksWhy(before);
      // What cannot be understood alone stays with what it goes on from.
      if (last !== undefined && (cures || done.pointing)) {
        last.text = `${last.text} ${asQuestion(cures ? own : done.text)}`;
        continue;
      }
      const said = spokenOf(readEnglishAsk(done.text));
      if (last === undefined && told && pointerOf(readEnglishAsk(own)) !== undefined)
        return undefined;
      parts.push({
        text: asQuestion(`${setting}${done.text}`),
        on: done.on ?? namedIn(own, spoken),
      });
      spoken = {
        topic: said.topic ?? spoken.topic,
        name: spoken.name ?? said.name,
        deed: said.deed ?? spoken.deed,
      };
    }
    if (parts.length < 2) return undefined;
    return {
      parts: parts.map(({ text }) => text),
      leans: new Map(parts.flatMap(({ text, on }) => (on === undefined ? [] : [[text, on]]))),
    };
  },
};

const known = ({ topic, name, deed }: Spoken): Spoken => ({
  ...(topic !== undefined && { topic }),
  ...(name !== undefined && { name }),
  ...(deed !== undefined && { deed }),
});

/** "The cache" after "the Prettier cache file": the shorter name of what the asks are about. */
function namedIn(text: string, { topic }: Spoken): string | undefined {
  const words = topic?.toLowerCase().split(" ") ?? [];
  const { object, subject, reading, anybody } = readEnglishAsk(text);
  const run = anybody ? object : (subject ?? object);
  const named = run === undefined ? [] : written(reading, run).toLowerCase().split(" ");
  const last = named.at(-1);
  return last !== undefined && words.length > named.length && words.includes(last)
    ? topic
    : undefined;
}

type Piece = { text: string; asks: boolean; setting: string };

/** What is told and what is asked, in its order. */
function piecesOf(question: string): Piece[] {
  const reading = readQuestion(question);
  const cues = cuesOf(reading, "en");
  return reading.sentences.flatMap((sentence): Piece[] => {
    const told = (run: Run): Piece => ({ text: written(reading, run), asks: false, setting: "" });
    const begin = beginOf(reading, cues, sentence);
    if (begin === undefined) return [told(sentence)];
    const before = { from: sentence.from, to: begin };
    const holds = cues.has("preposition", sentence.from) || cues.has("condition", sentence.from);
    const setting = holds
      ? question.slice(reading.forms[before.from]?.start, reading.forms[begin]?.start)
      : "";
    const asked = cutAt(reading, cues, { from: begin, to: sentence.to }).flatMap((run) =>
      holdsComma(reading, run) ? stepsOf(written(reading, run)) : [written(reading, run)],
    );
    const asks = asked.map((text): Piece => ({ text, asks: true, setting }));
    return begin > sentence.from && !holds ? [told(before), ...asks] : asks;
  });
}

type Cues = ReturnType<typeof cuesOf>;

/** Where a sentence begins to ask: at once, or behind a comma or colon. */
function beginOf(reading: Reading, cues: Cues, { from, to }: Run): number | undefined {
  for (let at = from; at < to; at++) {
    const before = at === from ? undefined : reading.forms[at - 1];
    if (before !== undefined && before.kind !== "mark") continue;
    const joined = cues.behind(at, "join");
    const polite = reading.courtesies.find((run) => run.from === joined);
    const begin = polite?.to ?? joined;
    if (isOpener(reading, cues, begin) || cues.has("whether", begin)) return begin;
  }
  return undefined;
}

/** One sentence as its asks. */
function cutAt(reading: Reading, cues: Cues, { from, to }: Run): Run[] {
  const { forms, shown } = reading;
  const runs: Run[] = [];
  let begun = from;
  for (let at = from + 1; at < to; at++) {
    if (shown[at] === true) continue;
    const comma = forms[at]?.form === "," ? 1 : 0;
    const next = cues.behind(at + comma, "join");
    if (next === at) continue;
    const bare = next === at + comma && comma === 1;
    if (bare && cues.has("condition", begun)) continue;
    const asks = bare ? asksAnew(reading, cues, next) : opens(reading, cues, next, to);
    const long = at - begun >= askLimits.part_words && to - next >= askLimits.part_words;
    if (!asks || !long || asksWithin(reading, cues, { from: begun, to: at }, next)) continue;
    runs.push({ from: begun, to: at });
    begun = next;
    at = next;
  }
  return [...runs, { from: begun, to }];
}

/** Another ask begins here, or the condition of one. */
function opens(reading: Reading, cues: Cues, at: number, to: number): boolean {
  if (isOpener(reading, cues, at) || cues.has("whether", at)) return true;
  if (!cues.has("condition", at)) return false;
  const comma = reading.forms.findIndex(({ form }, i) => i > at && form === ",");
  return comma > 0 && comma < to && isOpener(reading, cues, comma + 1);
}

/** Behind a comma alone only what could not go on with the sentence asks anew: ", which was built …" tells. */
function asksAnew(reading: Reading, cues: Cues, at: number): boolean {
  const { forms } = reading;
  const first = forms[at]?.form ?? "";
  if (["how", "what", "why"].includes(first) || (first === "which" && cues.has("one", at + 1)))
    return isOpener(reading, cues, at);
  let auxiliary = at;
  if (cues.has("wh", at))
    while (auxiliary - at < askLimits.bare_words && !cues.has("auxiliary", auxiliary))
      auxiliary += 1;
  const isSaid = ["person", "pronoun", "there"].some((part) => cues.has(part, auxiliary + 1));
  return cues.has("auxiliary", auxiliary) && isSaid;
}

/** "Who decides what it is and what it does": the second "what" goes on with the first, inside the same ask. */
function asksWithin({ forms }: Reading, cues: Cues, before: Run, at: number): boolean {
  if (!cues.has("wh", at)) return false;
  const first = cues.has("wh", before.from) ? before.from : before.from + 1;
  return forms.some(({ form }, i) => i > first && i < before.to && form === forms[at]?.form);
}

const holdsComma = ({ forms }: Reading, { from, to }: Run): boolean =>
  forms.slice(from, to).some(({ form }) => form === ",");

/** "How do I take a snapshot, restore it, and send it away": each step under the words they share. */
function stepsOf(text: string): string[] {
  const { verb, anybody, reading, cues } = readEnglishAsk(text);
  const { forms } = reading;
  if (verb === undefined || !anybody) return [text];
  const shared = text.slice(0, forms[verb.from]?.start);
  const steps: Run[] = [];
  let from = verb.from;
  for (let at = verb.from + 1; at < forms.length; at++) {
    if (forms[at]?.form !== "," || reading.shown[at] === true) continue;
    const next = cues.behind(at + 1, "join");
    if (!cues.has("action", next)) return [text];
    steps.push({ from, to: at });
    from = next;
  }
  if (steps.length === 0) return [text];
  return [...steps, { from, to: forms.length }].map((run) => shared + written(reading, run));
}

/** "Whether any of them can write" as the question it is. */
function asDirect(text: string): string {
  const { reading, cues } = readEnglishAsk(text);
  const { forms } = reading;
  if (!cues.has("whether", 0)) return text;
  const auxiliary = forms.findIndex((_form, at) => at > 1 && cues.has("auxiliary", at));
  if (auxiliary < 0) return text;
  const who = written(reading, { from: 1, to: auxiliary });
  const end = forms[auxiliary]?.end;
  return `${written(reading, { from: auxiliary, to: auxiliary + 1 })} ${who}${text.slice(end)}`;
}

/** Cause and cure of a trouble stand together in a manual, and are asked together. */
const asksWhy = ({ cues, begin }: EnglishAsk): boolean => cues.has("why", begin);

function isCure(text: string): boolean {
  const ask = readEnglishAsk(text);
  const mends = ask.verb !== undefined && ask.cues.has("mend", ask.verb.from);
  return (
    ask.cues.has("cure", ask.begin) ||
    (mends && (pointerOf(ask) !== undefined || namesNothing(ask)))
  );
}

function asQuestion(ask: string): string {
  const text = withoutEndMarks(ask.trim());
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}?`;
}
