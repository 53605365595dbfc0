/** A text on one line, for a list, a heading or a message; cut between characters, never inside one. */
export function oneLine(text: string, most_characters = Number.POSITIVE_INFINITY): string {
  const line = text.replace(/\s+/gu, " ").trim();
  if (line.length <= most_characters) return line;
  const characters = Array.from(line);
  if (characters.length <= most_characters) return line;
  return `${characters.slice(0, most_characters - 1).join("")}…`;
}
