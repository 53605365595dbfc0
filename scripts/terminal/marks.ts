import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Colour where stdout is a terminal that wants it (`NO_COLOR`, `FORCE_COLOR`); elsewhere the text alone. */
export const styled = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout });

/** Each source has a colour of its own, so that the marker in the text is found again in the list. Red is for trouble. */
const colours = ["cyan", "magenta", "yellow", "blue", "green"] as const;

export function sourceMark(number: number): string {
  const colour = colours[(number - 1) % colours.length] ?? "cyan";
  return styled(["bold", colour], `[${number}]`);
}

/** The markers of these sources in a text that is safe for a terminal; `a[1]` of a piece of code is none. */
export function withMarks(text: string, numbers: ReadonlySet<number>): string {
  return text.replace(/(?<![\w\\])\[(\d{1,6})\]/g, (whole, number: string) =>
    numbers.has(Number(number)) ? sourceMark(Number(number)) : whole,
  );
}
