import type { Unit } from "#lib/markdown/units";
import { negations } from "./negations.ts";

/**
 * What stands over an item or a row and says how it is meant: the line that announces it ("Never:", "Only on Windows:"),
 * the items it stands under, the heading ("Unsupported"), the header of its column. An item alone says the opposite of
 * what it says under a lead that denies.
 */
export type Leads = {
  /** The lines that announce the unit, the nearest first. */
  lines: Unit[];
  /** Those of them that deny what stands under them. */
  denying: Unit[];
  /** How often these, or else the heading, deny it. */
  denials: number;
};

export function leadsOf(unit: Unit, units: readonly Unit[], above: string): Leads {
  const lines = linesOver(unit, units);
  const denying = lines.filter((line) => denialsOf(line.text) > 0);
  const denials = denying.reduce((sum, line) => sum + denialsOf(line.text), 0);
  if (denials > 0) return { lines, denying, denials };
  const under = unit.list !== undefined || unit.kind === "table";
  const heading = headingOf(unit, units) ?? above.split("\n").at(-1) ?? "";
  const denied =
    under && (denyingHeading.test(heading) || (limits.test(heading) && isPhrase(unit.text)));
  return { lines, denying, denials: denied && negations(unit.text) === 0 ? 1 : 0 };
}

function linesOver(unit: Unit, units: readonly Unit[]): Unit[] {
  const lines: Unit[] = [];
  let one: Unit | undefined = unit;
  while (one !== undefined) {
    const inner: Unit = one;
    const first = units.findIndex((u) =>
      inner.list === undefined ? u.block === inner.block : u.list === inner.list,
    );
    const before: Unit | undefined = units[first - 1];
    const listed = inner.list !== undefined || inner.kind === "table" || inner.kind === "code";
    if (listed && before?.announces === true) lines.push(before);
    const at = units.indexOf(inner);
    one =
      inner.depth > 1
        ? units.slice(0, at).findLast((u) => u.depth === inner.depth - 1 && u.list !== undefined)
        : undefined;
    if (one !== undefined && !lines.includes(one) && one.announces) lines.push(one);
  }
  return lines;
}

const headingOf = (unit: Unit, units: readonly Unit[]): string | undefined =>
  units.slice(0, units.indexOf(unit)).findLast((u) => u.kind === "heading")?.text;

/** "If it does not start:" denies nothing of what follows; "Docent does not:" does. */
function denialsOf(lead: string): number {
  const last = lead.split(/[.!?。！？]\s*(?=\S)/).at(-1) ?? lead;
  const own = last.replace(aside, "");
  return negations(own) + (gone.test(own) ? 1 : 0);
}

/** "It lacks:", "Deprecated features:". */
const gone =
  /\b(?:lacks?|missing|deprecated|discontinued|retired|withdrawn|obsolete|(?:was|were|been|are|is) (?:removed|dropped))\b|已(?:被)?(?:移除|弃用|废弃|取消|删除)|缺少|缺乏/i;

const aside =
  /\b(?:if|when|where|while|because|since|until|unless|so that|in case|whether)\b[^,:，：]*|(?:如果|若|当|因为|由于|除非|为了)[^，,：:]*|[^，,：:。]*(?:时|的话|时候|之前|以后|之后)(?=[，,])|\bnot only\b|不[仅但只]/gi;

/** Headings under which a list names what is not so. A question about trouble ("Docent does not start") is none. */
const denyingHeading =
  /^\W*(?:(?:currently |still )?(?:un-?supported|not (?:yet )?(?:supported|possible|allowed|included|recommended|available)|disallowed|forbidden|prohibited|excluded|never|do not|don['’]?ts?|what not to do|non-?goals|out of scope|anti-?patterns)\b|what [^?]*\b(?:not|never|n['’]t|cannot)\b|things? (?:not to|to avoid|you (?:cannot|can['’]t|should not)))|^(?:目前|暂|尚)?(?:不支持|未支持|不允许|不可用|不包含|不包括|禁止|不要|不应|不推荐|非目标|反模式)|(?:不支持|不能|不做|不会做|不包含|不允许|不推荐)(?:的|哪些|什么|的[^？?]{1,6})$|(?:哪些|什么)[^？?]*(?:不支持|不能|不会|不做|不可以)/iu;
const limits =
  /^\W*(?:known )?(?:limitations?|restrictions?|gaps|missing features)\b|^(?:已知)?(?:限制|局限|不足)/iu;

/** "Symbolic links" under "Limitations" is named as one; "A file may have 8 MiB." says what it says. */
function isPhrase(text: string): boolean {
  if (/\n/.test(text) || text.length > 60) return false;
  return !/[.。]$|\b(?:is|are|was|were|can|may|must|will|should|has|have|do|does|only|needs?|takes?)\b|[只仅最]|[是能会可须]/.test(
    text,
  );
}
