import { describe, expect, it } from "vitest";
import { quotableUnits } from "#lib/markdown/units";

/**
 * Lines that a pattern could read over and over: each is so long that reading it once per character would not end
 * within the runner's patience, however fast the machine.
 */
const length = 200_000;
const last = "The keeper of Grimsby is Quimby.";
const runs = [
  ..."` [ ( . ! ? ？ : $ ~ * _ # | - = { \" '".split(" "),
  ..."<b> `a ``a` [a]( ]( ![a]( ![]( a- -a a.b. a:// <!-- {# |:- .* ?” .? </ a@".split(" "),
  "a. ",
  "a' ",
  "a  ",
  "  ",
];

describe("a line of two hundred thousand characters", () => {
  it.each(runs)("made of %j is read once", (run) => {
    const line = run.repeat(length / run.length);
    for (const start of ["", "x ", "# ", "~~~"]) {
      for (const end of ["", "`"]) quotableUnits(`${start}${line}${end}`, 1);
    }
    const units = quotableUnits(`${last} x${line}\n\n${last}`, 1);
    expect(units.at(-1)).toMatchObject({ text: last, spans: [{ line: 3 }] });
  });
});
