import type { Unit } from "#lib/markdown/units";
import { type Asked, headingMatch } from "./asked.ts";
import type { Source } from "./candidates.ts";

/** "Yes." answers the question that it stands under as a heading: to any other it would be an answer as well, and falsely. */
export function withoutAnswerWords(source: Source, asked: Asked): Source {
  let heading = source.citation.breadcrumb.at(-1) ?? "";
  const stays = (unit: Unit): boolean => {
    if (unit.kind === "heading") heading = unit.text;
    if (!isAnswerWord.test(unit.text) || !isQuestion.test(heading)) return true;
    return headingMatch(heading, asked) >= asksIt;
  };
  return { ...source, units: source.units.filter(stays) };
}

const asksIt = 0.8;
const isQuestion = /[?？]\W*$|吗/u;
const isAnswerWord =
  /^(?:yes|no|not yet|it (?:does|can|is)(?: not)?|是的?|不是|可以|不可以|不行|能|不能|会|不会|會|不會|有|没有|沒有|需要|不需要|不用)[.。!！]?$/i;
