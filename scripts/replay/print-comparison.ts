import type { ReplayChange, ReplayComparison } from "#lib/contracts/activity";
import { styled } from "../terminal/marks.ts";
import { terminalName, terminalText } from "../terminal/terminal-text.ts";

type Style = Parameters<typeof styled>[0];
const colours: Record<ReplayChange, Style> = {
  ...{ same: "dim", moved: "blue", changed: "yellow", new: "green", gone: "red" },
};
const verdicts: Record<ReplayComparison["verdict"], Style> = {
  ...{ same: "green", different: "yellow", impossible: "red" },
};

const word = (change: ReplayChange): string => styled(colours[change], change.padEnd(8));

/** What is different, and where the two first part ways. */
export function printComparison(one: ReplayComparison): void {
  const { title = one.trace_id, message, first_difference: first } = one;
  console.log(styled("bold", terminalName(title)));
  console.log(terminalText(`${styled(verdicts[one.verdict], one.verdict)}  ${message}`));
  for (const { change, before, after } of one.claims) {
    const said = after ?? before;
    console.log(`  ${word(change)} ${terminalName(said?.text ?? "")}`);
  }
  for (const { change, before, after } of one.citations) {
    if (change === "same" && before?.rank === after?.rank) continue;
    const [was, is] = [before, after].map(placeText);
    console.log(`  ${word(change)} ${terminalName(was === is ? (is ?? "") : `${was} → ${is}`)}`);
  }
  for (const { name, change } of one.artifacts)
    console.log(`  ${word(change)} ${terminalName(name)}`);
  if (first !== undefined) console.log(terminalText(`First difference: ${first.message}`));
  for (const notice of one.notices) console.log(terminalText(notice));
}

function placeText(
  place: { relative_path: string; line_start: number; line_end: number; rank: number } | undefined,
) {
  if (place === undefined) return "nowhere";
  return `${place.rank}. ${place.relative_path}:${place.line_start}-${place.line_end}`;
}

/** One line for each, and how many of each there were. */
export function printTable(all: readonly ReplayComparison[]): void {
  for (const { verdict, title, trace_id, message } of all) {
    const shown = verdict === "same" ? "" : `  ${message}`;
    const mark = styled(verdicts[verdict], verdict.padEnd(10));
    console.log(`${mark}  ${terminalName((title ?? trace_id).slice(0, 70))}${terminalName(shown)}`);
  }
  const of = (verdict: ReplayComparison["verdict"]) =>
    all.filter((one) => one.verdict === verdict).length;
  console.log(
    `${of("same")} of ${all.length} the same, ${of("different")} different, ${of("impossible")} could not be replayed`,
  );
}
