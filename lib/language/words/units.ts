import { unitLimits } from "../limits.ts";

/**
 * The UTF-16 units of a text in an array, with some zeros behind them: to look into a string unit by unit takes several
 * times as long. The same array for every text, until the next one is asked for.
 */
let bytes = Buffer.alloc(0);
let units = new Uint16Array(0);

export function unitsOf(text: string): Uint16Array {
  const { length } = text;
  if (length + unitLimits.behind > units.length) makeRoom(length + unitLimits.behind);
  if (length < unitLimits.few || !isLittleEndian) {
    for (let at = 0; at < length; at++) units[at] = text.charCodeAt(at);
  } else bytes.write(text, 0, "utf16le");
  for (let at = length; at < length + unitLimits.behind; at++) units[at] = 0;
  return units;
}

function makeRoom(length: number): void {
  units = new Uint16Array(Math.max(length, units.length * 2, unitLimits.room));
  bytes = Buffer.from(units.buffer);
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
