import type { Unit } from "#lib/markdown/units";
import { lengthOf } from "./belongings.ts";
import { isText } from "./items.ts";
import { opensBack } from "./points-back.ts";
import { countedAbove, isPicture } from "./torn.ts";

type Says = (unit: Unit) => boolean;

/**
 * A stretch that opens with "It …" would speak of whatever stands above it on the screen, and what "For the old one:" leads
 * to of whatever is asked about. Of a section of which `isShown` is on the screen: what is to come, back to the sentence that names the thing, where that is no more than `most`
 * characters, and what has to go where it is more, unless somebody chose it (`stays`): then that is lost. The first of a
 * section speaks of its heading.
 */
export function mendOpenings(
  section: readonly Unit[],
  {
    isShown,
    isTold,
    stays,
    most,
  }: { isShown: Says; isTold: Says; stays: Says; most: (unit: Unit) => number },
): { come: Unit[]; go: Unit[]; lost: Unit[] } {
  const come: Unit[] = [];
  const go: Unit[] = [];
  const lost: Unit[] = [];
  section.forEach((unit, at) => {
    const before = section[at - 1];
    if (before === undefined || !isShown(unit)) return;
    if (!stays(unit) && !countedAbove(unit, section).every(isShown)) go.push(unit);
    if (!needs(unit, before)) return;
    if (isShown(before) && !go.includes(before)) return;
    const reached = reachBack(section, at, { isTold, most: most(unit) });
    if (reached !== undefined) come.push(...reached);
    else if (!stays(unit)) go.push(unit);
    else if (ahead(unit)) lost.push(unit);
  });
  return { come, go, lost };
}

/** What was said before, back to what opens with nothing; of a list or a table the sentence would need all. */
function reachBack(
  section: readonly Unit[],
  at: number,
  { isTold, most }: { isTold: Says; most: number },
): Unit[] | undefined {
  const reached: Unit[] = [];
  for (let i = at - 1; i >= 0; i--) {
    const unit = section[i] as Unit; // within bounds
    const speaks = isText(unit) || unit.kind === "code" || unit.announces;
    const behind = section[i + 1] as Unit;
    if (!speaks || isPicture(unit, behind) || isTold(unit) || lengthOf([unit, ...reached]) > most)
      return undefined;
    reached.unshift(unit);
    const before = section[i - 1];
    if (before === undefined || !needs(unit, before)) break;
  }
  return reached;
}

const needs = (unit: Unit, before: Unit): boolean =>
  pointsOut(unit, before) || (isLed(unit) && before.announces && !isPicture(before, unit));

/** Items have what leads to their list before all of it. */
const isLed = (unit: Unit): boolean => isText(unit) || unit.kind === "code";

/** What opens with what was said before, or is cut out of its paragraph and says "them" anywhere. */
const pointsOut = (unit: Unit, before: Unit): boolean =>
  ahead(unit) || (isText(unit) && before.block === unit.block && cutOut.test(unit.text));

/** A note does so as a sentence does, and "And they …" as "They …"; a paragraph may begin with the name of an option. */
function ahead(unit: Unit): boolean {
  if (!isText(unit) || expletive.test(unit.text)) return false;
  const text = unit.text.replace(joined, "");
  const opens = opensBack({ ...unit, kind: "sentence", text }) && !flagFirst.test(text);
  return opens || above.test(text);
}

const joined =
  /^(?:(?:and|but|so|or|also)\b,? |(?:而且|并且|并|但是|但|那么|因为)(?=它|其|该|这))/iu;
const above =
  /^(?:in the (?:above|previous|preceding|\p{L}+ above)\b|(?:likewise|similarly)\b|同理|同样|类似地|上例|(?:在)?(?:上面|上述|以上)|(?:多亏|由于|有了|通过|基于|对于|根据|按照|除了|因为)了?(?:[这這]|此(?!外)))/iu;
const cutOut =
  /^`--?[a-z]|\b(?:it|its|they|them|their|this|these|those|such|the (?:latter|former|same|other))\b|\bthat[.,;]|它|其(?![他它实實余餘])|[这這该該]|此(?!外)|前者|[后後]者|同样|同理/iu;
const expletive =
  /^it(?:['’]s| is| was| may be| can be)(?: not)? (?:\p{L}+ly )?(?:a good|better|best|common|essential|good|helpful|important|necessary|possible|recommended|safe|suggested|useful|worth)\b/iu;
const flagFirst = /^`--?[a-z]/;
