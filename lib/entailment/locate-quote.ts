import type { Unit } from "#lib/markdown/units";
import { heldBy, wordsHeld } from "./coverage.ts";
import { entailmentLimits } from "./limits.ts";

/**
 * The units in which quoted words stand, white space and inline marks aside; of several places the one that the sentence
 * is most like. Words that are nearly there take the nearest unit; none where they are not there at all.
 */
export function locateQuote(quote: string, units: readonly Unit[], sentence: string): Unit[] {
  const wanted = bare(quote);
  if (wanted === "") return [];
  const like = ({ text }: Unit) => heldBy(sentence, wordsHeld(text)).share;
  const whole = units.filter(({ text }) => bare(text).includes(wanted));
  if (whole.length > 0) return [whole.reduce((a, b) => (like(b) > like(a) ? b : a))];
  const across = overSeveral(wanted, units);
  if (across.length > 0) return across;
  const nearest = units
    .filter(({ text }) => text.length <= entailmentLimits.line_characters)
    .map((unit) => ({ unit, share: heldBy(quote, wordsHeld(unit.text)).share }))
    .reduce((a, b) => (b.share > a.share ? b : a), { unit: units[0], share: 0 });
  return nearest.unit !== undefined && nearest.share >= entailmentLimits.nearly_quoted
    ? [nearest.unit]
    : [];
}

/** Words that begin in one unit and go on in the next. */
function overSeveral(wanted: string, units: readonly Unit[]): Unit[] {
  const texts = units.map(({ text }) => bare(text));
  const at = texts.join("").indexOf(wanted);
  if (at === -1) return [];
  let start = 0;
  return units.filter((_, i) => {
    const from = start;
    start += texts[i]?.length ?? 0;
    return from < at + wanted.length && start > at;
  });
}

/** Without white space, inline marks and the targets of links; quotation marks of one kind. */
const bare = (text: string): string =>
  text.replace(linkTarget, "]").replace(marks, "").replace(quotationMarks, '"');
const linkTarget = /\]\([^)\n]{0,400}\)/g;
const marks = /[\s*_`~\\|[\]]/g;
const quotationMarks = /[“”„«»]/g;
